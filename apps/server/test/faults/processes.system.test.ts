import { describe, it } from 'vitest';
import { describeProcesses } from './support/describe-processes.ts';
import { describeWorkers } from './support/describe-workers.ts';
import { useOwnStack } from './support/own-stack.ts';
import { expectEachOnce, killWhileQuotesAreFetched } from './support/quote-run.ts';

// The tests mostly wait: run concurrently, they take as long as the slowest.
describe.concurrent('processes', { timeout: 150_000 }, () => {
  // First, because it takes longest: the claims of a killed worker expire.
  it('fetches each symbol once an interval, and gives one signal a level, while processes are killed', async ({
    onTestFinished,
  }) => {
    expectEachOnce(await killWhileQuotesAreFetched(await useOwnStack(onTestFinished), Date.now()));
  });
  describeWorkers();
  describeProcesses();
});
