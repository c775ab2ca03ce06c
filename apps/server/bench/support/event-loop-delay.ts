import type { Stack } from './stack.ts';

/** The delay is the time between two calls of a timer with this interval, in milliseconds. */
const intervalMs = 10;

/** @returns for how long the server's event loop was held at most since the last call, in milliseconds */
export async function readMaxDelayMs({ metricsUrl }: Pick<Stack, 'metricsUrl'>): Promise<number> {
  const response = await fetch(metricsUrl);
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error(`${metricsUrl}: no event loop delay`);
  return Math.max(0, Number(seconds) * 1_000 - intervalMs);
}
