import { describe, expect, it } from 'vitest';
import { holdings, performance } from '../src/index.ts';
import { makeBook, type ShortBook, type ShortStock, weekCloses } from './make-book.ts';

const options = { since: null, until: null, benchmark: null, riskFreePercent: 0, series: false };

function pair(symbol: string, rate: number, date = '2024-01-01'): ShortStock {
  return { symbol, currency: null, closes: [[date, rate]] };
}

function rateOf(stockCurrency: string, pairs: readonly ShortStock[], book: Partial<ShortBook> = {}) {
  const answer = holdings(
    makeBook({
      transactions: [
        { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 1, price: 100, currency: stockCurrency },
      ],
      stocks: [{ symbol: 'AAA', currency: stockCurrency, closes: weekCloses }, ...pairs],
      ...book,
    }),
    { date: '2024-01-03', closed: false },
  );
  return { rate: answer.holdings[0]?.fxRate, skipped: answer.skipped, cost: answer.holdings[0]?.cost.fifo };
}

describe('the rate of a day', () => {
  it.each([
    ['directly', 'USD', [pair('USDEUR=X', 0.9), pair('EURUSD=X', 1.25)], 0.9],
    ['inversely', 'USD', [pair('EURUSD=X', 1.25)], 0.8],
    [
      'inversely before the direct pair begins',
      'USD',
      [pair('USDEUR=X', 0.9, '2024-01-09'), pair('EURUSD=X', 1.25)],
      0.8,
    ],
    ['through USD', 'SEK', [pair('USDSEK=X', 10), pair('EURUSD=X', 1.25)], 0.08],
    ['in pence', 'GBp', [pair('GBPEUR=X', 1.2)], 0.012],
    ['in agorot through USD', 'ILA', [pair('USDILS=X', 4), pair('EURUSD=X', 1.25)], 0.002],
  ] as const)('converts %s', (_, currency, pairs, rate) => {
    expect(rateOf(currency, pairs).rate).toBeCloseTo(rate, 14);
  });

  it('converts through EUR when there is no pair with USD', () => {
    const pairs = [pair('EURNOK=X', 12), pair('SEKEUR=X', 0.09)];
    expect(rateOf('SEK', pairs, { currency: 'NOK' }).rate).toBeCloseTo(1.08, 14);
  });

  it('divides pence by 100 without a pair when the book is in GBP', () => {
    expect(rateOf('GBX', [], { currency: 'GBP' })).toEqual({ rate: 0.01, skipped: [], cost: 1 });
  });

  it('takes the rate entered last as long as the pair has no bars, times 100 for pence', () => {
    const transactions = [
      {
        type: 'BUY',
        date: '2024-01-02',
        symbol: 'AAA',
        quantity: 1,
        price: 100,
        currency: 'GBp',
        fxRate: 0.012,
      },
    ] as const;
    expect(rateOf('GBP', [pair('GBPEUR=X', 1.5, '2024-01-09')], { transactions }).rate).toBeCloseTo(1.2, 14);
  });

  it('starts from the old currency of the portfolio when a rate was entered before it changed', () => {
    const transactions = [
      {
        type: 'BUY',
        date: '2024-01-02',
        symbol: 'AAA',
        quantity: 1,
        price: 100,
        currency: 'USD',
        fxRate: 0.9,
        fxCurrency: 'CHF',
      },
    ] as const;
    expect(rateOf('USD', [pair('CHFEUR=X', 1.05), pair('USDEUR=X', 0.8)], { transactions }).cost).toBeCloseTo(
      94.5,
      12,
    );
  });

  it('warns of a rate that is older than seven days', () => {
    const book = makeBook({
      transactions: [
        { type: 'BUY', date: '2024-01-09', symbol: 'AAA', quantity: 1, price: 100, currency: 'USD' },
      ],
      stocks: [{ symbol: 'AAA', currency: 'USD', closes: weekCloses }, pair('EURUSD=X', 1.25)],
    });
    expect(performance(book, options).warnings).toEqual([
      {
        kind: 'stale_rate',
        pair: 'EURUSD=X',
        since: '2024-01-01',
        message: 'The EURUSD=X rate of Jan 1, 2024 was used until Jan 10, 2024: there was no later one',
      },
    ]);
  });
});

describe('a holding without a rate or currency', () => {
  it('skips a holding while its pair is being fetched, and never converts at 1', () => {
    expect(rateOf('HUF', [])).toEqual({
      rate: undefined,
      cost: undefined,
      skipped: [{ symbol: 'AAA', kind: 'missing_rate', reason: 'The HUF/EUR rate is being fetched' }],
    });
  });

  it('skips a holding when the pair begins after its purchase', () => {
    expect(rateOf('SEK', [pair('SEKEUR=X', 0.09, '2024-01-03')]).skipped).toEqual([
      { symbol: 'AAA', kind: 'missing_rate', reason: 'There is no SEK/EUR rate for Jan 2, 2024' },
    ]);
  });

  it('skips a holding until its currency is known, and leaves the other holdings as they are', () => {
    const short: ShortBook = {
      transactions: [
        { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 1, price: 100 },
        { type: 'BUY', date: '2024-01-02', symbol: 'BBB', quantity: 1, price: 100 },
      ],
      stocks: [
        { symbol: 'AAA', currency: null, closes: weekCloses },
        { symbol: 'BBB', closes: weekCloses },
      ],
    };
    const answer = performance(makeBook(short), options);
    expect(answer).toMatchObject({ inflow: 100, valueEnd: 110 });
    expect(answer.skipped).toEqual([
      { symbol: 'AAA', kind: 'unknown_currency', reason: 'The currency of AAA is not known' },
    ]);
    const quoteCurrencies = [{ portfolioId: 'p1', symbol: 'AAA', currency: 'EUR' }];
    expect(performance(makeBook({ ...short, quoteCurrencies }), options)).toMatchObject({
      inflow: 200,
      valueEnd: 220,
      skipped: [],
    });
  });

  it('leaves out cash in a currency without a rate', () => {
    const book = makeBook({
      cashTracking: true,
      transactions: [
        { type: 'DEPOSIT', date: '2024-01-02', amount: 100 },
        { type: 'DEPOSIT', date: '2024-01-02', amount: 5000, currency: 'HUF' },
      ],
      today: '2024-01-05',
    });
    const answer = performance(book, options);
    expect(answer).toMatchObject({ inflow: 100, valueEnd: 100 });
    expect(answer.skipped).toMatchObject([{ symbol: 'HUF', kind: 'missing_rate' }]);
  });
});

describe('prices', () => {
  it('values a stock without bars at the price of its last trade', () => {
    const book = makeBook({
      transactions: [
        { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 2, price: 50 },
        { type: 'BUY', date: '2024-01-03', symbol: 'AAA', quantity: 2, price: 60 },
      ],
      stocks: [{ symbol: 'AAA' }],
    });
    expect(holdings(book, { date: null, closed: false }).holdings[0]).toMatchObject({
      price: 60,
      priceDate: '2024-01-03',
      value: 240,
      dayChange: null,
    });
  });

  it('warns of a price that is older than ten days', () => {
    const book = makeBook({
      transactions: [{ type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 1, price: 100 }],
      stocks: [{ symbol: 'AAA', closes: weekCloses }],
    });
    expect(holdings(book, { date: '2024-01-20', closed: false }).warnings).toEqual([]);
    expect(holdings(book, { date: '2024-01-21', closed: false }).warnings).toEqual([
      {
        kind: 'stale_price',
        symbol: 'AAA',
        since: '2024-01-10',
        message: 'No prices of AAA since Jan 10, 2024',
      },
    ]);
  });
});
