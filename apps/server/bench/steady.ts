import { prepareReads, type Read } from './reads.ts';
import { symbolOf } from './support/bench-data.ts';
import { putLoad } from './support/load.ts';
import { memoryOf, type Stack } from './support/stack.ts';

const rate = 300;
const seconds = 120;

/** Users who read at the same time. */
const connections = 50;

/** Calculates indicators one after the other until `signal` is aborted. @returns their number */
async function keepCalculating({ runTask, tokens }: Stack, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count += 1) {
    const token = tokens[count % 4] ?? '';
    await runTask(token, '/indicators/calculate', {
      stock_symbol: symbolOf(20 + (count % 30)),
      ta_indicator: 'MACD',
    });
  }
  return count;
}

/** Measures two minutes of reads of every kind while indicators are calculated: times, errors and memory. */
export async function putSteadyLoad(stack: Stack): Promise<void> {
  const { server } = stack;
  // Bars change once a day: nearly all responses are cached.
  const isUsual = ({ name, status }: Read) => status === 200 && name !== 'uncached';
  const reads = (await prepareReads(stack)).filter(isUsual);
  const longest = Math.max(...reads.map(({ requests }) => requests.length));
  const requests = Array.from({ length: longest }, (_, index) =>
    reads.flatMap(({ requests }) => requests[index % requests.length] ?? []),
  ).flat();
  const before = await memoryOf(server);
  const done = new AbortController();
  const calculating = keepCalculating(stack, done.signal);
  const load = { url: server.url, requests, connections, seconds, rate, status: 200 };
  const { perSecond, p50, p99, unexpected } = await putLoad(load);
  done.abort();
  const calculated = await calculating;
  const errors = Object.keys(unexpected).length === 0 ? 'none' : JSON.stringify(unexpected);
  const after = await memoryOf(server);
  process.stdout.write(
    '| requests/s | p50 ms | p99 ms | errors | indicators calculated | memory before | after |\n' +
      '|--:|--:|--:|---|--:|--:|--:|\n' +
      `| ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${errors} | ${calculated} ` +
      `| ${before} MiB | ${after} MiB |\n`,
  );
}
