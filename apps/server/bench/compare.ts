import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '@stockbook/testing';
import { measureJournal } from './journal.ts';
import { prepareReads, type Read } from './reads.ts';
import { type Load, type LoadRequest, type LoadResult, measureLoad, percentile } from './support/load.ts';
import { emailOf, password, type Stack } from './support/stack.ts';
import { startFloor } from './support/start-floor.ts';

/** Enough connections to keep the server busy: its maximum throughput. */
const busyConnections = 32;

/** The connections of a few open browsers. */
const fewConnections = 8;

/** Between two requests of a lone user. */
const lonePauseMs = 2_000;
const loneRequests = 10;

/** Rounds of the server and the floor alternate, so that other load on the machine affects both. */
const rounds = 5;
const seconds = 2;

/** The median of each figure over all rounds. */
function median(results: readonly LoadResult[]): LoadResult {
  const of = (pick: (result: LoadResult) => number) => percentile(results.map(pick), 0.5);
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    unexpected: {},
  };
}

async function alternate(ours: Load, floor: Load): Promise<readonly [LoadResult, LoadResult]> {
  const results: { ours: LoadResult[]; floor: LoadResult[] } = { ours: [], floor: [] };
  await measureLoad({ ...ours, seconds: 1 });
  await measureLoad({ ...floor, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    results.ours.push(await measureLoad(ours));
    results.floor.push(await measureLoad(floor));
  }
  return [median(results.ours), median(results.floor)];
}

function row(title: string, ours: LoadResult, floor: LoadResult): string {
  const cells = ({ perSecond, p50, p99 }: LoadResult) => [
    perSecond.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  const share = `${((100 * ours.perSecond) / floor.perSecond).toFixed(0)} %`;
  return `| ${[title, ...cells(ours), ...cells(floor), share].join(' | ')} |\n`;
}

async function compareRead(
  { server }: Stack,
  floor: ServerProcess,
  { title, name, status, requests }: Read,
  connections: number,
) {
  const load = { requests, status, connections, seconds };
  const ready: LoadRequest = { method: 'GET', path: `/${name}`, headers: {} };
  const pair = await alternate({ ...load, url: server.url }, { ...load, url: floor.url, requests: [ready] });
  process.stdout.write(row(title, ...pair));
}

async function timeOf(url: string, { path, headers }: LoadRequest): Promise<number> {
  const start = performance.now();
  await (await fetch(`${url}${path}`, { headers })).arrayBuffer();
  return performance.now() - start;
}

/** A lone user, for whom no other request has kept anything at hand. */
async function compareLoneUser({ server }: Stack, floor: ServerProcess, { title, name, requests }: Read) {
  const [request] = requests;
  if (!request) throw new Error(`${title} has no request`);
  const ready: LoadRequest = { method: 'GET', path: `/${name}`, headers: {} };
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let count = 0; count < loneRequests; count += 1) {
    await delay(lonePauseMs);
    times.ours.push(await timeOf(server.url, request));
    times.floor.push(await timeOf(floor.url, ready));
  }
  const resultOf = (ms: readonly number[]): LoadResult => {
    const p50 = percentile(ms, 0.5);
    return { perSecond: 1000 / p50, p50, p99: percentile(ms, 0.99), unexpected: {} };
  };
  process.stdout.write(row(title, resultOf(times.ours), resultOf(times.floor)));
}

async function compareSignIn({ server, tokens }: Stack, floor: ServerProcess): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const requests = tokens.map(
    (_, index): LoadRequest => ({
      method: 'POST',
      path: '/api/auth/login',
      headers,
      body: JSON.stringify({ email: emailOf(index + 1), password }),
    }),
  );
  const load = { status: 200, connections: fewConnections, seconds };
  const verify: LoadRequest = { method: 'POST', path: '/sign-in', headers, body: '{}' };
  const pair = await alternate(
    { ...load, url: server.url, requests },
    { ...load, url: floor.url, requests: [verify] },
  );
  process.stdout.write(row('sign-in', ...pair));
}

function head(title: string): string {
  return (
    `\n| ${title} | requests/s | p50 ms | p99 ms | floor: requests/s | p50 ms | p99 ms | of the floor |\n` +
    '|---|--:|--:|--:|--:|--:|--:|--:|\n'
  );
}

/** Prints a row for each read and its floor. */
export async function compare(stack: Stack): Promise<void> {
  const reads = await prepareReads(stack);
  const floor = await startFloor(stack, reads);
  try {
    for (const connections of [busyConnections, fewConnections]) {
      process.stdout.write(head(`${connections} connections`));
      for (const read of reads) await compareRead(stack, floor, read, connections);
    }
    await compareSignIn(stack, floor);
    process.stdout.write(head('one user, a request every 2 s'));
    for (const read of reads) await compareLoneUser(stack, floor, read);
    await measureJournal(stack);
  } finally {
    await floor.stop();
  }
}
