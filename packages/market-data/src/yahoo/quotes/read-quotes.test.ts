import { expect, it } from 'vitest';
import { acceptQuotes } from '../../quotes/accept-quote.ts';
import { quotesSchema, sparksSchema } from './quote-schema.ts';
import { quoteOfSpark, quoteOfYahoo } from './read-quotes.ts';

const second = (instant: string) => Date.parse(instant) / 1000;

/** An answer in the shape of Yahoo's, after the session of a Friday. */
const answer = (symbol: string, fields: object) => ({
  symbol,
  currency: 'USD',
  exchangeTimezoneName: 'America/New_York',
  marketState: 'CLOSED',
  exchangeDataDelayedBy: 0,
  quoteSourceName: 'Delayed Quote',
  regularMarketTime: second('2026-11-20T21:00:01Z'),
  regularMarketPreviousClose: 99,
  regularMarketOpen: 100,
  regularMarketDayHigh: 104,
  regularMarketDayLow: 98,
  regularMarketPrice: 103,
  regularMarketVolume: 2_000_000,
  ...fields,
});

it('reads states, times and delays of answers', () => {
  const post = { postMarketPrice: 103.5, postMarketTime: second('2026-11-21T00:59:53Z') };
  const answers = [
    answer('AAPL', { ...post, corporateActions: [], regularMarketDayRange: '98 - 104' }),
    answer('MSFT', { quoteSourceName: 'Nasdaq Real Time Price' }),
    answer('EQNR.OL', {
      currency: 'NOK',
      exchangeTimezoneName: 'Europe/Oslo',
      exchangeDataDelayedBy: 15,
      regularMarketTime: second('2026-11-20T15:25:25Z'),
      regularMarketPrice: 97.5,
    }),
    answer('EURUSD=X', { exchangeTimezoneName: 'Europe/London', regularMarketVolume: 0 }),
    answer('BTC-USD', {
      exchangeTimezoneName: 'UTC',
      marketState: 'REGULAR',
      quoteSourceName: 'CoinMarketCap',
      regularMarketTime: second('2026-11-21T08:19:49Z'),
    }),
  ];
  const instruments = answers.map(({ symbol }) => ({
    symbol,
    currency: symbol === 'EQNR.OL' ? 'NOK' : 'USD',
    timezone: null,
  }));
  const raw = quotesSchema.parse(answers).map(quoteOfYahoo);
  const { quotes, refused } = acceptQuotes(instruments, raw, new Date('2026-11-21T08:20:00Z'));
  expect(refused).toEqual([]);
  expect(
    quotes.map(({ symbol, marketState, delayMinutes, time }) => [
      symbol,
      marketState,
      delayMinutes,
      time.toISOString(),
    ]),
  ).toEqual([
    ['AAPL', 'closed', null, '2026-11-20T21:00:01.000Z'],
    ['MSFT', 'closed', 0, '2026-11-20T21:00:01.000Z'],
    ['EQNR.OL', 'closed', 15, '2026-11-20T15:25:25.000Z'],
    ['EURUSD=X', 'closed', null, '2026-11-20T21:00:01.000Z'],
    ['BTC-USD', 'open', 0, '2026-11-21T08:19:49.000Z'],
  ]);
  const [apple, , oslo] = quotes;
  expect(apple?.extended).toEqual({
    kind: 'post',
    price: 103.5,
    time: new Date('2026-11-21T00:59:53.000Z'),
  });
  // The price of a closing auction can lie below the day's low.
  expect(oslo).toMatchObject({ price: 97.5, low: 97.5, high: 104, extended: null });
});

it('reads the previous close of spark, or else that of its chart', () => {
  const previousCloseOf = (closes: object) => {
    const meta = { currency: 'USD', regularMarketPrice: 103, chartPreviousClose: 99, ...closes };
    const answer = { spark: { result: [{ symbol: 'AAPL', response: [{ meta }] }] } };
    return sparksSchema.parse(answer).spark.result?.map((spark) => quoteOfSpark(spark, 0).previousClose);
  };
  expect(previousCloseOf({ previousClose: 98 })).toEqual([98]);
  expect(previousCloseOf({})).toEqual([99]);
});
