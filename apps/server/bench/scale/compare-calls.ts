import type { Account } from './account.ts';
import type { MeasuredCall } from './calls.ts';
import type { Comparisons, SideName } from './comparison.ts';
import { kinds } from './kinds.ts';
import type { Report } from './report.ts';
import { callOnce, type Side } from './steps.ts';

/** A server with accounts of each kind. */
export interface ScaleSide extends Side {
  readonly name: SideName;
  /** One of each kind, which makes all calls except the deletion of accounts. */
  readonly accounts: readonly Account[];
  /** By kind; a call of `deleteAccount` takes one away. */
  readonly spares: readonly Account[][];
}

/** A call of a kind of user. */
interface Planned {
  readonly title: string;
  /** Index of the kind of user. */
  readonly number: number;
  readonly call: MeasuredCall;
  /** All calls of the kind, by operation. */
  readonly calls: ReadonlyMap<string, MeasuredCall>;
}

const maxRounds = 50;
/** Of calls that are measured again: the 99th percentile of 50 rounds is the slowest one. */
const maxRoundsAgain = 500;
/** Beside the first one, which prepares statements and fills caches, and does not count. */
const minRounds = 3;
/** Time after which one round is enough. */
const maxCallMs = 3_000;

/** Share of the time for all calls. The rest is for those above the limits, which are measured again. */
const firstShare = 0.8;

/** The first call of each operation, which is the usual one. */
export const byOperation = (calls: readonly MeasuredCall[]): ReadonlyMap<string, MeasuredCall> =>
  new Map(calls.toReversed().map((call) => [call.operation, call]));

/** Each call for each kind of user. @param callsOfKinds the same operations for each kind */
export function planCalls(callsOfKinds: readonly (readonly MeasuredCall[])[], chosen: RegExp): Planned[] {
  const planned = callsOfKinds.flatMap((calls, number) => {
    const usual = byOperation(calls);
    const kind = kinds[number]?.name;
    return calls.map((call, index) => {
      const title = `${call.operation}, ${call.shape.name}, ${kind}`;
      return { title, number, index, call, calls: usual };
    });
  });
  return planned
    .filter(({ call }) => chosen.test(call.operation))
    .toSorted((one, other) => one.index - other.index);
}

const titleOfTask = (title: string) => `${title}, to the end of its task`;

/** Makes a call on both servers in turns until the time or the spare accounts are over. @throws if it fails */
async function measureCall(
  { title, number, call, calls }: Planned,
  sides: readonly ScaleSide[],
  comparisons: Comparisons,
  limits: { readonly rounds: number; readonly untilMs: number },
): Promise<void> {
  const endsAccount = call.operation === 'deleteAccount';
  const start = performance.now();
  for (let round = 0; round <= limits.rounds; round += 1) {
    for (const side of sides) {
      const account = endsAccount ? side.spares[number]?.pop() : side.accounts[number];
      if (!account) return;
      const { ms, taskMs } = await callOnce(side, account, call, calls);
      if (round === 0) continue;
      comparisons.add(title, side.name, ms);
      if (taskMs !== null) comparisons.add(titleOfTask(title), side.name, taskMs);
    }
    const now = performance.now();
    const rounds = now - start > maxCallMs ? 1 : minRounds;
    if (round >= rounds && now > limits.untilMs) break;
  }
}

/**
 * Compares calls on both servers, then once more those that are above the limits. A call that fails is reported.
 * @param minutes when the last one begins, roughly
 */
export async function compareCalls(
  plan: readonly Planned[],
  sides: readonly ScaleSide[],
  comparisons: Comparisons,
  report: Report,
  minutes: number,
): Promise<void> {
  async function compareAll(planned: readonly Planned[], until: number, rounds: number): Promise<void> {
    for (const [index, each] of planned.entries()) {
      const { title } = each;
      const leftMs = Math.max(0, until - performance.now());
      try {
        const untilMs = performance.now() + leftMs / (planned.length - index);
        await measureCall(each, sides, comparisons, { rounds, untilMs });
        report.log(`${index + 1}/${planned.length} ${comparisons.rowOf(title)}`);
        const task = titleOfTask(title);
        if (comparisons.has(task)) report.log(comparisons.rowOf(task));
      } catch (error) {
        report.fail(title, error);
      }
    }
  }
  const start = performance.now();
  const end = start + minutes * 60_000;
  await compareAll(plan, start + (end - start) * firstShare, maxRounds);
  const isAbove = ({ title }: Planned) =>
    comparisons.isAboveLimit(title) || comparisons.isAboveLimit(titleOfTask(title));
  const again = plan.filter(isAbove);
  report.log(`${again.length} calls are above the limits: they are measured again`);
  await compareAll(again, end, maxRoundsAgain);
}
