import type { RestResponse } from './api-harness.ts';

/** Sends the same request 20 times at once. @returns how often each status came */
export async function race(send: () => Promise<RestResponse>): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: 20 }, send));
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
