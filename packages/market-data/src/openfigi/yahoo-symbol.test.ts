import { describe, expect, it } from 'vitest';
import { yahooSymbol } from './yahoo-symbol.ts';

describe('yahooSymbol', () => {
  it.each([
    ['CSX5', 'LN', 'CSX5.L'],
    ['SXRT', 'GY', 'SXRT.DE'],
    ['VWRA', 'NA', 'VWRA.AS'],
    ['BRK/B', 'UN', 'BRK-B'],
    ['BP/', 'LN', 'BP.L'],
    ['BT/A', 'LN', 'BT-A.L'],
    ['700', 'HK', '0700.HK'],
    ['NOVOB', 'DC', 'NOVO-B.CO'],
    ['VOLV B', 'SS', 'VOLV-B.ST'],
    ['ABB', 'SS', 'ABB.ST'],
    ['7203', 'JT', '7203.T'],
    ['AAPL', 'ZZ', null],
    ['A"B', 'US', null],
  ])('maps %s at %s to %s', (ticker, exchCode, symbol) => {
    expect(yahooSymbol({ ticker, exchCode })).toBe(symbol);
  });
});
