import { madeAnew, prepareReads, type Read } from './reads.ts';
import { fillStocks } from './support/bench-data.ts';
import { type LoadResult, measureLoad } from './support/load.ts';
import type { Stack } from './support/stack.ts';

/** 20 million bars. */
const manyStocks = 2_130;

/** As one browser after the other asks: the time of a request, not of a queue. */
const connections = 1;
const seconds = 5;

/** @param year in which answers to be made anew begin: what one measurement has made, the next one finds kept */
function measure({ server, tokens }: Stack, read: Read, year: number): Promise<LoadResult> {
  const { requests, status } = read.name === 'anew' ? madeAnew(tokens[0] ?? '', year) : read;
  return measureLoad({ url: server.url, requests, status, connections, seconds });
}

/** How much longer the same reads take once there are ten times as many bars. */
export async function measureGrowth(stack: Stack): Promise<void> {
  const reads = await prepareReads(stack);
  const before = new Map<Read, LoadResult>();
  for (const read of reads) before.set(read, await measure(stack, read, 1970));
  const bars = await fillStocks(stack.database, manyStocks);
  // What was stored meanwhile has pushed the old pages out of PostgreSQL's memory.
  for (const read of reads) await measure(stack, read, 1960);
  process.stdout.write(
    `| | p50 ms at ${stack.bars.toLocaleString('en-US')} bars | at ${bars.toLocaleString('en-US')} | times |\n` +
      '|---|--:|--:|--:|\n',
  );
  for (const [read, { p50 }] of before) {
    const after = await measure(stack, read, 1950);
    process.stdout.write(
      `| ${read.title} | ${p50.toFixed(2)} | ${after.p50.toFixed(2)} | ${(after.p50 / p50).toFixed(2)} |\n`,
    );
  }
}
