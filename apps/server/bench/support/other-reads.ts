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

/** Reads the watch lists of users, alone and while `work` is done over and over, and prints both. */
export async function measureBeside(
  stack: Pick<Stack, 'server'>,
  tokens: readonly string[],
  work: () => Promise<unknown>,
  name: string,
): Promise<void> {
  // The first reads of a process are compiled meanwhile.
  await readWatchLists(stack, tokens, 3);
  const alone = await readWatchLists(stack, tokens, 10);
  let isOver = false;
  const working = (async () => {
    let count = 0;
    for (; !isOver; count += 1) await work();
    return count;
  })();
  const beside = await readWatchLists(stack, tokens, 10);
  isOver = true;
  printReads(alone.p99, beside.p99, `${await working} times ${name}`, 2);
}
