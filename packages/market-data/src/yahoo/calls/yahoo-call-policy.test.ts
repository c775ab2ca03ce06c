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
