import fc from 'fast-check';
import type { Book } from '../src/index.ts';
import { makeBook } from './make-book.ts';
import { type BookOptions, randomBook } from './random-books.ts';

export { makeBook };

/** Random books, for tests of packages that read them. Equal seeds give equal books. */
export function sampleBooks(count: number, seed: number, options: BookOptions = {}): Book[] {
  return fc.sample(randomBook(options), { numRuns: count, seed }).map(makeBook);
}
