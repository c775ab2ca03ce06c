import { type LoadResult, measureLoad } from './load.ts';
import type { Stack } from './stack.ts';

/** Reads the watch lists of users, at a rate that leaves the server idle most of the time. */
export function readWatchLists(
  { server }: Pick<Stack, 'server'>,
  tokens: readonly string[],
  seconds: number,
): Promise<LoadResult> {
  const requests = tokens.map((token) => ({
    method: 'GET' as const,
    path: '/api/stocks',
    headers: { authorization: `Bearer ${token}` },
  }));
  return measureLoad({ url: server.url, requests, connections: 8, seconds, rate: 200, status: 200 });
}

/** Prints the p99 of these reads, alone and beside other work, in milliseconds. */
export function printReads(aloneMs: number, besideMs: number, work: string, maxRatio: number): void {
  process.stdout.write(
    `p99 of the watch lists of others: alone ${aloneMs.toFixed(1)} ms, beside ${work} ${besideMs.toFixed(1)} ms, ` +
      `${(besideMs / aloneMs).toFixed(2)} times (limit ${maxRatio})\n`,
  );
}
