import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { apiClient, type ServerProcess } from '@stockbook/testing';
import { prepareReads } from '../reads.ts';
import { keepCalculating, steadyRequests } from '../steady.ts';
import { errorsOf, type LoadResult, putLoad } from '../support/load.ts';
import { logFileOf, memoryOf, type Stack, startProcess } from '../support/stack.ts';
import { type Account, beginSession, complete, findAccount, symbolsOf } from './account.ts';
import { type Change, changes, type SteadyUser } from './changes.ts';
import { kinds } from './kinds.ts';
import type { Report } from './report.ts';
import { measureVacuum } from './vacuum.ts';

/** Of both web processes together, as in `bench -- --steady`. */
const rate = 300;
const connections = 50;
const users = 50;

const changeEveryMs = 1_000;
const memoryEveryMs = 60_000;

/** After it caches are full, and pools are open. */
const warmUpMinutes = 10;

/** Levels of the log. */
const levels = { info: 30, error: 50 };

const processNames = ['web-1', 'web-2', 'worker-1', 'worker-2'] as const;
type ProcessName = (typeof processNames)[number];
type Processes = Readonly<Record<ProcessName, ServerProcess>>;

/** Users of `fillScale` with portfolios, who write. */
const writers = ['scale0', 'scale5', 'scale10'];

/** Users of `fillScale` who read. */
async function chooseReaders(database: Database): Promise<SteadyUser[]> {
  const { rows } = await sql<{ id: string }>`
    select id from user_account where username like 'scale%' and username <> all(${writers}) order by id limit ${users}
  `.execute(database.fork().getKysely());
  return Promise.all(
    rows.map(async ({ id }) => {
      const { token } = await beginSession(database, id);
      return { id, token, symbols: await symbolsOf(database, { userId: id }) };
    }),
  );
}

async function createLists(url: string, chosen: readonly SteadyUser[]): Promise<void> {
  for (const { token, symbols } of chosen) {
    const api = apiClient(url, token);
    const { id } = await api.call<{ id: string }>('POST', '/lists', { name: 'All' });
    await api.call('PUT', `/lists/${id}/stocks`, { symbols });
  }
}

/** The accounts of the writers, with all that their calls need. */
async function prepareWriters(url: string, database: Database): Promise<Account[]> {
  const kind = kinds.find(({ name }) => name === 'average');
  if (!kind) throw new Error('No kind of user is average');
  const accounts: Account[] = [];
  for (const [number, username] of writers.entries()) {
    const account = await findAccount(database, { username, kind, number });
    await complete({ url, database }, account);
    accounts.push(account);
  }
  return accounts;
}

/** Changes something each second until `signal` is aborted. @returns how often, and how often it was not seen */
async function keepChanging(
  database: Database,
  urls: readonly [string, string],
  chosen: readonly SteadyUser[],
  report: Report,
  signal: AbortSignal,
) {
  const counts = { changes: 0, stale: 0 };
  for (let number = 0; !signal.aborted; number += 1) {
    const user = chosen[number % chosen.length];
    if (!user) break;
    const [changed, read] = number % 2 === 0 ? urls : urls.toReversed();
    for (const [name, isSeen] of Object.entries<Change>(changes)) {
      try {
        counts.changes += 1;
        if (await isSeen({ database, user, changed: changed ?? '', read: read ?? '', number })) continue;
        counts.stale += 1;
        report.fail(`${name} of change ${number}`, 'stale');
      } catch (error) {
        report.fail(`${name} of change ${number}`, error);
      }
    }
    await delay(changeEveryMs, undefined, { signal }).catch(() => {});
  }
  return counts;
}

/** Reads the memory of each process each minute until `signal` is aborted. @returns MiB */
async function keepReadingMemory(processes: Processes, report: Report, signal: AbortSignal) {
  const memory: Record<ProcessName, number[]> = { 'web-1': [], 'web-2': [], 'worker-1': [], 'worker-2': [] };
  while (!signal.aborted) {
    for (const name of processNames) memory[name].push(await memoryOf(processes[name]));
    report.log(processNames.map((name) => `${name} ${memory[name].at(-1)} MiB`).join(', '));
    await delay(memoryEveryMs, undefined, { signal }).catch(() => {});
  }
  return memory;
}

/** The messages of a process's errors and warnings, with their numbers. */
async function readProblems(dir: string, name: ProcessName) {
  const lines = (await readFile(logFileOf(dir, name), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const problems = new Map<string, number>();
  let errors = 0;
  for (const line of lines) {
    const { level, msg } = JSON.parse(line);
    if (level >= levels.error) errors += 1;
    if (level > levels.info) problems.set(msg, (problems.get(msg) ?? 0) + 1);
  }
  return { errors, problems };
}

function loadRow(name: string, result: LoadResult): string {
  const { perSecond, p50, p99 } = result;
  return `| ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${errorsOf(result)} |\n`;
}

/**
 * Puts the load of `bench -- --steady` on two web processes, while users change something through one of them and look
 * for it through the other, others write, and two workers calculate. Prints times, memory, dead rows,
 * and what failed or was stale.
 */
export async function measureSteadyHour(
  stack: Stack,
  env: Readonly<Record<string, string>>,
  report: Report,
  minutes: number,
): Promise<void> {
  await stack.server.stop();
  const start = (name: ProcessName, role: string) => startProcess(stack, name, { ...env, ROLE: role });
  const processes: Processes = {
    'web-1': await start('web-1', 'web'),
    'web-2': await start('web-2', 'web'),
    'worker-1': await start('worker-1', 'worker'),
    'worker-2': await start('worker-2', 'worker'),
  };
  try {
    await putLoadOn(processes, stack.database, report, minutes);
  } finally {
    await Promise.all(Object.values(processes).map((each) => each.stop()));
  }
  for (const name of processNames) {
    const { errors, problems } = await readProblems(stack.dir, name);
    if (errors > 0) report.fail(name, `${errors} errors in its log`);
    for (const [message, count] of problems) report.log(`${name}: ${count} times: ${message}`);
  }
}

async function putLoadOn(
  processes: Processes,
  database: Database,
  report: Report,
  minutes: number,
): Promise<void> {
  const { 'web-1': one, 'web-2': other } = processes;
  const chosen = await chooseReaders(database);
  await createLists(one.url, chosen);
  const tokens = chosen.map(({ token }) => token);
  const [first] = chosen;
  if (!first) throw new Error('The database has no users of average size');
  const runTask: Stack['runTask'] = (token, path, body) => apiClient(other.url, token).runTask(path, body);
  const loads = [];
  const done = new AbortController();
  for (const server of [one, other]) {
    const requests = steadyRequests(await prepareReads({ server, tokens, runTask }, first.symbols));
    loads.push({ url: server.url, requests, connections: connections / 2, rate: rate / 2, status: 200 });
  }
  const accounts = await prepareWriters(one.url, database);
  const memory = keepReadingMemory(processes, report, done.signal);
  const changing = keepChanging(database, [one.url, other.url], chosen, report, done.signal);
  const calculating = keepCalculating({ runTask, tokens: [first.token] }, first.symbols, done.signal).catch(
    (error: unknown) => report.fail('calculations', error),
  );
  const writing = measureVacuum({ url: one.url, database, accounts }, report, done.signal);
  const results = await Promise.all(loads.map((load) => putLoad({ ...load, seconds: minutes * 60 })));
  done.abort();
  const { changes: changed, stale } = await changing;
  process.stdout.write(
    `\n| | requests/s | p50 ms | p99 ms | errors |\n|---|--:|--:|--:|---|\n` +
      results.map((result, index) => loadRow(`web-${index + 1}`, result)).join('') +
      `\n${changed} changes, ${stale} of them not seen by the other process; ` +
      `${(await calculating) ?? 'not all'} indicators calculated\n\n` +
      memoryTable(await memory) +
      (await writing),
  );
  for (const { unexpected } of results) {
    if (Object.keys(unexpected).length > 0) report.fail('load', JSON.stringify(unexpected));
  }
}

function memoryTable(memory: Readonly<Record<ProcessName, readonly number[]>>): string {
  const rows = processNames.map((name) => {
    const values = memory[name];
    const warm = values[Math.min(warmUpMinutes, values.length - 1)];
    return `| ${name} | ${values[0]} | ${warm} | ${values.at(-1)} | ${Math.max(...values)} |\n`;
  });
  return `| MiB | at first | after ${warmUpMinutes} min | at the end | at most |\n|---|--:|--:|--:|--:|\n${rows.join('')}\n`;
}
