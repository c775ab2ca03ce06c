import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

/** A process of its own: takes a load from standard input, puts it on a server, and writes what it measured. */
const load: Load = JSON.parse(await text(process.stdin));
const { url, requests, connections, seconds, rate, status } = load;

/** Autocannon's histogram knows whole milliseconds only. */
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
  instance.on('response', (_, given, __, ms) => {
    times.push(ms);
    if (given !== status) count(String(given));
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
