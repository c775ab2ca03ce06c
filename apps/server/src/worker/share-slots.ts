import { userFlagOf } from '@stockbook/api';
import type { WorkerEvents } from 'graphile-worker';

/**
 * Keeps half of a worker's slots from any one user: however long the jobs of one take, another user's job starts at
 * once. A user alone loses little by it, because all calculations of a process share one thread.
 * @returns the `forbiddenFlags` of Graphile Worker: the users that have their share of slots. With a single slot there is
 * nothing to share, and priorities alone decide
 */
export function shareSlots(events: WorkerEvents, concurrency: number): (() => Promise<string[]>) | null {
  if (concurrency === 1) return null;
  const maxSlots = Math.ceil(concurrency / 2);
  const slots = new Map<string, number>();

  function change(flags: Parameters<typeof userFlagOf>[0], by: 1 | -1): void {
    const flag = userFlagOf(flags);
    if (flag === null) return;
    const count = (slots.get(flag) ?? 0) + by;
    if (count > 0) slots.set(flag, count);
    else slots.delete(flag);
  }
  events.on('job:start', ({ job }) => change(job.flags, 1));
  events.on('job:complete', ({ job }) => change(job.flags, -1));

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
    return [...slots].filter(([, count]) => count >= maxSlots).map(([flag]) => flag);
  };
}
