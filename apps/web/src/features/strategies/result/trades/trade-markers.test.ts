import { expect, it } from 'vitest';
import { barTime, noBars } from '#components/chart/bar-columns.ts';
import { backtestTrade } from '#testing/strategies.ts';
import { tradeMarkers } from './trade-markers.ts';

const bars = { ...noBars, time: ['2026-01-05', '2026-01-06', '2026-01-07'].map(barTime) };

it('marks the bars of entries and exits, with the reason', () => {
  const trades = [
    backtestTrade({ entry_date: '2026-01-05', exit_date: '2026-01-07', reason: 'take_profit' }),
    backtestTrade({ entry_date: '2026-01-07', exit_date: null, reason: 'open' }),
  ];
  expect(tradeMarkers(trades, bars).map(({ bar, text, position }) => [bar, text, position])).toEqual([
    [0, 'Entry', 'belowBar'],
    [2, 'Take-profit', 'aboveBar'],
    [2, 'Entry', 'belowBar'],
  ]);
});

it('leaves out days without a bar, which the provider may have withdrawn', () => {
  const trade = backtestTrade({ entry_date: '2026-01-02', exit_date: '2026-01-06' });
  expect(tradeMarkers([trade], bars)).toHaveLength(1);
});

it('has no texts for many trades, which would cover the candles', () => {
  const trades = Array.from({ length: 41 }, () => backtestTrade({ entry_date: '2026-01-05' }));
  expect(tradeMarkers(trades, bars).every(({ text }) => text === '')).toBe(true);
});
