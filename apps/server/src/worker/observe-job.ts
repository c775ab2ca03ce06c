import type { JobOutcome, Observer } from '@stockbook/api';
import type { JobHelpers, Task } from 'graphile-worker';

/** What a job does. @returns how it ended, where it does not throw */
export type Job = (payload: unknown, helpers: JobHelpers) => Promise<JobOutcome>;

/** The job, which tells of each of its tries how long it took and how it ended. */
export function observeJob(observer: Observer, name: string, job: Job): Task {
  return async (payload, helpers) => {
    const start = performance.now();
    const ended = (outcome: JobOutcome) =>
      observer.job({ name, outcome, seconds: (performance.now() - start) / 1000 });
    try {
      ended(await job(payload, helpers));
    } catch (error) {
      ended('error');
      throw error;
    }
  };
}
