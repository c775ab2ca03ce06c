import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { calculatedIndicatorRows, linesOf } from './support/indicator-rows.ts';
import { measureLoad } from './support/load.ts';
import { memoryOf, startStack } from './support/stack.ts';

/**
 * Measures small requests alone, and while users read the maximum of indicators of a stock: 100 lines over its whole
 * history. Prints the times of the small requests and the growth of the server's memory.
 */
const seconds = 10;
const warmUpSeconds = 3;
const sampleMs = 50;
const readerCounts = [1, 4];

const stack = await startStack(50);
const { server, tokens } = stack;

function headers(token: string | undefined, encoding: string) {
  return { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
}

/** Reads a response as a stream and discards it. @returns its size in bytes */
function drain(token: string | undefined, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/indicators/BENCH1`, { headers: headers(token, encoding) });
    sent.on('error', reject).on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`unexpected status ${response.statusCode}`));
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes)).on('error', reject);
    });
    sent.end();
  });
}

function smallRequests(count: number) {
  return measureLoad({
    url: server.url,
    requests: [{ method: 'GET', path: '/api/auth/me', headers: headers(tokens.at(-1), 'identity') }],
    connections: 4,
    rate: 100,
    seconds: count,
    status: 200,
  });
}

const row = (...cells: (string | number)[]) =>
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(16)).join('')}\n`);

try {
  await calculatedIndicatorRows(stack, Math.max(...readerCounts));
  await smallRequests(warmUpSeconds);
  process.stdout.write(`${linesOf(stack)}\n\n`);
  row(
    'readers',
    'encoding',
    'p50, ms',
    'p99, ms',
    'p99, ratio',
    'reads',
    'MB a read',
    'RSS, MiB',
    'gain, MiB',
  );
  const alone = await smallRequests(seconds);
  const before = await memoryOf(server);
  row('none', '', alone.p50.toFixed(1), alone.p99.toFixed(1), 1, 0, '', before, 0);
  for (const readers of readerCounts) {
    for (const encoding of ['identity', 'br']) {
      let [isOver, reads, bytes, peak] = [false, 0, 0, 0];
      const reading = tokens.slice(0, readers).map(async (token) => {
        while (!isOver) {
          const read = await drain(token, encoding);
          bytes += read;
          reads += 1;
        }
      });
      const sampling = (async () => {
        while (!isOver) {
          peak = Math.max(peak, await memoryOf(server));
          await delay(sampleMs);
        }
      })();
      const during = await smallRequests(seconds);
      isOver = true;
      await Promise.all([...reading, sampling]);
      const megabytes = bytes / reads / 1e6;
      row(
        readers,
        encoding,
        during.p50.toFixed(1),
        during.p99.toFixed(1),
        (during.p99 / alone.p99).toFixed(1),
        reads,
        megabytes.toFixed(1),
        peak,
        peak - before,
      );
    }
  }
} finally {
  await stack.stop();
}
