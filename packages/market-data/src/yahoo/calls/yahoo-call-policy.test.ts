import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMemoryCoolDownStore } from './cool-down.ts';
import { createYahooCallPolicy } from './yahoo-call-policy.ts';
import { YahooOutageError } from './yahoo-errors.ts';

it('rejects without the spacing while the circuit is open', async () => {
  const callSpacingMs = 50;
  const coolDowns = createMemoryCoolDownStore();
  const policy = createYahooCallPolicy({ coolDowns, clock: () => new Date(), callSpacingMs });
  let calls = 0;
  const fail = () =>
    policy.execute(
      'chart',
      async () => {
        calls += 1;
        throw new YahooOutageError({ message: 'down' });
      },
      {},
    );
  for (let failure = 0; failure < 5; failure += 1) await expect(fail()).rejects.toThrow('down');
  for (let rejection = 0; rejection < 3; rejection += 1) {
    // A rejection without a timer always wins the race.
    const winner = Promise.race([fail().catch((error: Error) => error.message), delay(callSpacingMs / 2)]);
    expect(await winner).toMatch(/^down; try again after/);
  }
  expect(calls).toBe(5);
});

const policyWithoutSpacing = () =>
  createYahooCallPolicy({
    coolDowns: createMemoryCoolDownStore(),
    clock: () => new Date(),
    callSpacingMs: 0,
  });

it('starts calls for quotes after those of users and before scheduled refreshes', async () => {
  const policy = policyWithoutSpacing();
  const started: string[] = [];
  const waitFor = (name: string, endpoint: Parameters<typeof policy.execute>[0], requester?: string) =>
    policy.execute(endpoint, async () => started.push(name), { requester });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Both places are taken; the calls that wait then share one.
  const running = [first, second].map(({ promise }) => policy.execute('chart', () => promise, {}));
  const waiting = [
    waitFor('refresh', 'chart'),
    waitFor('quote', 'quote'),
    waitFor('spark', 'spark'),
    waitFor('add', 'chart', 'user'),
    waitFor('search', 'search', 'user'),
  ];
  second.resolve();
  await Promise.all(waiting);
  first.resolve();
  await Promise.all(running);
  expect(started).toEqual(['add', 'search', 'quote', 'spark', 'refresh']);
});

it('keeps calls for histories and the second way to quotes going while the first way is down', async () => {
  const policy = policyWithoutSpacing();
  const fail = () =>
    policy.execute(
      'quote',
      async () => {
        throw new YahooOutageError({ message: 'down' });
      },
      {},
    );
  for (let failure = 0; failure < 5; failure += 1) await expect(fail()).rejects.toThrow('down');
  await expect(fail()).rejects.toThrow(/^down; try again after/);
  expect(await policy.execute('spark', async () => 'spark', {})).toBe('spark');
  expect(await policy.execute('chart', async () => 'chart', {})).toBe('chart');
  expect(policy.health().status).toBe('healthy');
});
