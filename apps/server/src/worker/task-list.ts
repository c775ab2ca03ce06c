import {
  addStockTask,
  calculateIndicatorTask,
  calculateStudySetTask,
  cleanUp,
  createExampleTask,
  deliver,
  deliverToDevices,
  enqueueDueRefreshes,
  evaluateStoredBars,
  expireOverdueRules,
  fetchPairTask,
  fetchQuotes,
  growPrices,
  importStocksTask,
  importTransactionsTask,
  type JobOutcome,
  type Observer,
  planQuotes,
  readMoveTask,
  refreshAnyStockTask,
  refreshScheduledStock,
  remindDevice,
  remindOwners,
  requestMissingPairs,
  resumeDeliveries,
  runBacktestTask,
  runSweepTask,
  runTask,
  type Services,
  sendConfirmation,
  storeMoveTask,
  type TaskBody,
  type TaskKind,
} from '@stockbook/api';
import type { ScheduledJob } from '@stockbook/db';
import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import { type BackupPlan, runScheduledBackup } from '../backups/scheduled-backup.ts';

/** Runs an attempt of a job. @returns its outcome, unless it throws */
type Job = (payload: unknown, helpers: JobHelpers) => Promise<JobOutcome>;

/** Wraps a job so that the observer receives the duration and outcome of each attempt. */
function observeJob(observer: Observer, name: string, job: Job): Task {
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

/** The body of every task kind; the mapped type makes a missing one a compile error. */
const bodies: { [Kind in TaskKind]: TaskBody<Kind> } = {
  'add-stock': addStockTask,
  'import-stocks': importStocksTask,
  'import-transactions': importTransactionsTask,
  'create-example': createExampleTask,
  'read-move': readMoveTask,
  'store-move': storeMoveTask,
  'refresh-stock': refreshAnyStockTask,
  'fetch-pair': fetchPairTask,
  'calculate-indicator': calculateIndicatorTask,
  'calculate-study-set': calculateStudySetTask,
  'run-backtest': runBacktestTask,
  'run-sweep': runSweepTask,
};

function isTaskKind(text: string): text is TaskKind {
  return text in bodies;
}

function taskJob<Kind extends TaskKind>(services: Services, kind: Kind): Job {
  return (payload, { job, abortSignal }) =>
    runTask(services, kind, bodies[kind], { payload, attempt: job.attempts, signal: abortSignal });
}

/** Graphile Worker's task list: the tasks of users, and scheduled jobs. Only a worker with a plan makes backups. */
export function createTaskList(services: Services, backupPlan: BackupPlan | null): TaskList {
  const jobs: Record<string, Job> = {
    ...Object.fromEntries(
      Object.keys(bodies)
        .filter(isTaskKind)
        .map((kind) => [kind, taskJob(services, kind)]),
    ),
    'refresh-due-stocks': async () => {
      await enqueueDueRefreshes(services);
      return 'ok';
    },
    'refresh-scheduled-stock': (payload, { abortSignal }) =>
      refreshScheduledStock(services, payload, abortSignal),
    'evaluate-stored-bars': (payload) => evaluateStoredBars(services, payload),
    'own-prices': async (_, { abortSignal }) => {
      await growPrices(services, abortSignal ?? new AbortController().signal);
      await remindOwners(services);
      return 'ok';
    },
    deliver: (payload, { abortSignal }) => deliver(services, payload, abortSignal),
    'deliver-to-devices': (payload, { abortSignal }) => deliverToDevices(services, payload, abortSignal),
    'resume-deliveries': async () => {
      await resumeDeliveries(services);
      return 'ok';
    },
    'confirm-address': (payload) => sendConfirmation(services, payload),
    'remind-device': (payload, { abortSignal }) => remindDevice(services, payload, abortSignal),
    'plan-quotes': async () => {
      await planQuotes(services);
      return 'ok';
    },
    'fetch-quotes': (_, { abortSignal }) =>
      fetchQuotes(services, abortSignal ?? new AbortController().signal),
    'request-missing-pairs': async () => {
      await requestMissingPairs(services);
      return 'ok';
    },
    'clean-up': async (_, { abortSignal }) => {
      await expireOverdueRules(services);
      await cleanUp(services, abortSignal);
      return 'ok';
    },
    ...(backupPlan && {
      'back-up': async () => ((await runScheduledBackup(services, backupPlan)) ? 'ok' : 'failed'),
    }),
  };
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, observeJob(services.observer, name, job)]),
  );
}

const dayS = 24 * 60 * 60;
const clockTimeS = (hours: number, minutes: number) => (hours * 60 + minutes) * 60;

/** The jobs that recur. Only a worker with a plan schedules backups. */
export function scheduledJobs(backupPlan: BackupPlan | null): ScheduledJob[] {
  return [
    { name: 'plan-quotes', everyS: 60, atS: 0 },
    { name: 'refresh-due-stocks', everyS: 300, atS: 0 },
    { name: 'resume-deliveries', everyS: 300, atS: 0 },
    { name: 'clean-up', everyS: dayS, atS: clockTimeS(3, 17) },
    { name: 'own-prices', everyS: dayS, atS: clockTimeS(0, 7) },
    { name: 'request-missing-pairs', everyS: dayS, atS: clockTimeS(3, 47) },
    ...(backupPlan ? [{ name: 'back-up', everyS: dayS, atS: clockTimeS(2, 43) }] : []),
  ];
}
