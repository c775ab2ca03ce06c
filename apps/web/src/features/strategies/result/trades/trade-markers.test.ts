import { expect, it } from 'vitest';
import { barTime, noBars } from '#components/chart/bar-columns.ts';
import { backtestTrade } from '#testing/strategies.ts';
import { tradeMarkers, tradeSegments } from './trade-markers.ts';

const bars = { ...noBars, time: ['2026-01-05', '2026-01-06', '2026-01-07'].map(barTime) };

it('marks the bars of entries and exits without words', () => {
  const trades = [
    backtestTrade({ entry_date: '2026-01-05', exit_date: '2026-01-07', reason: 'take_profit' }),
    backtestTrade({ entry_date: '2026-01-07', exit_date: null, reason: 'open' }),
  ];
  expect(tradeMarkers(trades, bars).map(({ bar, text, position }) => [bar, text, position])).toEqual([
    [0, '', 'belowBar'],
    [2, '', 'aboveBar'],
    [2, '', 'belowBar'],
  ]);
});

it('leaves out days without a bar, which the provider may have withdrawn', () => {
  const trade = backtestTrade({ entry_date: '2026-01-02', exit_date: '2026-01-06' });
  expect(tradeMarkers([trade], bars)).toHaveLength(1);
});

it('joins each entry with its exit in the colour of the profit, and an open trade with the last close', () => {
  const closes = { ...bars, close: [10, 11, 12] };
  const trades = [
    backtestTrade({
      entry_date: '2026-01-05',
      entry_price: 10,
      exit_date: '2026-01-06',
      exit_price: 9,
      profit: -1,
    }),
    backtestTrade({
      entry_date: '2026-01-06',
      entry_price: 9,
      exit_date: null,
      exit_price: null,
      profit: null,
    }),
  ];
  expect(tradeSegments(trades, closes)).toEqual([
    { from: { bar: 0, price: 10 }, to: { bar: 1, price: 9 }, color: 'down' },
    { from: { bar: 1, price: 9 }, to: { bar: 2, price: 12 }, color: 'muted' },
  ]);
});
