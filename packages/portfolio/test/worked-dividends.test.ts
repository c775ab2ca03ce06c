import { expect, it } from 'vitest';
import { dividends } from '../src/index.ts';
import { bookOf, workedBooks } from './worked-books.ts';

it.each(workedBooks)('suggests the dividends of the book $id: $about', (worked) => {
  const { suggested } = dividends(bookOf(worked), {
    method: 'fifo',
    taxPercent: 0,
    dismissed: [],
    year: null,
  });
  expect(suggested.map(({ exDate, symbol, quantity, amount }) => [exDate, symbol, quantity, amount])).toEqual(
    worked.expected.suggestedDividends.map(([exDate, symbol, quantity, amount]) => [
      exDate,
      symbol,
      quantity,
      expect.closeTo(Number(amount), 9),
    ]),
  );
});

it('has a book with a dividend to suggest', () => {
  expect(workedBooks.flatMap(({ expected }) => expected.suggestedDividends)).not.toEqual([]);
});
