import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readEnv } from '../env.ts';
import { checkQuotes } from './check-quotes.ts';

let mockServer: YahooMockServer;

beforeAll(async () => {
  mockServer = await startYahooMockServer();
  mockServer.quotes.change('AAPL', {
    regularMarketPrice: 187.62,
    regularMarketDayHigh: 188,
    regularMarketTime: Date.parse('2026-01-05T20:42:00Z') / 1000,
  });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => mockServer.close());

function check(settings: Record<string, string> = {}) {
  const all = { MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url, ...settings };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  return checkQuotes(readEnv());
}

it('names each way to prices during the session with its answer', async () => {
  const [quote, spark] = ['quote', 'spark'].map((way) => `by ${way} (AAPL 187.62 at 15:42)`);
  const finding = (ways: string) => [
    { subject: 'quotes', isOk: true, text: `Prices during the session: ${ways}` },
  ];
  expect(await check()).toEqual(finding(`${quote} and ${spark}`));
  mockServer.quotes.askConsent();
  expect(await check()).toEqual(finding(`${spark}`));
});

it('names a server with closing prices only', async () => {
  const text = 'Prices during the session: closing prices only';
  expect(await check({ QUOTES: 'off' })).toEqual([{ subject: 'quotes', isOk: true, text }]);
});
