import type { Book } from '../book.ts';

/** A book as it is sent to a thread: its transactions are a JSON text, which only the thread parses. */
export type PackedBook = Omit<Book, 'transactions'> & {
  /** A list of `Transaction`. */
  readonly transactions: string;
};

/** @throws SyntaxError if the transactions are not JSON */
export function unpackBook({ transactions, ...book }: PackedBook): Book {
  return { ...book, transactions: JSON.parse(transactions) };
}
