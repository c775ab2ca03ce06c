import type { JobOutcome, Observer } from '@stockbook/api';
import type { JobHelpers, Task } from 'graphile-worker';

/** Runs an attempt of a job. @returns its outcome, unless it throws */
export type Job = (payload: unknown, helpers: JobHelpers) => Promise<JobOutcome>;

/** Wraps a job so that the observer receives the duration and outcome of each attempt. */
export function observeJob(observer: Observer, name: string, job: Job): Task {
  return async (payload, helpers) => {
    const start = performance.now();
    const report = (outcome: JobOutcome) =>
      observer.job({ name, outcome, seconds: (performance.now() - start) / 1000 });
    try {
      report(await job(payload, helpers));
    } catch (error) {
      report('error');
      throw error;
    }
  };
}
