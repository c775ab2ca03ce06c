import {
  addStockTask,
  calculateIndicatorTask,
  cleanUp,
  refreshDueStocks,
  refreshStockTask,
  runTask,
  type Services,
  scheduleRefreshes,
  type TaskBody,
  type TaskKind,
} from '@stockbook/api';
import type { TaskList } from 'graphile-worker';
import { type Job, observeJob } from './observe-job.ts';

/** A body for every kind of task: one that is missing does not compile. */
const bodies: { [Kind in TaskKind]: TaskBody<Kind> } = {
  'add-stock': addStockTask,
  'refresh-stock': refreshStockTask,
  'calculate-indicator': calculateIndicatorTask,
};

function isTaskKind(text: string): text is TaskKind {
  return text in bodies;
}

function taskJob<Kind extends TaskKind>(services: Services, kind: Kind): Job {
  return (payload, { job, abortSignal }) =>
    runTask(services, kind, bodies[kind], { payload, attempt: job.attempts, signal: abortSignal });
}

/** What Graphile Worker runs, by the name of the job: tasks of users, and what the program does by itself. */
export function createTaskList(services: Services): TaskList {
  const jobs: Record<string, Job> = {
    ...Object.fromEntries(
      Object.keys(bodies)
        .filter(isTaskKind)
        .map((kind) => [kind, taskJob(services, kind)]),
    ),
    'refresh-due-stocks': async () => {
      await refreshDueStocks(services);
      return 'ok';
    },
    'keep-current': (payload, { abortSignal }) => scheduleRefreshes(services, payload, abortSignal),
    'clean-up': async (_, { abortSignal }) => {
      await cleanUp(services, abortSignal);
      return 'ok';
    },
  };
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, observeJob(services.observer, name, job)]),
  );
}

/** When the program does something by itself, in UTC. */
export const crontab = `
*/5 * * * * refresh-due-stocks ?max=1
17 3 * * * clean-up ?max=1&fill=1d
`;
