import { expect, it } from 'vitest';
import { lastRows, maxRowsOfList } from './last-rows.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ date: `day ${index}` }));

it('keeps a short list', () => {
  const value = { symbol: 'AAPL', data: rows(maxRowsOfList) };
  expect(lastRows(value)).toEqual({ value, omitted: 0 });
});

it('keeps the last rows of a long list', () => {
  const { value, omitted } = lastRows({ symbol: 'AAPL', data: rows(300) });
  expect(value).toEqual({ symbol: 'AAPL', data: rows(300).slice(50) });
  expect(omitted).toBe(50);
});

it('keeps fewer rows of each list if there are many lists, and at least one', () => {
  const indicators = (count: number) => Array.from({ length: count }, () => ({ data: rows(30) }));
  expect(lastRows({ indicators: indicators(50) })).toEqual({
    value: { indicators: Array.from({ length: 50 }, () => ({ data: rows(30).slice(10) })) },
    omitted: 500,
  });
  expect(lastRows({ indicators: indicators(2000) }).omitted).toBe(2000 * 29);
});

it('leaves lists without dates alone', () => {
  const value = {
    stocks: Array.from({ length: 300 }, (_, id) => ({ id })),
    total: 300,
    empty: [],
    none: null,
  };
  expect(lastRows(value)).toEqual({ value, omitted: 0 });
});
