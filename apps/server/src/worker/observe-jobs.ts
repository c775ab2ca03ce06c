import type { Observer } from '@stockbook/api';
import type { WorkerEvents } from 'graphile-worker';

/**
 * Tells how long each try of a job took, and whether it was thrown out of.
 * @returns the jobs that run, by their ids, always up to date
 */
export function observeJobs(events: WorkerEvents, observer: Observer): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  events.on('job:start', ({ job }) => starts.set(job.id, performance.now()));
  events.on('job:complete', ({ job, error }) => {
    const start = starts.get(job.id) ?? performance.now();
    starts.delete(job.id);
    observer.job({
      name: job.task_identifier,
      outcome: error ? 'error' : 'ok',
      seconds: (performance.now() - start) / 1000,
    });
  });
  return starts;
}
