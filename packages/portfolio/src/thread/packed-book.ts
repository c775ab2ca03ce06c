import { transactionTypes } from '@stockbook/common/transaction-types';
import type { Book, Transaction } from '../book/book.ts';
import type { Steps } from '../numbers/steps.ts';

/** A book as it is sent to a thread: its transactions are a text, which only the thread reads. */
export type PackedBook = Omit<Book, 'transactions'> & {
  /** A line for each transaction: the fields of `readLine`, separated by tabs, and empty for null. */
  readonly transactions: string;
};

/** About a millisecond. */
const linesPerStep = 1_000;

/** Reads the transactions of a book. @throws RangeError if a type is not known */
export function* unpackBook({ transactions, ...book }: PackedBook): Steps<Book> {
  const lines = transactions === '' ? [] : transactions.split('\n');
  const read: Transaction[] = [];
  for (const line of lines) {
    read.push(readLine(line));
    if (read.length % linesPerStep === 0) yield;
  }
  return { ...book, transactions: read };
}

const typesByName = new Map(transactionTypes.map((type) => [String(type), type]));

function readLine(line: string): Transaction {
  const fields = line.split('\t');
  const text = (index: number) => fields[index] ?? '';
  const textOrNull = (index: number) => fields[index] || null;
  const type = typesByName.get(text(2));
  if (type === undefined) throw new RangeError(`"${text(2)}" is not a type of transactions`);
  return {
    id: text(0),
    portfolioId: text(1),
    type,
    date: text(3),
    ordinal: Number(text(4)),
    symbol: textOrNull(5),
    quantity: textOrNull(6),
    price: textOrNull(7),
    amount: textOrNull(8),
    currency: text(9),
    fees: text(10),
    taxes: text(11),
    fxRate: textOrNull(12),
    fxCurrency: textOrNull(13),
    exDate: textOrNull(14),
    toAmount: textOrNull(15),
    toCurrency: textOrNull(16),
    transferId: textOrNull(17),
  };
}
