import type { WorkerEvents } from 'graphile-worker';

/** The ids of the jobs that run, always up to date. */
export function trackRunningJobs(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));
  return running;
}
