import { fetchQuotes, storeBatch } from '@stockbook/api';
import { quoteList, signalList } from '@stockbook/api/schemas';
import { stockQuoteRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import fc from 'fast-check';
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
  readonly marketState?: string;
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
  async function trade({ price, high = price, low = price, marketState = 'REGULAR' }: Trade): Promise<void> {
    now = new Date(now.getTime() + 60_000);
    mockServer.quotes.change(symbol, {
      marketState,
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
      const response = await harness.rest('POST', '/signals/rules', { token, body });
      expect(response).toMatchObject({ status: 201, body: { during_session: true } });
      return response.body.id;
    },
    /** Changes what is stored of the stock's rules and of its last bar, which reaches up to 1.03 times its close. */
    async setPast({ armedFrom, lastSignal = null }: { armedFrom: string; lastSignal?: string | null }) {
      const db = harness.services.database.fork().getKysely();
      const stockId = sql`(select id from stock where symbol = ${symbol})`;
      await sql`
        insert into signal_state (rule_id, stock_id, armed_from, evaluated_to, bars_revision, last_signal_date)
        select rule.id, stock.id, ${armedFrom}::date, stock.data_end_date, stock.bars_revision, ${lastSignal}::date
        from signal_rule rule join stock on stock.id = rule.stock_id where stock.id = ${stockId}`.execute(db);
      await sql`
        update price_bar set high = ${at(1.03)}
        where stock_id = ${stockId} and date = (select data_end_date from stock where symbol = ${symbol})
      `.execute(db);
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
    await trade({ price: at(1.03), marketState: 'POST' });
    expect(await inbox()).toEqual([]);
    // After hours, prices come every 5 minutes.
    now = new Date(now.getTime() + 5 * 60_000);
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
    expect(await harness.metrics.registry.metrics()).toContain('stockbook_session_signals_total 1\n');
  });

  it('gives a signal for a spike between two checks, and is switched off by it when it speaks once', async () => {
    const { token, at, text, trade, addLevel, inbox } = await watching('MSFT');
    await trade({ price: at(1.01) });
    await addLevel(1.02, { name: 'Target', trigger: 'once' });
    await trade({ price: at(1.01), high: at(1.03), low: at(1.01) });
    const [signal] = await inbox();
    expect(signal?.sentence).toMatch(
      new RegExp(`^Target: MSFT touched .* \\(high ${text(1.03)}; now ${text(1.01)}\\)\\.$`),
    );
    const { body } = await harness.rest('GET', '/signals/rules', { token });
    expect(body.rules).toMatchObject([{ name: 'Target', is_active: false }]);
  });

  it('says that a price may be delayed when the delay is unknown', async () => {
    mockServer.quotes.change('ADBE', { exchangeDataDelayedBy: 0, quoteSourceName: 'Delayed Quote' });
    const { at, trade, addLevel, inbox } = await watching('ADBE');
    await trade({ price: at(1.01) });
    await addLevel(1.02);
    await trade({ price: at(1.03), low: at(1.01) });
    const [signal] = await inbox();
    expect(signal).toMatchObject({ delay_minutes: null });
    expect(signal?.sentence).toMatch(/\)\. The price may be delayed\.$/);
  });

  it('gives no signal for prices before it was armed', async () => {
    const { at, trade, addLevel, inbox } = await watching('NVDA');
    await trade({ price: at(1.01), high: at(1.04), low: at(1) });
    await addLevel(1.02);
    await trade({ price: at(1.012), high: at(1.04), low: at(1) });
    expect(await inbox()).toEqual([]);
  });

  it.each([
    ['GOOGL', 'added'],
    ['DIS', 'moved'],
  ])('takes no old quote of %s for the present one when it is %s', async (symbol, change) => {
    const { token, at, trade, addLevel, inbox } = await watching(symbol);
    await trade({ price: at(1.01) });
    const id = change === 'moved' ? await addLevel(1.1) : null;
    await trade({ price: at(1.01) });
    now = new Date(now.getTime() + 20 * 60_000);
    if (id === null) await addLevel(1.02);
    else {
      const body = { when: `price touches ${at(1.02)}` };
      expect((await harness.rest('PATCH', `/signals/rules/${id}`, { token, body })).status).toBe(200);
    }
    await trade({ price: at(1.03), high: at(1.03), low: at(1.01) });
    expect(await inbox()).toEqual([]);
    await trade({ price: at(1.015), high: at(1.03), low: at(1.01) });
    expect(await inbox()).toHaveLength(1);
  });

  it.each([
    ['TSLA', 'gives no signal', 'becomes_true', '2026-11-02', 0],
    ['META', 'gives a signal when it was armed since', 'becomes_true', '2026-11-19', 1],
    ['NFLX', 'gives a signal on every bar', 'every_bar', '2026-11-02', 1],
  ])(
    'reaches a level that the bar before has reached, of %s: %s',
    async (symbol, _, trigger, armedFrom, count) => {
      const { at, trade, addLevel, setPast, inbox } = await watching(symbol);
      await trade({ price: at(1.01) });
      await addLevel(1.02, { trigger });
      await setPast({ armedFrom });
      await trade({ price: at(1.025), high: at(1.025), low: at(1.01) });
      expect(await inbox()).toHaveLength(count);
    },
  );

  it.each([
    ['INTC', 'in', '2026-11-17', 0],
    ['CSCO', 'after', '2026-11-16', 1],
  ])('counts quiet bars from the last signal: %s, %s the third bar', async (symbol, _, lastSignal, count) => {
    const { at, trade, addLevel, setPast, inbox } = await watching(symbol);
    await trade({ price: at(1.01) });
    await addLevel(1.02, { trigger: 'every_bar', quiet_bars: 3 });
    await setPast({ armedFrom: '2026-11-02', lastSignal });
    await trade({ price: at(1.025), high: at(1.025), low: at(1.01) });
    expect(await inbox()).toHaveLength(count);
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

  it('counts quiet bars from a signal of the session in which it was armed, which its bar did not reach', async () => {
    now = new Date('2026-11-23T15:00:00Z');
    const { token, at, trade, addLevel, inbox } = await watching('ORCL');
    await trade({ price: at(1.19) });
    await addLevel(1.2, { trigger: 'every_bar', quiet_bars: 3 });
    await trade({ price: at(1.21), low: at(1.19) });
    expect(await inbox()).toHaveLength(1);
    now = new Date('2026-11-24T03:00:00Z');
    await harness.refresh(token, 'ORCL');
    now = new Date('2026-11-24T15:00:00Z');
    await trade({ price: at(1.19) });
    await trade({ price: at(1.21), low: at(1.19) });
    expect(await inbox()).toHaveLength(1);
  });

  it('gives one signal of a rule and day at most, whatever quotes come', async () => {
    now = new Date('2026-11-24T14:40:00Z');
    const { token, at, addLevel } = await watching('IBM');
    await addLevel(1.01, { trigger: 'every_bar' });
    await addLevel(1.02, { trigger: 'becomes_true' });
    await addLevel(1.03, { trigger: 'once' });
    const { database, quotes } = harness.services;
    const [provider] = quotes.providers;
    if (!provider) throw new Error('the server has no source of quotes');
    const db = database.fork().getKysely();
    const symbol = 'IBM';
    const { rows: stocks } = await sql<{ id: number }>`select id from stock where symbol = ${symbol}`.execute(
      db,
    );
    await stockQuoteRepository.addStocksWithLevels(database.fork(), now);
    const rows = await stockQuoteRepository.lock(
      database.fork(),
      stocks.map(({ id }) => id),
    );

    const anyQuote = fc.record({
      price: fc.integer({ min: 99, max: 104 }),
      high: fc.option(fc.integer({ min: 99, max: 106 })),
      minutes: fc.integer({ min: 1, max: 15 }),
      age: fc.integer({ min: 0, max: 5 }),
      marketState: fc.constantFrom('open', 'open', 'open', 'pre', 'post', 'closed'),
      source: fc.constantFrom('yahoo', 'yahoo', 'tiingo'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyQuote, { minLength: 4, maxLength: 6 }), async (series) => {
        for (const { price, high, minutes, age, marketState, source } of series) {
          now = new Date(now.getTime() + minutes * 60_000);
          const quote = {
            symbol,
            currency: 'USD',
            price: at(price / 100),
            time: new Date(now.getTime() - age * 60_000),
            previousClose: at(1),
            open: null,
            high: high === null ? null : at(Math.max(price, high) / 100),
            low: high === null ? null : at(price / 100),
            volume: null,
            marketState,
            extended: null,
            delayMinutes: 0,
            sourceName: null,
            timezone: 'America/New_York',
          };
          const batch = { source, way: 'quote', calls: 1, refused: [], skewedTimes: 0 } as const;
          await storeBatch(
            harness.services,
            provider,
            rows,
            { ...batch, quotes: [quote], fetchedAt: now },
            0,
          );
        }
      }),
      { numRuns: 6, seed: 35 },
    );
    now = new Date('2026-11-25T03:00:00Z');
    await harness.refresh(token, symbol);
    const { rows: counts } = await sql<{ signals: number }>`
      select count(*)::int as signals from signal where symbol = ${symbol} group by rule_id, bar_date
    `.execute(db);
    expect(new Set(counts.map(({ signals }) => signals))).toEqual(new Set([1]));
    expect(counts.length).toBeGreaterThan(1);
  });
});
