import { fetchQuotes } from '@stockbook/api';
import { quoteList, signalList } from '@stockbook/api/schemas';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness } from '../support/harness.ts';

/** A Friday during the session of New York, at 10:00. */
let now = new Date('2026-11-20T15:00:00Z');
let mockServer: YahooMockServer;
let harness: Harness;

beforeAll(async () => {
  mockServer = await startYahooMockServer({ clock: () => now });
  const changes = { MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url, YAHOO_CALL_SPACING_MS: 0 } as const;
  harness = await Harness.start({ ...changes, ACCESS_TOKEN_TTL_S: 604_800 }, () => now);
});
afterAll(async () => {
  await harness.stop();
  await mockServer.close();
});

interface Trade {
  readonly price: number;
  readonly high?: number;
  readonly low?: number;
}

/** A user who tracks a stock, whose prices are multiples of the close before the session. */
async function watching(symbol: string) {
  const { token } = await harness.signUp();
  await harness.addStock(token, symbol);
  const { data } = (await harness.rest('GET', `/stocks/${symbol}/data`, { token })).body;
  const close = (data as { close: number }[]).at(-1)?.close ?? 0;
  const at = (factor: number) => Math.round(close * factor * 100) / 100;

  /** Trades a minute later, and waits until the quote is stored. */
  async function trade({ price, high = price, low = price }: Trade): Promise<void> {
    now = new Date(now.getTime() + 60_000);
    mockServer.quotes.change(symbol, {
      regularMarketPrice: price,
      regularMarketTime: now.getTime() / 1000,
      regularMarketDayHigh: high,
      regularMarketDayLow: low,
      regularMarketPreviousClose: at(1),
    });
    // The worker of the harness may have claimed the stock before.
    await expect
      .poll(async () => {
        const { body } = await harness.rest('GET', `/quotes/?symbols=${symbol}`, { token });
        await fetchQuotes(harness.services, new AbortController().signal);
        return quoteList.parse(body).quotes[0]?.time;
      })
      .toBe(now.toISOString());
  }

  return {
    token,
    at,
    trade,
    text: (factor: number) => at(factor).toFixed(2),
    async addLevel(factor: number, more = {}) {
      const body = { when: `price touches ${at(factor)}`, symbol, during_session: true, ...more };
      expect(await harness.rest('POST', '/signals/rules', { token, body })).toMatchObject({
        status: 201,
        body: { during_session: true },
      });
    },
    inbox: async () => signalList.parse((await harness.rest('GET', '/signals', { token })).body).signals,
  };
}

describe('a level that is checked during the session', () => {
  it('gives one signal in a session when the price reaches it', async () => {
    const { at, text, trade, addLevel, inbox } = await watching('AAPL');
    await trade({ price: at(1.01) });
    await addLevel(1.02);
    await trade({ price: at(1.015), high: at(1.015), low: at(1.01) });
    expect(await inbox()).toEqual([]);
    await trade({ price: at(1.025), high: at(1.025), low: at(1.01) });
    const minute = now.toISOString().slice(14, 16);
    const sentence = `AAPL touched ${text(1.02)} on Nov 20, 2026 at 10:${minute} New York time (${text(1.025)} after ${text(1.015)}).`;
    const signal = { sentence, checked: 'session', price_time: now.toISOString(), delay_minutes: 0 };
    const expected = { ...signal, bar_date: '2026-11-20', close: at(1.025), is_confirmed: null };
    expect(await inbox()).toMatchObject([
      { ...expected, values: [{ operand: 'price', now: at(1.025), before: at(1.015) }] },
    ]);
    await trade({ price: at(1.01), high: at(1.025), low: at(1.01) });
    expect(await inbox()).toHaveLength(1);
  });

  it('gives a signal for a spike between two checks', async () => {
    const { at, text, trade, addLevel, inbox } = await watching('MSFT');
    await trade({ price: at(1.01) });
    await addLevel(1.02, { name: 'Target' });
    await trade({ price: at(1.01), high: at(1.03), low: at(1.01) });
    const [signal] = await inbox();
    expect(signal?.sentence).toMatch(
      new RegExp(`^Target: MSFT touched .* \\(high ${text(1.03)}; now ${text(1.01)}\\)\\.$`),
    );
  });

  it('gives no signal for prices before it was armed', async () => {
    const { at, trade, addLevel, inbox } = await watching('NVDA');
    await trade({ price: at(1.01), high: at(1.04), low: at(1) });
    await addLevel(1.02);
    await trade({ price: at(1.012), high: at(1.04), low: at(1) });
    expect(await inbox()).toEqual([]);
  });

  it('takes no old quote for the present one when it is armed', async () => {
    const { at, trade, addLevel, inbox } = await watching('GOOGL');
    await trade({ price: at(1.01) });
    now = new Date(now.getTime() + 20 * 60_000);
    await addLevel(1.02);
    await trade({ price: at(1.03), high: at(1.03), low: at(1.01) });
    expect(await inbox()).toEqual([]);
    await trade({ price: at(1.015), high: at(1.03), low: at(1.01) });
    expect(await inbox()).toHaveLength(1);
  });

  it('says that the final bar did not reach it', async () => {
    const { token, at, text, trade, addLevel, inbox } = await watching('AMZN');
    await trade({ price: at(1.1) });
    await addLevel(1.3);
    await trade({ price: at(1.31) });
    expect(await inbox()).toMatchObject([{ is_confirmed: null, correction: null }]);
    now = new Date('2026-11-21T12:00:00Z');
    await harness.refresh(token, 'AMZN');
    const correction = `The final bar of Nov 20, 2026 did not reach ${text(1.3)}.`;
    expect(await inbox()).toMatchObject([{ is_confirmed: false, correction }]);
  });
});
