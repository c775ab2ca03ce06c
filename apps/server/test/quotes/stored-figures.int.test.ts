import { fetchQuotes } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { expect, it, onTestFinished } from 'vitest';
import { Harness } from '../support/harness.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];

/** Everything that a week of closes stores for a stock, with or without prices during the sessions. */
async function weekOf(hasQuotes: boolean) {
  let now = new Date('2026-11-15T12:00:00Z');
  const changes = { MARKET_DATA: 'simulated', QUOTES: hasQuotes, ACCESS_TOKEN_TTL_S: 604_800 } as const;
  const harness = await Harness.start(changes, () => now);
  onTestFinished(() => harness.stop());
  const { token } = await harness.signUp();
  await harness.addStock(token, 'AAPL');
  for (const when of ['close > sma(5)', 'close < sma(5)', 'price touches 200']) {
    await harness.rest('POST', '/signals/rules', {
      token,
      body: { when, symbol: 'AAPL', trigger: 'every_bar' },
    });
  }
  let quoteCount = 0;
  for (const day of days) {
    for (const hour of [15, 18, 20]) {
      now = new Date(`${day}T${hour}:00:00Z`);
      const { body } = await harness.rest('GET', '/quotes/?symbols=AAPL', { token });
      quoteCount += (body.quotes as unknown[]).length;
      await fetchQuotes(harness.services, new AbortController().signal);
    }
    now = new Date(`${day}T23:30:00Z`);
    await harness.refresh(token, 'AAPL');
  }
  const db = harness.services.database.fork().getKysely();
  const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  return {
    quoteCount,
    bars: await rowsOf(sql`select date, open, high, low, close, volume from price_bar order by date`),
    signals: await rowsOf(
      sql`select bar_date, close, "values", sentence, is_confirmed from signal order by bar_date, sentence`,
    ),
  };
}

it('stores the same bars and signals of a week with prices during the session and without', async () => {
  const { quoteCount, ...withQuotes } = await weekOf(true);
  const { quoteCount: none, ...withoutQuotes } = await weekOf(false);
  expect(quoteCount).toBeGreaterThan(10);
  expect(none).toBe(0);
  expect(withQuotes).toEqual(withoutQuotes);
  // The first refresh after the rules were added arms them.
  expect(withQuotes.signals.length).toBeGreaterThanOrEqual(days.length - 1);
});
