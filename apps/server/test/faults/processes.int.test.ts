import { describe } from 'vitest';
import { describeProcesses } from './support/describe-processes.ts';
import { describeWorkers } from './support/describe-workers.ts';

// Most of their time is spent waiting: together they take as long as the longest.
describe.concurrent('processes', { timeout: 240_000 }, () => {
  describeWorkers();
  describeProcesses();
});
