import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

/** Runs in a separate process: reads a `Load` from standard input, applies it, and writes the `LoadResult`. */
const load: Load = JSON.parse(await text(process.stdin));
const { url, requests, connections, seconds, rate, status } = load;

/** In milliseconds. Autocannon's own histogram has a resolution of whole milliseconds. */
const times: number[] = [];
const unexpected: Record<string, number> = {};

function count(what: string): void {
  unexpected[what] = (unexpected[what] ?? 0) + 1;
}

const duration = await new Promise<number>((resolve, reject) => {
  const instance = autocannon(
    {
      url,
      requests: [...requests],
      connections,
      duration: seconds,
      ...(rate === undefined ? {} : { overallRate: rate }),
    },
    (error, result) => (error ? reject(error) : resolve(result.duration)),
  );
  instance.on('response', (_, actualStatus, __, ms) => {
    times.push(ms);
    if (actualStatus !== status) count(String(actualStatus));
  });
  instance.on('reqError', (error) => count(String(error)));
});

times.sort((a, b) => a - b);
const percentile = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const result: LoadResult = {
  perSecond: times.length / duration,
  p50: percentile(0.5),
  p99: percentile(0.99),
  unexpected,
};
process.stdout.write(JSON.stringify(result));
