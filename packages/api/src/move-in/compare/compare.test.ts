import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MovePlan, PlannedTransaction } from '../plan/plan.ts';
import { checkRandomBooks, checkRandomSplits } from '../testing/check-random-books.ts';
import { comparePlan, planBook, readBook } from '../testing/move-in.ts';
import { randomPpBook } from '../testing/random-pp-book.ts';

/** A change of one planned transaction; null if it changes neither shares nor money. */
type Mutation = (transaction: PlannedTransaction) => readonly PlannedTransaction[] | null;

const tenfold = (text: string | null) => (text === null ? null : String(Number(text) * 10));
const isZero = (text: string | null) => Number(text ?? 0) === 0;

const opposite: Partial<Record<PlannedTransaction['type'], PlannedTransaction['type']>> = {
  BUY: 'SELL',
  SELL: 'BUY',
  TRANSFER_IN: 'TRANSFER_OUT',
  TRANSFER_OUT: 'TRANSFER_IN',
  DEPOSIT: 'WITHDRAWAL',
  WITHDRAWAL: 'DEPOSIT',
  FEE: 'INTEREST',
  TAX: 'INTEREST',
};

const mutations: Readonly<Record<string, Mutation>> = {
  'a lost leg': () => [],
  'a repeated leg': (transaction) => [transaction, transaction],
  'the opposite sign': ({ type, ...rest }) => {
    const other = opposite[type];
    return other === undefined ? null : [{ ...rest, type: other }];
  },
  'a factor in the quantity': (transaction) =>
    transaction.quantity === null ? null : [{ ...transaction, quantity: tenfold(transaction.quantity) }],
  'a factor in the amount': (transaction) =>
    transaction.amount === null ? null : [{ ...transaction, amount: tenfold(transaction.amount) }],
  'a factor in the price': (transaction) =>
    isZero(transaction.price) || transaction.type === 'TRANSFER_IN'
      ? null
      : [{ ...transaction, price: tenfold(transaction.price) }],
  'lost fees': (transaction) => (isZero(transaction.fees) ? null : [{ ...transaction, fees: '0' }]),
  'lost taxes': (transaction) => (isZero(transaction.taxes) ? null : [{ ...transaction, taxes: '0' }]),
  'a lost rate': (transaction) => (transaction.fxRate === null ? null : [{ ...transaction, fxRate: null }]),
  'another currency': (transaction) =>
    // With a rate, the money is that of the portfolio.
    transaction.type.startsWith('TRANSFER') || transaction.fxRate !== null
      ? null
      : [{ ...transaction, currency: 'SEK' }],
};

/** Whether a transaction changes something at all: a sale for its costs alone moves no money. */
const matters = ({ quantity, amount }: PlannedTransaction) => !isZero(quantity) || !isZero(amount);

describe('compare', () => {
  it('finds no difference in random books', { timeout: 60_000 }, () => checkRandomBooks(300));

  it('finds no difference in splits, however they are told', { timeout: 60_000 }, () =>
    checkRandomSplits(300),
  );

  it.each(Object.entries(mutations))('notices %s', { timeout: 60_000 }, async (_, mutate) => {
    let count = 0;
    const missed: unknown[] = [];
    for (const random of fc.sample(randomPpBook, { numRuns: 120, seed: 43 })) {
      const book = await readBook(random);
      const { plan } = planBook(book);
      const [transaction] = plan.transactions.filter((each) => matters(each) && mutate(each) !== null);
      const mutated = transaction && mutate(transaction);
      if (!transaction || !mutated) continue;
      count += 1;
      const changed: MovePlan = {
        ...plan,
        transactions: plan.transactions.flatMap((each) => (each === transaction ? mutated : each)),
      };
      if (comparePlan(book, changed).equal) missed.push(transaction);
    }
    expect(missed).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(20);
  });
});
