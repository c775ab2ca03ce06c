import { expect, it } from 'vitest';
import { describeBars } from './describe-bars.ts';
import { barsAsText, exportName } from './export-bars.ts';

const bars = [
  { date: '2026-11-19', open: 1, high: 2.5, low: 0.5, close: 2, volume: 1000 },
  { date: '2026-11-20', open: 2, high: 3, low: 1.5, close: 2.5, volume: 2000 },
];

it('writes a line for each bar below the names of the columns', () => {
  expect(barsAsText(bars, ',')).toBe(
    'date,open,high,low,close,volume\r\n2026-11-19,1,2.5,0.5,2,1000\r\n2026-11-20,2,3,1.5,2.5,2000\r\n',
  );
  expect(barsAsText([], '\t')).toBe('date\topen\thigh\tlow\tclose\tvolume\r\n');
});

it('names files without the signs that file systems mind', () => {
  expect(exportName('EURUSD=X', '1Y', 'csv')).toBe('EURUSD-X-1Y.csv');
  expect(exportName('^GSPC', 'ALL', 'png')).toBe('GSPC-ALL.png');
});

it('says in words what the chart shows', () => {
  expect(describeBars('AAPL', bars, 'USD')).toBe(
    'Price and volume chart of AAPL from Nov 19, 2026 to Nov 20, 2026: close from $2.00 to $2.50, +25.00%; ' +
      'lowest $0.50, highest $3.00.',
  );
});
