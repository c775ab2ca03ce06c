import type { WorkerEvents } from 'graphile-worker';

/** The ids of the running jobs: a live set. */
export function trackRunningJobs(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));
  return running;
}
