import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasValidCheckDigit, isIsin, isSymbol } from './symbols.ts';

describe('isSymbol', () => {
  it.each(['AAPL', 'BRK-B', 'BRK.B', '^GSPC', '0700.HK', 'EURUSD=X', 'M&M.NS', 'A', 'A'.repeat(20)])(
    'accepts %s',
    (text) => {
      expect(isSymbol(text)).toBe(true);
    },
  );
  it.each(['', ' ', 'aapl', 'AA PL', 'A/B', '../AAPL', 'A\\B', 'A%2FB', 'Ä', 'A\n', 'A\0', 'A'.repeat(21)])(
    'rejects %j',
    (text) => {
      expect(isSymbol(text)).toBe(false);
    },
  );
});

describe('isIsin', () => {
  it.each(['US0378331005', 'US0378331006', 'KYG875721634'])(
    'accepts %s without verifying the check digit',
    (text) => {
      expect(isIsin(text)).toBe(true);
    },
  );
  it.each([
    '',
    'AAPL',
    'us0378331005',
    'US037833100',
    'US03783310055',
    'U10378331005',
    'US037833100X',
    'US0378331005\n',
  ])('rejects %j', (text) => {
    expect(isIsin(text)).toBe(false);
  });
});

describe('hasValidCheckDigit', () => {
  it.each(['US0378331005', 'AU0000XVGZA3', 'GB0002634946', 'DE000BASF111', 'KYG875721634', 'JP3633400001'])(
    'accepts %s',
    (isin) => {
      expect(hasValidCheckDigit(isin)).toBe(true);
    },
  );

  it('rejects text without the shape of an ISIN', () => {
    expect(hasValidCheckDigit('AAPL')).toBe(false);
  });

  it('accepts exactly one of ten check digits, and rejects one wrong digit', () => {
    const body = fc.stringMatching(/^[A-Z]{2}[A-Z0-9]{9}$/);
    fc.assert(
      fc.property(body, fc.nat(8), fc.nat(8), (start, place, step) => {
        const valid = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).filter(hasValidCheckDigit);
        expect(valid).toHaveLength(1);
        const isin = valid[0] ?? '';
        const at = 2 + place;
        const character = isin[at] ?? '';
        if (!/\d/.test(character)) return;
        const mistyped = `${isin.slice(0, at)}${(Number(character) + step + 1) % 10}${isin.slice(at + 1)}`;
        expect(hasValidCheckDigit(mistyped)).toBe(false);
      }),
    );
  });
});
