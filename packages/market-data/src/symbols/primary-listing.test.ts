import { describe, expect, it } from 'vitest';
import { primaryFirst } from './primary-listing.ts';

const order = (isin: string, symbols: string[]) =>
  primaryFirst(
    isin,
    symbols.map((symbol) => ({ symbol })),
  ).map(({ symbol }) => symbol);

describe('primaryFirst', () => {
  it.each([
    ['US0378331005', ['APC.F', 'APC.DE', 'AAPL', 'AAPL.MX'], 'AAPL'],
    ['US0846707026', ['BRYN.DE', 'BRK-B'], 'BRK-B'],
    ['DE0007164600', ['SAP', 'SAP.F', 'SAP.DE'], 'SAP.DE'],
    ['GB0005405286', ['0005.HK', 'HBC1.DE', 'HSBA.L'], 'HSBA.L'],
    ['NL0010273215', ['ASME.DE', 'ASML.AS'], 'ASML.AS'],
    ['NL0000235190', ['AIR.DE', 'AIR.PA'], 'AIR.PA'],
    ['IE00B4BNMY34', ['CSA.F', 'ACN'], 'ACN'],
    ['KYG875721634', ['NNND.F', '0700.HK', 'TCEHY'], '0700.HK'],
    ['INE002A01018', ['RELIANCE.BO', 'RELIANCE.NS'], 'RELIANCE.NS'],
  ])('puts the home listing of %s first in %j: %s', (isin, symbols, home) => {
    expect(order(isin, symbols)[0]).toBe(home);
  });

  it('keeps the order when no listing is at a home exchange', () => {
    expect(order('XS0000000009', ['B', 'A.DE', 'C.L'])).toEqual(['B', 'A.DE', 'C.L']);
    expect(order('US0378331005', ['APC.F', 'APC.DE'])).toEqual(['APC.F', 'APC.DE']);
  });
});
