import { expect, it } from 'vitest';
import { watchListItem } from '#testing/watch-list-item.ts';
import { dayExtremes } from './day-extremes.tsx';
import { tableEntries } from './table-entries.ts';

const stock = (symbol: string, sector: string | null, last: number | null) =>
  watchListItem({ symbol, sector, last_close: last, previous_close: 100 });

const items = [
  stock('BAC', 'Financial Services', 101),
  stock('JPM', 'Financial Services', 103),
  stock('AAPL', 'Technology', 98),
  stock('MSFT', 'Technology', null),
  stock('SPY', null, 100),
];

it('has a row for each stock without groups', () => {
  expect(tableEntries(items, false).map(({ kind }) => kind)).toEqual(items.map(() => 'stock'));
});

it('puts a heading with number and mean change before the stocks of each sector', () => {
  const entries = tableEntries(items, true);
  expect(entries.map((entry) => (entry.kind === 'stock' ? entry.item.stock.symbol : entry.group))).toEqual([
    { sector: 'Financial Services', count: 2, meanPercent: 2 },
    'BAC',
    'JPM',
    { sector: 'Technology', count: 2, meanPercent: -2 },
    'AAPL',
    'MSFT',
    { sector: null, count: 1, meanPercent: 0 },
    'SPY',
  ]);
});

it('finds the largest gains and losses of the day, without stocks that have not changed', () => {
  const many = [...items, stock('KO', null, 104), stock('PEP', null, 110), stock('TSLA', null, 90)];
  const symbols = (changes: ReturnType<typeof dayExtremes>['best']) =>
    changes.map(({ item }) => item.stock.symbol);
  const { best, worst } = dayExtremes(many);
  expect(symbols(best)).toEqual(['PEP', 'KO', 'JPM']);
  expect(symbols(worst)).toEqual(['TSLA', 'AAPL']);
});
