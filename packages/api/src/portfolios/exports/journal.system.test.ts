import { sampleBooks } from '@stockbook/portfolio/testing';
import { describe, it } from 'vitest';
import { checkByPrograms } from './testing/check-journals.ts';
import { withJournals, withOwnSymbols } from './testing/with-journals.ts';

// In parts, so that each test ends within its time on a busy machine.
describe.each([1, 2, 3])('a third of 600 books, part %i', (part) => {
  it.each(['fifo', 'average'] as const)('has journals that the installed programs accept: %s', (method) => {
    const books = sampleBooks(200, 1_000 + part).map(withOwnSymbols);
    checkByPrograms(withJournals(books, method));
  });
});
