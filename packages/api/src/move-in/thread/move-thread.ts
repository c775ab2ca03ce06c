import { parentPort } from 'node:worker_threads';
import { MoveInError } from '../move-in-error.ts';
import type { CalculationName, Options, Result, ThreadRequest } from './requests.ts';

type Calculation<Name extends CalculationName> = (
  options: Options<Name>,
) => Result<Name> | Promise<Result<Name>>;

/** Half the time of a thread would go into loading what its step does not use. */
const read = async () => (await import('./read-steps.ts')).readSteps;
const plan = async () => (await import('./plan-steps.ts')).planSteps;

const calculations: { readonly [Name in CalculationName]: () => Promise<Calculation<Name>> } = {
  open: async () => (await read()).open,
  read: async () => (await read()).read,
  plan: async () => (await plan()).plan,
  lines: async () => (await plan()).lines,
  store: async () => (await plan()).store,
  recheck: async () => (await plan()).recheck,
};

async function run<Name extends CalculationName>({ name, options }: ThreadRequest<Name>) {
  const load: () => Promise<Calculation<Name>> = calculations[name];
  const calculation = await load();
  return calculation(options);
}

type AnyRequest = { [Name in CalculationName]: ThreadRequest<Name> }[CalculationName];

/** The thread of `calculateMove`: does one step of a move. */
parentPort?.once('message', async (request: AnyRequest) => {
  try {
    parentPort?.postMessage({ result: await run<CalculationName>(request) });
  } catch (error) {
    if (!(error instanceof MoveInError)) throw error;
    const { message, field, isTooLarge } = error;
    parentPort?.postMessage({ problem: { message, field, isTooLarge } });
  }
});
