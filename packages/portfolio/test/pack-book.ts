import type { Book, Transaction } from '../src/book/book.ts';
import type { PackedBook } from '../src/thread/index.ts';

const lineOf = (one: Transaction) =>
  [
    ...[one.id, one.portfolioId, one.type, one.date, one.ordinal, one.symbol],
    ...[one.quantity, one.price, one.amount, one.currency, one.fees, one.taxes],
    ...[one.fxRate, one.fxCurrency, one.exDate, one.toAmount, one.toCurrency, one.transferId],
  ].join('\t');

/** A book as the database writes it for a thread. */
export function packBook(book: Book): PackedBook {
  return { ...book, transactions: book.transactions.map(lineOf).join('\n') };
}
