import { prepareReads, type Read, uncachedRead } from './reads.ts';
import { fillStocks } from './support/bench-data.ts';
import { type LoadResult, measureLoad } from './support/load.ts';
import type { Stack } from './support/stack.ts';

/** 20 million bars. */
const manyStocks = 2_130;

/** A single connection, so that the time is that of a request without queueing. */
const connections = 1;
const seconds = 5;

/** @param year of the start dates of uncached reads: another one for each measurement, so that none hits the cache */
function measure({ server, tokens }: Stack, read: Read, year: number): Promise<LoadResult> {
  const { requests, status } = read.name === 'uncached' ? uncachedRead(tokens[0] ?? '', year) : read;
  return measureLoad({ url: server.url, requests, status, connections, seconds });
}

/** Compares the times of the same reads before and after storing ten times as many bars. */
export async function measureGrowth(stack: Stack): Promise<void> {
  const reads = await prepareReads(stack);
  const before = new Map<Read, LoadResult>();
  for (const read of reads) before.set(read, await measure(stack, read, 1970));
  const bars = await fillStocks(stack.database, manyStocks);
  // Warm-up: the new bars have evicted old pages from PostgreSQL's buffers.
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
