import { deviceFlag, fetchFlag, moveFlag, runFlag, userFlagOf } from '@stockbook/api';
import type { WorkerEvents } from 'graphile-worker';

/** How long a user keeps a share of the slots after the last job: another one is likely. */
const activeForMs = 5_000;

interface Share {
  /** Slots that run a job of the user. */
  running: number;
  /** When a job of the user last started or ended, by `performance.now()`. */
  changedAtMs: number;
}

/**
 * Divides a worker's slots equally among the users that have jobs, and keeps one share free, so that the first job of
 * another user starts at once. A single user gets half of the slots. Backtests and sweeps, which take up to minutes,
 * leave one slot free even if they are those of many users, and so do fetches of histories: a calculation takes a
 * fraction of their time. Jobs that send to many devices leave half of the slots free. Moves, each of which keeps a
 * core busy for seconds, run one at a time.
 * @returns Graphile Worker's `forbiddenFlags`: the users who occupy their share, and those of kinds that occupy theirs;
 *   null for a single slot, which is assigned by priority alone
 */
export function shareSlots(events: WorkerEvents, concurrency: number): (() => Promise<string[]>) | null {
  if (concurrency === 1) return null;
  const shares = new Map<string, Share>();
  const slotsOfKinds = {
    [runFlag]: concurrency - 1,
    [fetchFlag]: concurrency - 1,
    [deviceFlag]: Math.floor(concurrency / 2),
    [moveFlag]: 1,
  };
  const kinds = Object.entries(slotsOfKinds).map(([flag, slots]) => ({ flag, slots, running: 0 }));

  function change(flags: Parameters<typeof userFlagOf>[0], by: 1 | -1): void {
    for (const kind of kinds) if (flags?.[kind.flag]) kind.running += by;
    const flag = userFlagOf(flags);
    if (flag === null) return;
    const running = (shares.get(flag)?.running ?? 0) + by;
    shares.set(flag, { running, changedAtMs: performance.now() });
  }
  events.on('job:start', ({ job }) => change(job.flags, 1));
  events.on('job:complete', ({ job }) => change(job.flags, -1));

  function flagsAtLimit(): string[] {
    const activeSinceMs = performance.now() - activeForMs;
    for (const [flag, { running, changedAtMs }] of shares) {
      if (running === 0 && changedAtMs < activeSinceMs) shares.delete(flag);
    }
    const maxSlots = Math.max(1, Math.floor(concurrency / (shares.size + 1)));
    const users = [...shares].filter(([, { running }]) => running >= maxSlots).map(([flag]) => flag);
    const full = kinds.filter(({ slots, running }) => running >= slots).map(({ flag }) => flag);
    return [...users, ...full];
  }

  // Slots fetch jobs one at a time: each must count the job that the previous one found.
  let lastFetch = Promise.resolve();
  let endFetch = (): void => {};
  for (const event of ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const) {
    events.on(event, () => endFetch());
  }
  return async () => {
    const previous = lastFetch;
    const current = Promise.withResolvers<void>();
    lastFetch = current.promise;
    await previous;
    endFetch = current.resolve;
    return flagsAtLimit();
  };
}
