import { enqueueDueRefreshes } from '@stockbook/api';
import { Stock } from '@stockbook/db/testing/entities';
import {
  startEodhdMockServer,
  startTiingoMockServer,
  startYahooMockServer,
} from '@stockbook/market-data/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../src/env.ts';
import { Harness } from '../support/harness.ts';
import { asUser, skipRetryDelays } from '../support/with-yahoo.ts';

const hourMs = 3_600_000;
const [TIINGO_TOKEN, EODHD_TOKEN] = ['the-key-of-tiingo', 'the-key-of-eodhd'];

/** The program with Yahoo, Tiingo and EODHD, and a clock that the test moves. */
async function withKeyedSources(start: string, changes: Partial<Env> = {}) {
  let now = new Date(start);
  const clock = () => now;
  const yahoo = await startYahooMockServer({ clock });
  const tiingo = await startTiingoMockServer(TIINGO_TOKEN, clock);
  const eodhd = await startEodhdMockServer(EODHD_TOKEN, clock);
  const harness = await Harness.start(
    {
      MARKET_DATA: 'auto',
      NODE_ENV: 'production',
      ACCESS_TOKEN_TTL_S: 31_536_000,
      SIGN_IN_IDLE_S: 31_536_000,
      YAHOO_URL: yahoo.url,
      TIINGO_URL: tiingo.url,
      TIINGO_TOKEN,
      EODHD_URL: eodhd.url,
      EODHD_TOKEN,
      ...changes,
    },
    clock,
  );
  onTestFinished(async () => {
    await harness.stop();
    await Promise.all([yahoo.close(), tiingo.close(), eodhd.close()]);
  });
  const stored = () => harness.services.database.fork().findAll(Stock, { orderBy: { symbol: 'asc' } });
  return {
    yahoo,
    tiingo,
    eodhd,
    harness,
    clock,
    stored,
    /** Moves the clock and runs the refreshes that are due. */
    async advance(ms: number) {
      now = new Date(now.getTime() + ms);
      await enqueueDueRefreshes(harness.services);
      await expect
        .poll(async () => (await stored()).filter(({ refreshDueAt }) => refreshDueAt <= now))
        .toEqual([]);
    },
    ...(await asUser(harness)),
  };
}

/** The weekdays after `date` and before today: the sessions whose bars a stock lacks. */
function missingSessions(date: string, now: Date): number {
  let count = 0;
  const today = Date.parse(now.toISOString().slice(0, 10));
  for (let day = Date.parse(date) + 24 * hourMs; day < today; day += 24 * hourMs) {
    if (new Date(day).getUTCDay() % 6 !== 0) count += 1;
  }
  return count;
}

describe('a source with the own key of the operator', () => {
  it('keeps every stock within one session during seven days without Yahoo', async () => {
    const { yahoo, harness, token, stored, advance, clock, stock, refresh } =
      await withKeyedSources('2026-11-13T12:00:00Z');
    for (const symbol of ['AAPL', 'MSFT', 'SAP.DE']) await harness.addStock(token, symbol);
    expect((await stored()).map(({ dataSource }) => dataSource)).toEqual(['yahoo', 'yahoo', 'yahoo']);

    // Not a server error: the circuit breaker of Yahoo follows the clock of the machine, not the test's.
    yahoo.behave('rate-limited');
    for (let hour = 0; hour < 7 * 24; hour += 3) {
      await advance(3 * hourMs);
      for (const { symbol, dataEndDate, lastError } of await stored()) {
        const missing = missingSessions(dataEndDate ?? '', clock());
        expect({ symbol, lastError, isLate: missing > 1 }).toEqual({
          symbol,
          lastError: null,
          isLate: false,
        });
      }
    }
    expect((await stored()).map(({ dataSource, dataEndDate }) => [dataSource, dataEndDate])).toEqual([
      ['tiingo', '2026-11-19'],
      ['tiingo', '2026-11-19'],
      ['eodhd', '2026-11-19'],
    ]);
    expect(await stock('AAPL')).toMatchObject({ data_source: 'tiingo', previous_data_source: 'yahoo' });

    // Yahoo works again: a scheduled refresh keeps the source, a refresh by the user returns to Yahoo.
    yahoo.behaveWell();
    await advance(24 * hourMs);
    expect(await stock('AAPL')).toMatchObject({ data_source: 'tiingo', data_end_date: '2026-11-20' });
    await refresh('AAPL');
    expect(await stock('AAPL')).toMatchObject({ data_source: 'yahoo', previous_data_source: 'tiingo' });
    expect(await stock('MSFT')).toMatchObject({ data_source: 'tiingo' });
  });

  it('names a source in one sentence when its key is wrong, and does not ask it again', async () => {
    const { tiingo, harness, token, stock, refresh } = await withKeyedSources('2026-11-20T12:00:00Z', {
      MARKET_DATA: 'tiingo',
    });
    await harness.addStock(token, 'AAPL');
    tiingo.behave('unauthorized');
    const { length: before } = tiingo.requests;
    const message = 'TIINGO_TOKEN is not accepted by Tiingo. Check it in the settings of the server';
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await refresh('AAPL')).toMatchObject({ status: 'FAILURE', message });
    }
    expect(await stock('AAPL')).toMatchObject({ last_error: message, data_source: 'tiingo' });
    expect(tiingo.requests).toHaveLength(before + 1);
  });

  it('leaves no key in the log, whatever fails', async () => {
    const { eodhd, harness, token, refresh } = await withKeyedSources('2026-11-20T12:00:00Z', {
      MARKET_DATA: 'eodhd',
      LOG_LEVEL: 'trace',
    });
    await harness.addStock(token, 'AAPL');
    await skipRetryDelays(harness);
    for (const fault of ['hang-up', 'html', 'server-error', 'cut-in-half', 'unauthorized'] as const) {
      eodhd.behave(fault);
      expect((await refresh('AAPL')).status).toBe('FAILURE');
    }
    expect(harness.logged.length).toBeGreaterThan(0);
    expect(harness.logged.filter((line) => line.includes(EODHD_TOKEN))).toEqual([]);
  });
});
