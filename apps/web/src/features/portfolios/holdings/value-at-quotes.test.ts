import { expect, it } from 'vitest';
import { holding, holdingList } from '#testing/portfolios.ts';
import { quote } from '#testing/quotes.ts';
import { valueAtQuotes } from './value-at-quotes.ts';

const facts = { symbol: 'AAA', currency: 'EUR', session_date: '2024-01-11', price: 112.35, change: 2.35 };
const quotes = (...changes: Parameters<typeof quote>) =>
  new Map([['AAA', quote({ ...facts, change_percent: 2.1364, ...changes[0] })]]);

it('multiplies quantity, price and exchange rate exactly, and leaves what is realised', () => {
  const list = holdingList({ holdings: [holding({ quantity: 0.1, fx_rate: 0.3, value: 3.3, cost: 3 })] });
  const { holdings } = valueAtQuotes(list, quotes({ price: 110.7, change: 0.7 }));
  expect(holdings[0]).toMatchObject({
    price: 110.7,
    value: 3.321,
    unrealised: 0.321,
    unrealised_percent: 10.7,
    day_change: 0.021,
    realised: 105.5,
    gain: 134,
    twr: 0.09190382728164867,
  });
});

it('adds the rise of the values to the totals, and weighs holdings and cash by the sum', () => {
  const base = holdingList();
  const list = holdingList({
    cash: [{ currency: 'EUR', amount: 450, value: 450, weight_percent: 45 }],
    totals: { ...base.totals, value: 1000 },
  });
  const { holdings, cash, totals } = valueAtQuotes(list, quotes());
  expect(totals).toMatchObject({ value: 1011.75, unrealised: 52.75, day_change: 11.75, realised: 105.5 });
  expect(totals.unrealised_percent).toBeCloseTo((100 * 52.75) / 509, 10);
  expect(totals.day_change_percent).toBe(1.175);
  expect(holdings[0]?.weight_percent).toBeCloseTo((100 * 561.75) / 1011.75, 10);
  expect(cash[0]?.weight_percent).toBeCloseTo((100 * 450) / 1011.75, 10);
});

it.each([
  ['the session of the quote has its final bar', { session_date: '2024-01-10' }],
  ['the quote is in another currency', { currency: 'GBp' }],
  ['the quote is of other shares, after a split of today', { is_rebased: true }],
  ['there is no quote', { symbol: 'BBB' }],
])('keeps the last close when %s', (_, changes) => {
  const list = holdingList();
  const given = quotes(changes).get('AAA');
  const bySymbol = new Map(given ? [[given.symbol, given]] : []);
  expect(valueAtQuotes(list, bySymbol)).toEqual({
    holdings: [{ ...holding(), quote: null }],
    cash: [],
    totals: { ...list.totals, day_change_percent: expect.closeTo(list.totals.day_change_percent ?? 0, 10) },
  });
});

it('keeps the last close of a holding without an exchange rate', () => {
  const list = holdingList({ holdings: [holding({ fx_rate: null })] });
  expect(valueAtQuotes(list, quotes()).holdings[0]).toMatchObject({ value: 550, quote: null });
});

it('has no change of the day when the quote has none', () => {
  const changes = { change: null, change_percent: null };
  expect(valueAtQuotes(holdingList(), quotes(changes)).holdings[0]).toMatchObject({
    day_change: null,
    day_change_percent: null,
  });
});
