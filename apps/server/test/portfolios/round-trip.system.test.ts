import { dateOfDay } from '@stockbook/common/days';
import { transactionTypes } from '@stockbook/common/transaction-types';
import { sql } from '@stockbook/db/testing';
import type { Book, StockHistory } from '@stockbook/portfolio';
import { sampleBooks } from '@stockbook/portfolio/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type NewTransaction, type StockPrices, usePortfolios } from '../support/with-portfolios.ts';
import { importerOf } from './support/importer.ts';

const seed = 34;
const sampleSize = 60;
const testedBooks = 6;

const portfolios = usePortfolios();

beforeEach(async () => {
  const { services } = portfolios().harness;
  await sql`delete from attempt_count`.execute(services.database.fork().getKysely());
});

/** A file of prices carries a split only on a day with a bar. */
function fitsFiles({ histories }: Book): boolean {
  return [...histories.values()].every(({ days, splits = [] }) =>
    splits.every(({ exDate }) => [...days].some((day) => dateOfDay(day) === exDate)),
  );
}

const books = sampleBooks(sampleSize, seed)
  .filter(fitsFiles)
  .toSorted((a, b) => b.transactions.length - a.transactions.length)
  .slice(0, testedBooks)
  .map((book, index) => ({ ...book, index }));

/** The symbol of a stock of a book: stocks are shared by all books, and their prices differ. */
const symbolIn = (index: number, symbol: string) => (symbol.endsWith('=X') ? symbol : `${symbol}-${index}`);

function pricesOf({ symbol, currency, days, closes, splits = [] }: StockHistory, index: number): StockPrices {
  return {
    symbol: symbolIn(index, symbol),
    currency,
    closes: Array.from(days, (day, place) => [dateOfDay(day), closes[place] ?? 0] as const),
    splits: splits.map(({ exDate, numerator, denominator }) => [exDate, numerator, denominator] as const),
  };
}

/** Returns request bodies that add the transactions of a book, rounded to the decimals of the columns. */
function bodiesOf({ transactions, index }: Book & { readonly index: number }): NewTransaction[] {
  const decimals = (text: string | null) => text && Number(text).toFixed(10);
  return transactions.map((transaction) => {
    const { type, date, symbol, currency, toCurrency, quantity, price, amount, fees, taxes, toAmount } =
      transaction;
    const body = {
      type,
      date,
      symbol: symbol && symbolIn(index, symbol),
      currency,
      quantity,
      price: decimals(price),
      amount,
      fees,
      taxes,
      to_amount: toAmount,
      to_currency: toCurrency,
    };
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  });
}

const listOf = async (id: string) => {
  const { harness, token } = portfolios();
  return (await harness.rest('GET', `/portfolios/${id}/transactions?limit=100`, { token })).text;
};

const exportOf = async (id: string) => {
  const { harness, token } = portfolios();
  const { status, text } = await harness.rest('GET', `/portfolios/${id}/transactions/export.csv`, { token });
  expect(status).toBe(200);
  return text;
};

/** Transactions without what belongs to a row of the database alone. */
const withoutIds = (transactions: readonly Record<string, unknown>[]) =>
  transactions.map(
    ({ id: _id, import_id: _import, created_at: _created, updated_at: _updated, ...fields }) => fields,
  );

describe('an export of the transactions of a random book', () => {
  it('covers all types of transactions and several currencies', () => {
    const all = books.flatMap(({ transactions }) => transactions);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(transactionTypes));
    expect(new Set(all.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(3);
  });

  it.each(books)(
    'gives equal transactions when it is imported, and none when that is taken back: book $index',
    async (book) => {
      for (const history of book.histories.values())
        await portfolios().putPrices(pricesOf(history, book.index));
      const settings = { currency: 'EUR', cash_tracking: book.cashTracking };
      const bodies = bodiesOf(book);
      const { preview, commit, takeBack, transactions } = importerOf(portfolios());
      const origin = await portfolios().create(settings, bodies);
      const text = await exportOf(origin);

      const empty = await portfolios().create(settings, []);
      const emptyList = await listOf(empty);
      const { importId, task } = await commit(empty, text);
      expect(task.result).toMatchObject({ added: bodies.length, already_there: 0, lines: [] });
      expect(withoutIds(await transactions(empty))).toEqual(withoutIds(await transactions(origin)));
      expect(await exportOf(empty)).toBe(text);

      const all = { new: 0, already_there: bodies.length, skipped: 0, problem: 0 };
      expect((await preview(empty, text)).counts).toEqual(all);
      const imported = await listOf(empty);
      expect((await commit(empty, text)).task.result).toMatchObject({ added: 0 });
      expect(await listOf(empty)).toBe(imported);
      expect((await takeBack(empty, importId)).status).toBe(200);
      expect(await listOf(empty)).toBe(emptyList);

      const half = Math.floor(bodies.length / 2);
      const begun = await portfolios().create(settings, bodies.slice(0, half));
      const [before, exportBefore] = [await listOf(begun), await exportOf(begun)];
      const rest = await commit(begun, text);
      expect(rest.task.result).toMatchObject({ added: bodies.length - half, already_there: half });
      expect((await takeBack(begun, rest.importId)).status).toBe(200);
      expect(await listOf(begun)).toBe(before);
      expect(await exportOf(begun)).toBe(exportBefore);
    },
  );
});
