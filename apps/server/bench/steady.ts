import { prepareReads, type Read } from './reads.ts';
import { symbolOf } from './support/bench-data.ts';
import { errorsOf, type LoadRequest, putLoad } from './support/load.ts';
import { memoryOf, type Stack } from './support/stack.ts';

const rate = 300;
const seconds = 120;

/** Users who read at the same time. */
const connections = 50;

const calculatedSymbols = Array.from({ length: 30 }, (_, index) => symbolOf(20 + index));

/** Calculates indicators one after the other until `signal` is aborted. @returns their number */
export async function keepCalculating(
  { runTask, tokens }: Pick<Stack, 'runTask' | 'tokens'>,
  symbols: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count += 1) {
    const token = tokens[count % tokens.length] ?? '';
    const stock_symbol = symbols[count % symbols.length] ?? '';
    await runTask(token, '/indicators/calculate', { stock_symbol, ta_indicator: 'MACD' });
  }
  return count;
}

/** The requests of reads of every kind, in turns. Bars change once a day: nearly all responses are cached. */
export function steadyRequests(reads: readonly Read[]): LoadRequest[] {
  const usual = reads.filter(({ name, status }) => status === 200 && name !== 'uncached');
  const longest = Math.max(...usual.map(({ requests }) => requests.length));
  return Array.from({ length: longest }, (_, index) =>
    usual.flatMap(({ requests }) => requests[index % requests.length] ?? []),
  ).flat();
}

/** Measures two minutes of reads of every kind while indicators are calculated: times, errors and memory. */
export async function putSteadyLoad(stack: Stack): Promise<void> {
  const { server } = stack;
  const requests = steadyRequests(await prepareReads(stack));
  const before = await memoryOf(server);
  const done = new AbortController();
  const calculating = keepCalculating(
    { ...stack, tokens: stack.tokens.slice(0, 4) },
    calculatedSymbols,
    done.signal,
  );
  const load = { url: server.url, requests, connections, seconds, rate, status: 200 };
  const result = await putLoad(load);
  const { perSecond, p50, p99 } = result;
  done.abort();
  const calculated = await calculating;
  const after = await memoryOf(server);
  process.stdout.write(
    '| requests/s | p50 ms | p99 ms | errors | indicators calculated | memory before | after |\n' +
      '|--:|--:|--:|---|--:|--:|--:|\n' +
      `| ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${errorsOf(result)} | ${calculated} ` +
      `| ${before} MiB | ${after} MiB |\n`,
  );
}
