import { describe } from 'vitest';
import { describeProcesses } from './describe-processes.ts';
import { describeWorkers } from './describe-workers.ts';

// Most of their time is spent waiting: together they take as long as the longest.
describe.concurrent('processes', { timeout: 240_000 }, () => {
  describeWorkers();
  describeProcesses();
});
