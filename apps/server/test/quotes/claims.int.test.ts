import { fetchQuotes } from '@stockbook/api';
import { quoteList } from '@stockbook/api/schemas';
import { stockQuoteRepository } from '@stockbook/db';
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
  harness = await Harness.start(changes, () => now);
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
