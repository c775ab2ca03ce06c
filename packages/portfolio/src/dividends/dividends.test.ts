import { expect, it } from 'vitest';
import { makeBook, type ShortBook, type ShortTransaction } from '../../test/make-book.ts';
import { type DividendsOptions, dividends } from './dividends.ts';

const purchase = { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 100 } as const;

/** Ten shares of AAA at 100, with dividends per share on ex-dates, on 2024-07-01. */
function answer(
  { stock = {}, ...book }: Partial<ShortBook> & { readonly stock?: object },
  options: Partial<DividendsOptions> = {},
) {
  return dividends(
    makeBook({
      today: '2024-07-01',
      transactions: [purchase],
      stocks: [{ symbol: 'AAA', closes: [['2024-01-02', 100]], dividends: [['2024-02-01', 1.5]], ...stock }],
      ...book,
    }),
    { method: 'fifo', taxPercent: 0, dismissed: [], year: null, ...options },
  );
}

const exDates = (given: Parameters<typeof answer>[0], options?: Partial<DividendsOptions>) =>
  answer(given, options).suggested.map(({ exDate }) => exDate);

const paid = (date: string, rest: Partial<ShortTransaction> = {}): ShortTransaction => ({
  type: 'DIVIDEND',
  date,
  symbol: 'AAA',
  amount: 15,
  ...rest,
});

it('suggests a stored dividend with the shares of the eve and the tax of the portfolio', () => {
  const later = { ...purchase, date: '2024-02-01', quantity: 90 };
  expect(answer({ transactions: [purchase, later] }, { taxPercent: 26.375 }).suggested).toEqual([
    { symbol: 'AAA', exDate: '2024-02-01', quantity: 10, amount: 15, currency: 'EUR', taxes: 3.95625 },
  ]);
});

it('suggests a dividend to shares that were sold on the ex-date or later', () => {
  const sale = { ...purchase, type: 'SELL', date: '2024-02-01' } as const;
  expect(exDates({ transactions: [purchase, sale] })).toEqual(['2024-02-01']);
  expect(exDates({ transactions: [purchase, { ...sale, date: '2024-01-31' }] })).toEqual([]);
});

it('suggests the shares of the eve and the amount of all, whatever splits came later', () => {
  const stock = {
    splits: [
      ['2024-02-01', 3, 1],
      ['2024-06-03', 2, 1],
    ],
    dividends: [['2024-02-01', 0.25]],
  };
  expect(answer({ stock }).suggested).toMatchObject([{ quantity: 10, amount: 15 }]);
});

it('suggests no dividend before the first transaction or after today', () => {
  const dates = ['2023-12-29', '2024-01-02', '2024-01-03', '2024-07-01', '2024-07-02'];
  const stock = { dividends: dates.map((date) => [date, 1]) };
  expect(exDates({ stock })).toEqual(['2024-01-03', '2024-07-01']);
});

it.each([
  ['on the ex-date', [paid('2024-02-01')]],
  ['45 days later', [paid('2024-03-17')]],
  ['at any time with its ex-date', [paid('2024-06-20', { exDate: '2024-02-01' })]],
  ['on the day after today', [paid('2024-07-02', { exDate: '2024-02-01' })]],
])('does not suggest a dividend that was received %s', (_, received) => {
  expect(exDates({ transactions: [purchase, ...received] })).toEqual([]);
});

it.each([
  ['46 days later', [paid('2024-03-18')]],
  ['before the ex-date', [paid('2024-01-31')]],
  ['with another ex-date', [paid('2024-02-15', { exDate: '2024-02-02' })]],
  ['of another stock', [paid('2024-02-15', { symbol: 'BBB' })]],
])('suggests a dividend if one was received %s', (_, received) => {
  expect(exDates({ transactions: [purchase, ...received] })).toEqual(['2024-02-01']);
});

it('assigns a payment without an ex-date to the last dividend before it only', () => {
  const stock = {
    dividends: [
      ['2024-02-01', 1],
      ['2024-03-01', 1],
    ],
  };
  const transactions = (date: string) => [purchase, paid(date)];
  expect(exDates({ stock, transactions: transactions('2024-02-29') })).toEqual(['2024-03-01']);
  expect(exDates({ stock, transactions: transactions('2024-03-01') })).toEqual(['2024-02-01']);
});

it('does not suggest a dismissed dividend', () => {
  const dismissed = (symbol: string) => [{ symbol, exDate: '2024-02-01' }];
  expect(exDates({}, { dismissed: dismissed('AAA') })).toEqual([]);
  expect(exDates({}, { dismissed: dismissed('BBB') })).toEqual(['2024-02-01']);
});

it('suggests a dividend in the currency of the quotes, also without a rate', () => {
  const given = answer({ stock: { currency: 'USD' } });
  expect(given.suggested).toMatchObject([{ amount: 15, currency: 'USD' }]);
  expect(given.months).toEqual([]);
  expect(given.skipped).toMatchObject([{ symbol: 'AAA' }]);
});

it('expects the dividends of the 365 days up to today again for the shares held now', () => {
  const stock = {
    closes: [['2023-01-02', 50]],
    dividends: [
      ['2023-07-02', 9],
      ['2023-07-03', 1],
      ['2024-02-29', 2],
      ['2024-07-01', 3],
      ['2024-07-02', 9],
    ],
  };
  const transactions = [
    { ...purchase, date: '2023-01-02', quantity: 100, price: 40 },
    { ...purchase, type: 'SELL', date: '2024-06-03', quantity: 90 },
  ] as const;
  const { forecast, byStock, totals } = answer({ stock, transactions });
  expect(forecast.map(({ exDate, month, amount, value }) => [exDate, month, amount, value])).toEqual([
    ['2024-07-03', '2024-07', 10, 10],
    ['2025-02-28', '2025-02', 20, 20],
    ['2025-07-01', '2025-07', 30, 30],
  ]);
  expect(forecast.every(({ estimate }) => estimate)).toBe(true);
  // Ten shares at 50 that cost 40 each.
  const income = { received: 0, forwardIncome: 60, yieldPercent: 12, yieldOnCostPercent: 15 };
  expect(byStock).toEqual([{ symbol: 'AAA', ...income }]);
  expect(totals).toMatchObject(income);
});

it('converts at the rate of each payment, and the expected ones at that of today', () => {
  const { months, byStock } = answer({
    transactions: [
      { ...purchase, currency: 'GBp' },
      paid('2024-03-15', { amount: 1000, taxes: 100, currency: 'GBp', fxRate: 0.012 }),
    ],
    stocks: [
      {
        symbol: 'AAA',
        currency: 'GBp',
        closes: [['2024-01-02', 100]],
        dividends: [
          ['2024-03-01', 50],
          ['2024-05-02', 60],
        ],
      },
      {
        symbol: 'GBPEUR=X',
        closes: [
          ['2024-01-02', 1.1],
          ['2024-05-02', 1.2],
          ['2024-07-01', 1.25],
        ],
      },
    ],
  });
  expect(months).toEqual([
    { month: '2024-03', received: 10.8, suggested: 0, forecast: 0 },
    { month: '2024-05', received: 0, suggested: 7.2, forecast: 0 },
    { month: '2025-03', received: 0, suggested: 0, forecast: 6.25 },
    { month: '2025-05', received: 0, suggested: 0, forecast: 7.5 },
  ]);
  expect(byStock).toMatchObject([{ received: 10.8, forwardIncome: 13.75 }]);
});

it('restricts all but the expected income to a year', () => {
  const stock = {
    dividends: [
      ['2023-12-01', 1],
      ['2024-02-01', 2],
    ],
  };
  const transactions = [
    { ...purchase, date: '2023-01-02' },
    paid('2023-06-01', { fees: 1 }),
    paid('2024-06-03', { exDate: '2024-06-03' }),
  ];
  const of = (year: number) => answer({ stock, transactions }, { year });
  expect(of(2023).suggested.map(({ exDate }) => exDate)).toEqual(['2023-12-01']);
  expect(of(2023)).toMatchObject({
    forecast: [],
    totals: { received: 14, suggested: 10, forwardIncome: 30 },
  });
  expect(of(2024).months.map(({ month }) => month)).toEqual(['2024-02', '2024-06', '2024-12']);
  expect(of(2025).months).toEqual([{ month: '2025-02', received: 0, suggested: 0, forecast: 20 }]);
});

it('has no yields and no forecast of a stock that was sold, but what it paid', () => {
  const sale = { ...purchase, type: 'SELL', date: '2024-06-03' } as const;
  const { byStock, forecast } = answer({ transactions: [purchase, paid('2024-02-15'), sale] });
  expect(byStock).toEqual([
    { symbol: 'AAA', received: 15, forwardIncome: 0, yieldPercent: null, yieldOnCostPercent: null },
  ]);
  expect(forecast).toEqual([]);
});

it('takes the cost of the yield by the given method', () => {
  const transactions = [
    purchase,
    { ...purchase, date: '2024-01-03', price: 200 },
    { ...purchase, type: 'SELL', date: '2024-01-04' },
  ] as const;
  const cost = (method: 'fifo' | 'average') => answer({ transactions }, { method }).totals.yieldOnCostPercent;
  expect([cost('fifo'), cost('average')]).toEqual([0.75, 1]);
});

it('has neither suggestions nor sums without transactions', () => {
  expect(answer({ transactions: [] })).toMatchObject({ suggested: [], byStock: [], months: [] });
});
