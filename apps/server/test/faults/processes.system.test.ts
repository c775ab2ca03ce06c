import { describe } from 'vitest';
import { describeProcesses } from './support/describe-processes.ts';
import { describeWorkers } from './support/describe-workers.ts';

// The tests mostly wait: run concurrently, they take as long as the slowest.
describe.concurrent('processes', { timeout: 120_000 }, () => {
  describeWorkers();
  describeProcesses();
});
