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

describe('a worked book that was posted', () => {
  it.each(books.filter(({ id }) => tested.includes(id)).map((book) => [book.id, book] as const))(
    'has its figures in all calls: %s',
    async (id, { portfolio, stocks, transactions, until, expected }) => {
      const rename = (symbol: string) =>
        symbol.endsWith('=X') ? symbol : `${symbol.replace('.', '')}-${tested.indexOf(id)}`;
      for (const stock of stocks) await portfolios().putPrices({ ...stock, symbol: rename(stock.symbol) });
      const { currency, cashTracking: cash_tracking } = portfolio;
      const bodies = transactions.map((transaction) => bodyOf(transaction, rename));
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
        const { symbol, quantity, price, value, dividends } = want;
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
