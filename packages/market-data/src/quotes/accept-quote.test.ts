import { expect, it } from 'vitest';
import { acceptQuotes, type RawQuote } from './accept-quote.ts';

const fetchedAt = new Date('2026-11-20T15:00:00Z');

const raw: RawQuote = {
  symbol: 'AAPL',
  currency: 'USD',
  price: 187.62,
  time: fetchedAt.getTime() - 1_000,
  previousClose: 186.9,
  open: 187,
  high: 188.1,
  low: 186.4,
  volume: 1_000,
  marketState: 'open',
  extended: null,
  delayMinutes: 0,
  sourceName: null,
  timezone: 'America/New_York',
};

function accept(changes: Partial<RawQuote>, currency: string | null = 'USD') {
  const instrument = { symbol: 'AAPL', currency, timezone: null };
  return acceptQuotes([instrument], [{ ...raw, ...changes }], fetchedAt);
}

it.each([
  ['USD', null, ['currency']],
  [null, null, []],
  [null, 'USD', []],
])('refuses a quote of a stock in %s in the currency %s: %j', (currency, quoted, refusals) => {
  const { refused } = accept({ currency: quoted }, currency);
  expect(refused.map(({ refusal }) => refusal)).toEqual(refusals);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('takes no figure that is %s', (value) => {
  expect(accept({ price: value }).refused).toEqual([{ symbol: 'AAPL', refusal: 'price' }]);
  const figures = { previousClose: value, open: value, high: value, low: value, volume: value };
  expect(accept(figures).quotes).toMatchObject([
    { previousClose: null, open: null, high: null, low: null, volume: null },
  ]);
});

it('cuts the words of the source to 60 printable characters', () => {
  const nameOf = (sourceName: string) => accept({ sourceName }).quotes[0]?.sourceName;
  expect(nameOf(' Nasdaq\u0000\u202e Real\n Time ')).toBe('Nasdaq Real Time');
  expect(nameOf('€'.repeat(61))).toBe('€'.repeat(60));
  expect(nameOf('\u0007')).toBeNull();
});
