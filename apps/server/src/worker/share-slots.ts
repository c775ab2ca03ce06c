import { userFlagOf } from '@stockbook/api';
import type { WorkerEvents } from 'graphile-worker';

/** So long after the end of their last job, users still count among those who share: they will have others. */
const activeForMs = 5_000;

interface Share {
  /** Slots that run a job of the user. */
  running: number;
  /** When the last of them ended. */
  endedAt: number;
}

/**
 * Shares a worker's slots among the users that have jobs, and keeps one share free for another user: however long the
 * jobs of the others take, the first one of that user starts at once. A user alone has half of the slots.
 * @returns the `forbiddenFlags` of Graphile Worker: the users that have their share of slots. With a single slot there is
 * nothing to share, and priorities alone decide
 */
export function shareSlots(events: WorkerEvents, concurrency: number): (() => Promise<string[]>) | null {
  if (concurrency === 1) return null;
  const shares = new Map<string, Share>();

  function change(flags: Parameters<typeof userFlagOf>[0], by: 1 | -1): void {
    const flag = userFlagOf(flags);
    if (flag === null) return;
    const running = (shares.get(flag)?.running ?? 0) + by;
    shares.set(flag, { running, endedAt: performance.now() });
  }
  events.on('job:start', ({ job }) => change(job.flags, 1));
  events.on('job:complete', ({ job }) => change(job.flags, -1));

  function usersWithTheirShare(): string[] {
    const longAgo = performance.now() - activeForMs;
    for (const [flag, { running, endedAt }] of shares) {
      if (running === 0 && endedAt < longAgo) shares.delete(flag);
    }
    const maxSlots = Math.max(1, Math.floor(concurrency / (shares.size + 1)));
    return [...shares].filter(([, { running }]) => running >= maxSlots).map(([flag]) => flag);
  }

  // Slots look for a job one after the other: each has to count the job that the one before has found.
  let last = Promise.resolve();
  let endTurn = (): void => {};
  for (const event of ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const) {
    events.on(event, () => endTurn());
  }
  return async () => {
    const previous = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    await previous;
    endTurn = turn.resolve;
    return usersWithTheirShare();
  };
}
