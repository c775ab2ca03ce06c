import { expect, it } from 'vitest';
import { stockResult } from '#testing/strategies.ts';
import { watchListItem } from '#testing/watch-list-item.ts';
import { pictureName, resultCaption } from './result-caption.ts';

const strategy = { name: 'Golden cross' };

it('names the strategy, the stock, the figures and the source', () => {
  const { stock } = watchListItem({ symbol: 'AAPL' });
  const result = stockResult({ symbol: 'AAPL', start: '2016-01-04', end: '2026-11-20' });
  const caption = resultCaption({ strategy, result, stock });
  expect(caption.title).toBe('Golden cross · AAPL');
  expect(caption.subtitle).toContain('from Jan 4, 2016 to Nov 20, 2026');
  expect(caption.details).toMatch(
    /^Return \+.*% · Buy and hold .*% · Worst drawdown −.*% · Trades \d+ · Exposure /,
  );
  expect(caption.source).toBe('Source: Yahoo Finance · Stockbook');
  expect(caption.warning).toBeNull();
});

it('warns of simulated data, in the file name, too', () => {
  const { stock } = watchListItem({ symbol: 'AAPL', data_source: 'simulated' });
  expect(resultCaption({ strategy, result: stockResult(), stock }).warning?.short).toBe('Simulated data');
  expect(pictureName('Golden cross / weekly', '^GSPC', stock)).toBe('Golden-cross-weekly-GSPC-simulated.png');
  expect(pictureName('???', 'EURUSD=X', undefined)).toBe('strategy-EURUSD-X.png');
});
