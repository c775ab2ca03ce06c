import { expect, it } from 'vitest';
import { columnsOf } from '#testing/bar-columns.ts';
import { describeBars } from '../drawn-chart.tsx';
import { barsAsText, exportName } from './export-menu.tsx';

const rows = [
  { date: '2026-11-19', open: 1, high: 2.5, low: 0.5, close: 2, volume: 1000 },
  { date: '2026-11-20', open: 2, high: 3, low: 1.5, close: 2.5, volume: 2000 },
];
const bars = columnsOf(rows);

it('writes a header line and a line with the basis of the price for each bar', () => {
  expect(barsAsText(bars, { source: 'simulated', isAdjusted: false }, ',')).toBe(
    'date,open,high,low,close,volume,data_source,adjusted_for\r\n' +
      '2026-11-19,1,2.5,0.5,2,1000,simulated,splits\r\n2026-11-20,2,3,1.5,2.5,2000,simulated,splits\r\n',
  );
  expect(barsAsText(columnsOf(rows.slice(0, 1)), { source: 'yahoo', isAdjusted: true }, '\t')).toBe(
    'date\topen\thigh\tlow\tclose\tvolume\tdata_source\tadjusted_for\r\n' +
      '2026-11-19\t1\t2.5\t0.5\t2\t1000\tyahoo\tsplits and dividends\r\n',
  );
});

it('replaces special characters of the symbol in file names', () => {
  expect(exportName('EURUSD=X', '1Y', { source: 'yahoo', isAdjusted: false }, 'csv')).toBe('EURUSD-X-1Y.csv');
  expect(exportName('^GSPC', 'ALL', { source: 'simulated', isAdjusted: true }, 'png')).toBe(
    'GSPC-ALL-adjusted-simulated.png',
  );
});

it('describes the chart in a sentence', () => {
  expect(describeBars({ symbol: 'AAPL', currency: 'USD', recent_closes: [] }, bars, false)).toBe(
    'Price and volume chart of AAPL from Nov 19, 2026 to Nov 20, 2026: close from $2.00 to $2.50, +25.00%; ' +
      'lowest $0.50, highest $3.00.',
  );
  expect(describeBars({ symbol: 'AAPL', currency: 'USD', recent_closes: [] }, bars, true)).toContain(
    'to Nov 20, 2026, adjusted for dividends: close from',
  );
});
