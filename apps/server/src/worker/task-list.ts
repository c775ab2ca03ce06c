import {
  addStockTask,
  calculateIndicatorTask,
  cleanUp,
  keepCurrent,
  refreshDueStocks,
  refreshStockTask,
  runTask,
  type Services,
  type TaskBody,
  type TaskKind,
} from '@stockbook/api';
import type { TaskList } from 'graphile-worker';

/** A body for every kind of task: one that is missing does not compile. */
const bodies: { [Kind in TaskKind]: TaskBody<Kind> } = {
  'add-stock': addStockTask,
  'refresh-stock': refreshStockTask,
  'calculate-indicator': calculateIndicatorTask,
};

function isTaskKind(text: string): text is TaskKind {
  return text in bodies;
}

function handler<Kind extends TaskKind>(services: Services, kind: Kind): TaskList[string] {
  return (payload, { job, abortSignal }) =>
    runTask(services, kind, bodies[kind], { payload, attempt: job.attempts, signal: abortSignal });
}

/** What Graphile Worker runs, by the name of the job: tasks of users, and what the program does by itself. */
export function createTaskList(services: Services): TaskList {
  return {
    ...Object.fromEntries(
      Object.keys(bodies)
        .filter(isTaskKind)
        .map((kind) => [kind, handler(services, kind)]),
    ),
    'refresh-due-stocks': () => refreshDueStocks(services),
    'keep-current': (payload, { abortSignal }) => keepCurrent(services, payload, abortSignal),
    'clean-up': () => cleanUp(services),
  };
}

/** When the program does something by itself, in UTC. */
export const crontab = `
*/5 * * * * refresh-due-stocks ?max=1
17 3 * * * clean-up ?max=1&fill=1d
`;
