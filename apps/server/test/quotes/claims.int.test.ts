import { createPauseStore, fetchQuotes } from '@stockbook/api';
import { quoteList } from '@stockbook/api/schemas';
import { stockQuoteRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Harness } from '../support/harness.ts';

const symbols = ['AAPL', 'MSFT', 'NVDA'];

/** A Friday during the session of New York. */
let now = new Date('2026-11-20T15:00:00Z');
let mockServer: YahooMockServer;
let harness: Harness;
let token = '';

beforeAll(async () => {
  mockServer = await startYahooMockServer({ clock: () => now });
  const changes = { MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url, YAHOO_CALL_SPACING_MS: 0 } as const;
  harness = await Harness.start({ ...changes, ACCESS_TOKEN_TTL_S: 604_800 }, () => now);
  token = (await harness.signUp()).token;
  for (const symbol of symbols) await harness.addStock(token, symbol);
});
afterAll(async () => {
  await harness.stop();
  await mockServer.close();
});

const fetchDue = () => fetchQuotes(harness.services, new AbortController().signal);

async function listQuotes() {
  const { body } = await harness.rest('GET', `/quotes/?symbols=${symbols.join(',')}`, { token });
  return quoteList.parse(body).quotes;
}

/** How often each symbol was in a call for quotes. */
function countOf(symbol: string): number {
  const calls = mockServer.requests.filter(({ endpoint }) => endpoint === 'quote');
  return calls.filter(({ subject }) => subject.split(',').includes(symbol)).length;
}

it('fetches every due symbol once when several workers fetch at the same time', async () => {
  await listQuotes();
  await Promise.all([fetchDue(), fetchDue(), fetchDue()]);
  await expect.poll(async () => (await listQuotes()).length).toBe(symbols.length);
  expect(symbols.map(countOf)).toEqual([1, 1, 1]);
});

it('makes no call while nothing is due', async () => {
  await listQuotes();
  await fetchDue();
  expect(symbols.map(countOf)).toEqual([1, 1, 1]);
});

it('fetches a symbol again within a minute when the worker that claimed it was killed', async () => {
  now = new Date(now.getTime() + 120_000);
  const until = new Date(now.getTime() + 45_000);
  await stockQuoteRepository.claim(harness.services.database.fork(), {
    now,
    until,
    limit: 100,
    sources: [],
    isOther: true,
  });
  await listQuotes();
  const before = symbols.map(countOf);
  await fetchDue();
  expect(symbols.map(countOf)).toEqual(before);
  now = until;
  await fetchDue();
  await expect
    .poll(async () => (await listQuotes()).map(({ fetched_at }) => fetched_at))
    .toEqual(symbols.map(() => until.toISOString()));
  expect(symbols.map(countOf)).toEqual(before.map((count) => count + 1));
});

it('tries a symbol that the source has no price of after 2, 4, 8 … 60 minutes', async () => {
  await harness.addStock(token, 'KO');
  mockServer.quotes.change('KO', null);
  const read = async () =>
    quoteList.parse((await harness.rest('GET', '/quotes/?symbols=KO', { token })).body);
  const waits: number[] = [];
  for (let failure = 0; failure < 7; failure += 1) {
    await read();
    await fetchDue();
    const dueAt = async () => Date.parse((await read()).next_at ?? '');
    // The worker may have claimed the stock before.
    await expect.poll(dueAt).toBeGreaterThan(now.getTime());
    expect((await read()).skipped).toEqual([
      { symbol: 'KO', reason: 'Yahoo Finance has no price for KO today.' },
    ]);
    waits.push(((await dueAt()) - now.getTime()) / 60_000);
    now = new Date(await dueAt());
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
});

/** Fetches all symbols a minute later. */
async function fetchAll() {
  now = new Date(now.getTime() + 60_000);
  await listQuotes();
  await fetchDue();
}

it('wants a stock for 150 s, and writes it again when less than 90 s are left', async () => {
  const wantedFor = async (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
    await listQuotes();
    const { rows } = await sql<{ until: string }>`
      select wanted_until as until from stock_quote join stock on stock.id = stock_id where symbol = 'AAPL'
    `.execute(harness.services.database.fork().getKysely());
    return (Date.parse(rows[0]?.until ?? '') - now.getTime()) / 1000;
  };
  expect([await wantedFor(600), await wantedFor(60), await wantedFor(1)]).toEqual([150, 90, 150]);
});

it('names since when a stock of an open market has no trade', async () => {
  await fetchAll();
  // The worker may have claimed the stocks before: it must have stored what it read.
  await expect
    .poll(async () => {
      await fetchDue();
      return (await listQuotes()).map(({ fetched_at }) => fetched_at);
    })
    .toEqual(symbols.map(() => now.toISOString()));
  const lastTrade = new Date(now.getTime() - 30 * 60_000);
  mockServer.quotes.change('AAPL', { regularMarketTime: lastTrade.getTime() / 1000 });
  await sql`update stock_quote set time = null`.execute(harness.services.database.fork().getKysely());
  await fetchAll();
  await expect
    .poll(async () => (await listQuotes()).map((quote) => quote.no_trade_since))
    .toEqual([lastTrade.toISOString(), null, null]);
});

it('counts refused quotes by reason, and times that are ahead of its clock', async () => {
  mockServer.quotes.change('AAPL', { currency: 'GBP' });
  mockServer.quotes.change('MSFT', { regularMarketTime: now.getTime() / 1000 + 120 });
  await fetchAll();
  await expect
    .poll(() => harness.metrics.registry.metrics())
    .toMatch(
      /stockbook_quote_refused_total\{reason="currency"\} 1\n[\s\S]*stockbook_quote_clock_skew_total [1-9]/,
    );
  mockServer.quotes.reset();
});

it('shares the budget of a way to quotes with all processes', async () => {
  const pauses = createPauseStore(harness.services.database);
  const take = (calls: number, day: string) => pauses.takeCalls('eodhd quote', calls, new Date(day), 16);
  const [first, second] = ['2026-11-20', '2026-11-21'] as const;
  expect([await take(17, first), await take(10, first), await take(7, first), await take(6, first)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([await take(1, first), await take(16, second)]).toEqual([false, true]);
});

it('keeps the prices of a source that limits requests, and names the cause and the next try', async () => {
  mockServer.behave('rate-limited', { endpoint: 'quote' });
  await fetchAll();
  const read = async () =>
    (await harness.rest('GET', `/quotes/?symbols=${symbols.join(',')}`, { token })).body;
  await expect.poll(read).toMatchObject({
    problem: 'Yahoo Finance is limiting requests',
    next_try_at: new Date(now.getTime() + 5 * 60_000).toISOString(),
    skipped: [],
  });
  const pauses = createPauseStore(harness.services.database);
  const [quote, spark] = await Promise.all([pauses.read('yahoo quote'), pauses.read('yahoo spark')]);
  expect(quote).toMatchObject({ seconds: 300, reason: 'Yahoo Finance is limiting requests' });
  expect(spark).toEqual(quote);
  const line = harness.logged.find((text) => text.includes('failed to fetch quotes')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ source: 'yahoo', stocks: expect.any(Number) });
  expect(line).not.toMatch(/AAPL|MSFT|NVDA/);
});
