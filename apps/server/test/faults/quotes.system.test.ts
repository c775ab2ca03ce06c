import { it, onTestFinished } from 'vitest';
import { useOwnStack } from './support/own-stack.ts';
import { expectEachOnce, killWhileQuotesAreFetched } from './support/quote-run.ts';

it('fetches each symbol once an interval, and gives one signal a level, while processes are killed', {
  timeout: 150_000,
}, async () => {
  expectEachOnce(await killWhileQuotesAreFetched(await useOwnStack(onTestFinished), Date.now()));
});
