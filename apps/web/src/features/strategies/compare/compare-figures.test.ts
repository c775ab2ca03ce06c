import { expect, it } from 'vitest';
import { stockResult } from '#testing/strategies.ts';
import { backtest } from '#testing/strategy-page.tsx';
import { comparedReturns, differenceText, differingSettings, statisticPairs } from './compare-figures.ts';

it('lists the rules and settings in which two results differ', () => {
  const own = backtest();
  const other = {
    ...own,
    rules: { ...own.rules, stop_loss_percent: 5 },
    settings: { ...own.settings, since: '2020-01-02', commission_percent: 0.2 },
  };
  expect(differingSettings(own, own)).toEqual([]);
  expect(differingSettings(own, other).map(({ name, other: text }) => `${name}: ${text}`)).toEqual([
    'Stop-loss: 5%',
    'Commission: 0.2%',
    'First day: Jan 2, 2020',
  ]);
});

it('compares all statistics of single stocks, and the medians if one result has several', () => {
  const own = { ...backtest(), results: [stockResult()] };
  const names = statisticPairs(own, own).ofStocks.map(({ name }) => name);
  expect(names).toHaveLength(30);
  const several = { ...own, results: [stockResult(), stockResult({ symbol: 'MSFT' })] };
  const medians = statisticPairs(own, several).ofStocks.map(({ name }) => name);
  expect(medians).toContain('sharpe_ratio');
  expect(medians).not.toContain('sqn');
});

it('writes differences with their sign', () => {
  expect(differenceText({ name: 'return_percent', own: 12.5, other: 4 })).toBe('+8.50 points');
  expect(differenceText({ name: 'sharpe_ratio', own: 0.25, other: 1 })).toBe('−0.75');
  expect(differenceText({ name: 'trades', own: 4, other: 4 })).toBe('0');
  expect(differenceText({ name: 'sqn', own: null, other: 1 })).toBe('N/A');
});

it('draws both equities from 0 %, and keeps the value before on a day without one', () => {
  const row = (date: string, equity: number) => ({ date, equity, buy_and_hold: 1 });
  const own = [row('2026-01-02', 100), row('2026-01-05', 150)];
  const other = [row('2026-01-01', 10), row('2026-01-02', 20), row('2026-01-06', 5)];
  expect(comparedReturns(own, other)).toEqual([
    { date: '2026-01-02', value: 0, compared: 100, drawdown: 0 },
    { date: '2026-01-05', value: 50, compared: 100, drawdown: 0 },
    { date: '2026-01-06', value: 50, compared: -50, drawdown: 0 },
  ]);
});
