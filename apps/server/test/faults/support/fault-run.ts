import { setTimeout as delay } from 'node:timers/promises';
import { PollTimeout, pollUntil, type SeededRandom, seededRandom } from '@stockbook/testing';
import { call, endOf, signUp, taskIdOf } from './caller.ts';
import { faults } from './fault-kinds.ts';
import { Ledger } from './ledger.ts';
import { type OwnPostgres, startOwnPostgres } from './postgres-faults.ts';
import { type Stack, startStack } from './stack.ts';
import { Writer } from './writer.ts';

/** Limit of the time between the end of a fault's cause and full recovery. */
const maxRecoveryS = 10;

export interface FaultRunOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly writers: number;
  /** The faults to choose from; all by default. */
  readonly kinds?: readonly string[];
  /** Receives a line for each fault. */
  readonly log?: (line: string) => void;
}

/** Records every end of a task by a trigger, to detect tasks that end twice. */
const recordTaskEnds = `
  create table task_end (task_id uuid not null, status text not null);
  create function record_task_end() returns trigger language plpgsql as $$
    begin
      if new.status in ('SUCCESS', 'FAILURE') or old.status in ('SUCCESS', 'FAILURE') then
        insert into task_end values (new.id, new.status);
      end if;
      return new;
    end $$;
  create trigger record_task_end after update of status on task for each row execute function record_task_end()
`;

/** Injects faults into two web processes, two workers and a PostgreSQL during a stream of writes. */
export async function runFaults(options: FaultRunOptions): Promise<Ledger> {
  const { seed, writers: writerCount } = options;
  const ledger = new Ledger();
  const random = seededRandom(seed);
  const postgres = await startOwnPostgres();
  const stack = await startStack(postgres.url);
  try {
    await Promise.all([stack.start('web'), stack.start('web'), stack.start('worker'), stack.start('worker')]);
    await postgres.query(recordTaskEnds);
    const webOf = (choices: SeededRandom) => () =>
      choices.pick(stack.processes.filter(({ role }) => role === 'web')).url;
    const serverUrl = webOf(seededRandom(seed + writerCount + 1));
    const writers: Writer[] = [];
    for (let number = 1; number <= writerCount; number += 1) {
      const name = `writer${number}`;
      const choices = seededRandom(seed + number);
      const symbols = ['LOAD1', 'LOAD2', 'LOAD3', 'LOAD4'];
      const token = await signUp(serverUrl(), name);
      writers.push(new Writer({ name, token, symbols, random: choices, ledger, serverUrl: webOf(choices) }));
    }
    const probeToken = await signUp(serverUrl(), 'probe');
    const stop = new AbortController();
    const written = Promise.all(writers.map((writer) => writer.write(stop.signal)));
    // `await written` below reports the error; without a handler here Node would exit before the cleanup.
    written.catch(() => stop.abort());
    await injectFaults(options, { stack, postgres, random, ledger }, () => probe(serverUrl, probeToken));
    stop.abort();
    await written;
    for (const writer of writers) await writer.verify();
    await checkDatabase(postgres, ledger);
    checkProcesses(stack, ledger);
  } finally {
    await stack.stop();
    await postgres.stop();
  }
  return ledger;
}

/** Whether a write, a task and its reads work. */
async function probe(serverUrl: () => string, token: string): Promise<boolean> {
  const url = serverUrl();
  const added = await call(url, 'POST', '/stocks/', { token, body: { symbol: 'LOAD9' } });
  if (added.outcome !== 'acknowledged') return false;
  const taskId = taskIdOf(added);
  if (taskId !== null && (await endOf(() => url, '/stocks/tasks', taskId, token, 2_000)) === null)
    return false;
  return (await call(url, 'DELETE', '/stocks/LOAD9', { token })).outcome === 'acknowledged';
}

async function injectFaults(
  { seconds, kinds = Object.keys(faults), log = () => {} }: FaultRunOptions,
  targets: { stack: Stack; postgres: OwnPostgres; random: SeededRandom; ledger: Ledger },
  hasRecovered: () => Promise<boolean>,
): Promise<void> {
  const { stack, random, ledger } = targets;
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  // Every fault is injected once before any is repeated.
  let remaining: string[] = [];
  while (elapsed() < seconds) {
    if (remaining.length === 0) remaining = [...kinds];
    const name = random.pick(remaining);
    remaining = remaining.filter((other) => other !== name);
    await delay(500 + random.next() * 2_000);
    ledger.fault(name);
    await faults[name]?.(targets);
    const overAtMs = performance.now();
    const limits = { timeoutMs: 6 * maxRecoveryS * 1000, intervalMs: 100 };
    await pollUntil(`the recovery from "${name}"`, hasRecovered, limits).catch((error) => {
      // The ledger records the slow recovery.
      if (!(error instanceof PollTimeout)) throw error;
    });
    const recoveryS = (performance.now() - overAtMs) / 1000;
    ledger.recovery(name, recoveryS);
    ledger.check(
      recoveryS < maxRecoveryS,
      () => `${recoveryS.toFixed(1)} s after "${name}" was over a new task did not run`,
    );
    log(
      `${elapsed().toFixed(0).padStart(4)} s  ${name}: recovered in ${recoveryS.toFixed(1)} s; ${ledger.violations.length} violations`,
    );
    checkProcesses(stack, ledger);
  }
}

/** No process has ended unexpectedly or logged an unhandled error. */
function checkProcesses(stack: Stack, ledger: Ledger): void {
  for (const { role, hasEnded, lines } of stack.processes) {
    ledger.check(!hasEnded, () => `a ${role} has ended: ${lines.slice(-5).join(' / ')}`);
  }
  const errors = stack.unhandledErrors();
  ledger.check(errors.length === 0, () => `unhandled errors were logged: ${errors.join(' / ')}`);
}

/** Every task has ended exactly once; no job is left in the queue, and no queue is locked. */
async function checkDatabase(postgres: OwnPostgres, ledger: Ledger): Promise<void> {
  // Requeued jobs of ended tasks run once more before they disappear from the queue.
  await delay(3_000);
  const open = await postgres.query(
    "select id, kind, message from task where status in ('PENDING', 'PROGRESS')",
  );
  ledger.check(open.length === 0, () => `tasks have not ended: ${JSON.stringify(open)}`);
  const twice = await postgres.query(
    'select task_id, array_agg(status) from task_end group by 1 having count(*) > 1',
  );
  ledger.check(twice.length === 0, () => `tasks ended more than once: ${JSON.stringify(twice)}`);
  const jobs = await postgres.query(
    "select id, payload, attempts, locked_by from graphile_worker._private_jobs where payload->>'taskId' is not null",
  );
  ledger.check(jobs.length === 0, () => `jobs are left in the queue: ${JSON.stringify(jobs)}`);
  const queues = await postgres.query(
    'select queue_name from graphile_worker._private_job_queues where locked_by is not null',
  );
  ledger.check(queues.length === 0, () => `queues are locked: ${JSON.stringify(queues)}`);
}
