import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type NewTransaction, type StockPrices, usePortfolios } from '../support/with-portfolios.ts';

type Row = readonly (string | number)[];

interface WorkedBook {
  readonly id: string;
  readonly about: string;
  readonly portfolio: { readonly currency: string; readonly cashTracking: boolean };
  readonly stocks: readonly StockPrices[];
  readonly transactions: readonly NewTransaction[];
  readonly until: string;
  readonly expected: {
    readonly holdings: readonly Readonly<Record<string, unknown>>[];
    readonly cash: Readonly<Record<string, number>>;
    readonly performance: Readonly<Record<string, unknown>> & {
      readonly gain: Readonly<Record<string, number>>;
    };
    readonly realised: { readonly fifo: readonly Row[]; readonly average: readonly Row[] };
    readonly days: readonly Row[];
    readonly suggestedDividends: readonly Row[];
  };
}

/** Books with every figure that follows from them, computed by other programs. */
const file = new URL('../../../../packages/portfolio/test/fixtures/books.json', import.meta.url);
const { books }: { books: readonly WorkedBook[] } = JSON.parse(readFileSync(file, 'utf8'));

const portfolios = usePortfolios();

/** Equality of numbers but for the last digits. */
function near(value: unknown): unknown {
  if (typeof value === 'number')
    return expect.closeTo(value, 6 - Math.ceil(Math.log10(Math.max(1, Math.abs(value)))));
  if (Array.isArray(value)) return value.map(near);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, near(field)]));
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The body of a transaction, and the symbols of the book renamed: stocks are shared by all books. */
function bodyOf(transaction: NewTransaction, rename: (symbol: string) => string): NewTransaction {
  const fields = Object.entries(transaction).map(([name, value]) => [snakeCase(name), value]);
  const { symbol, ...body } = Object.fromEntries(fields);
  return symbol === undefined ? body : { ...body, symbol: rename(symbol) };
}

const tested = [
  'split-10-for-1',
  'sold-before-the-split',
  'dividends',
  'foreign-stock',
  'with-cash-in-two-currencies',
  'shares-brought-in',
];

const isPair = (symbol: unknown) => String(symbol).endsWith('=X');

/** The ways in which the first stock of a book is stored. */
const told = {
  'a stock of a source': null,
  'an own instrument': 'money',
  'an own instrument in per cent': 'percent',
} as const;

/** Stores a stock as an own instrument. */
async function putOwn(
  { symbol, currency, closes, splits = [], dividends = [] }: StockPrices,
  quotedIn: 'money' | 'percent',
  units: number,
): Promise<void> {
  const { harness, token } = portfolios();
  const scaled = (price: number) => Number((price * units).toPrecision(15));
  const instrument = {
    symbol,
    name: symbol,
    currency,
    quoted_in: quotedIn,
    bars: closes.map(([date, close]) => ({ date, close: scaled(close) })),
  };
  const created = await harness.rest('POST', '/instruments', { token, body: instrument });
  expect([created.status, created.body.error]).toEqual([201, undefined]);
  const body = {
    dividends: dividends.map(([ex_date, amount]) => ({ ex_date, amount: scaled(amount) })),
    splits: splits.map(([ex_date, numerator, denominator]) => ({ ex_date, numerator, denominator })),
  };
  const stored = await harness.rest('PUT', `/instruments/${symbol}/actions`, { token, body });
  expect(stored.status).toBe(200);
}

describe.each(Object.entries(told))('a worked book that was posted with %s', (way, quotedIn) => {
  it.each(books.filter(({ id }) => tested.includes(id)).map((book) => [book.id, book] as const))(
    'has its figures in all calls: %s',
    async (id, { portfolio, stocks, transactions, until, expected }) => {
      const own = quotedIn === null ? undefined : stocks.find(({ symbol }) => !isPair(symbol))?.symbol;
      const units = (symbol: unknown) => (quotedIn === 'percent' && symbol === own ? 100 : 1);
      const rename = (symbol: string) => {
        const name = `${symbol.replace('.', '')}-${tested.indexOf(id)}`;
        if (isPair(symbol)) return symbol;
        return symbol === own
          ? `@${name}-${quotedIn}`.toUpperCase()
          : `${name}-${Object.keys(told).indexOf(way)}`;
      };
      for (const stock of stocks) {
        const renamed = { ...stock, symbol: rename(stock.symbol) };
        if (quotedIn !== null && stock.symbol === own) await putOwn(renamed, quotedIn, units(own));
        else await portfolios().putPrices(renamed);
      }
      const { currency, cashTracking: cash_tracking } = portfolio;
      const bodies = transactions.map((transaction) => {
        const { price, symbol } = transaction;
        const scaled = typeof price === 'number' ? { price: price * units(symbol) } : {};
        return bodyOf({ ...transaction, ...scaled }, rename);
      });
      const path = `/portfolios/${await portfolios().create({ currency, cash_tracking }, bodies)}`;

      const { gain, ...figures } = expected.performance;
      const { otherContribution: _, ...parts } = gain;
      const performance = await portfolios().get(`${path}/performance?until=${until}`);
      for (const name of [
        'since',
        'days',
        'twr',
        'twr_annual',
        'irr_period',
        'irr',
        'inflow',
        'outflow',
        'value_end',
      ]) {
        const want = Object.entries(figures).find(([key]) => snakeCase(key) === name)?.[1];
        expect([name, performance[name]]).toEqual([name, near(want)]);
      }
      expect(performance.gain).toEqual(near(parts));

      const { holdings, cash } = await portfolios().get(`${path}/holdings?date=${until}&closed=true`);
      for (const want of expected.holdings) {
        const { symbol, quantity, value, dividends } = want;
        const price = want.price === null ? null : Number(want.price) * units(symbol);
        expect(holdings).toContainEqual(
          expect.objectContaining({
            symbol: rename(String(symbol)),
            ...Object(near({ quantity, price, value, dividends })),
          }),
        );
      }
      const balances = (cash as { currency: string; amount: number }[]).map((each) => [
        each.currency,
        each.amount,
      ]);
      expect(Object.fromEntries(balances)).toEqual(near(expected.cash));

      const { sales } = await portfolios().get(`${path}/realised`);
      expect(
        (sales as { date: string; proceeds: number; gain: number }[]).map((sale) => [
          sale.date,
          sale.proceeds,
          sale.gain,
        ]),
      ).toEqual(
        near(
          expected.realised.fifo
            .map(([date, , , proceeds, , realised]) => [date, proceeds, realised])
            .toReversed(),
        ),
      );

      const { days } = await portfolios().get(`${path}/performance/days?until=${until}`);
      const rows = new Map((days as Record<string, unknown>[]).map((day) => [day.date, day]));
      for (const [date, value_before, inflow, outflow, value, factor, index] of expected.days) {
        expect(rows.get(date)).toEqual(near({ date, value_before, inflow, outflow, value, factor, index }));
      }

      const { suggested } = await portfolios().get(`${path}/dividends`);
      expect(
        (suggested as Record<string, unknown>[]).map((each) => [
          each.ex_date,
          each.symbol,
          each.quantity,
          each.amount,
        ]),
      ).toEqual(
        near(
          expected.suggestedDividends.map(([date, symbol, ...numbers]) => [
            date,
            rename(String(symbol)),
            ...numbers,
          ]),
        ),
      );
    },
  );
});
