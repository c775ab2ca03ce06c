import { expect, it } from 'vitest';
import { describeBars } from '../describe-bars.ts';
import { barsAsText, exportName } from './export-bars.ts';

const bars = [
  { date: '2026-11-19', open: 1, high: 2.5, low: 0.5, close: 2, volume: 1000 },
  { date: '2026-11-20', open: 2, high: 3, low: 1.5, close: 2.5, volume: 2000 },
];

it('writes a header line and a line with the data source for each bar', () => {
  expect(barsAsText(bars, 'simulated', ',')).toBe(
    'date,open,high,low,close,volume,data_source\r\n' +
      '2026-11-19,1,2.5,0.5,2,1000,simulated\r\n2026-11-20,2,3,1.5,2.5,2000,simulated\r\n',
  );
  expect(barsAsText([], 'yahoo', '\t')).toBe('date\topen\thigh\tlow\tclose\tvolume\tdata_source\r\n');
});

it('replaces special characters of the symbol in file names', () => {
  expect(exportName('EURUSD=X', '1Y', 'yahoo', 'csv')).toBe('EURUSD-X-1Y.csv');
  expect(exportName('^GSPC', 'ALL', 'simulated', 'png')).toBe('GSPC-ALL-simulated.png');
});

it('describes the chart in a sentence', () => {
  expect(describeBars('AAPL', bars, 'USD')).toBe(
    'Price and volume chart of AAPL from Nov 19, 2026 to Nov 20, 2026: close from $2.00 to $2.50, +25.00%; ' +
      'lowest $0.50, highest $3.00.',
  );
});
