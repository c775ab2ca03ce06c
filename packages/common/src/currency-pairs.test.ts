import { describe, expect, it } from 'vitest';
import { conversionsInto, findPath, hasPath, pairsOf, pathsOf, symbolsOf } from './currency-pairs.ts';

describe('conversionsInto', () => {
  it('lists each main currency once, without that of the portfolio', () => {
    expect(conversionsInto('EUR', ['USD', 'GBp', 'EUR', 'GBX', 'GBP', 'USD'])).toEqual([
      { from: 'GBP', to: 'EUR' },
      { from: 'USD', to: 'EUR' },
    ]);
    expect(conversionsInto('GBP', ['GBp', 'GBP'])).toEqual([]);
  });
});

describe('pathsOf', () => {
  it('goes through the dollar and then the euro when neither is converted', () => {
    expect(pathsOf({ from: 'HUF', to: 'SEK' })).toEqual([
      [['HUF', 'SEK']],
      [
        ['HUF', 'USD'],
        ['USD', 'SEK'],
      ],
      [
        ['HUF', 'EUR'],
        ['EUR', 'SEK'],
      ],
    ]);
  });

  it('does not go through a currency that is converted', () => {
    expect(pathsOf({ from: 'HUF', to: 'EUR' })).toEqual([
      [['HUF', 'EUR']],
      [
        ['HUF', 'USD'],
        ['USD', 'EUR'],
      ],
    ]);
    expect(pathsOf({ from: 'USD', to: 'EUR' })).toEqual([[['USD', 'EUR']]]);
  });
});

describe('symbolsOf', () => {
  it.each([
    ['HUF', 'EUR', 'EURHUF=X'],
    ['EUR', 'HUF', 'EURHUF=X'],
    ['USD', 'EUR', 'EURUSD=X'],
    ['USD', 'JPY', 'USDJPY=X'],
    ['AUD', 'USD', 'AUDUSD=X'],
    ['JPY', 'CHF', 'CHFJPY=X'],
    ['SEK', 'NOK', 'SEKNOK=X'],
    ['NOK', 'SEK', 'NOKSEK=X'],
  ])('names the pair of %s and %s first %s', (one, other, symbol) => {
    const symbols = symbolsOf([one, other]);
    expect(symbols[0]).toBe(symbol);
    expect([...symbols].sort()).toEqual([`${one}${other}=X`, `${other}${one}=X`].sort());
  });
});

describe('pairsOf', () => {
  it('lists every pair of every path', () => {
    expect(pairsOf('EUR', ['EUR', 'GBp'])).toEqual([
      'EURGBP=X',
      'EURUSD=X',
      'GBPEUR=X',
      'GBPUSD=X',
      'USDEUR=X',
      'USDGBP=X',
    ]);
    expect(pairsOf('EUR', ['EUR'])).toEqual([]);
  });
});

describe('hasPath', () => {
  it.each([
    [['HUFSEK=X'], true],
    [['SEKHUF=X'], true],
    [['USDHUF=X', 'USDSEK=X'], true],
    [['HUFUSD=X', 'SEKUSD=X'], true],
    [['EURHUF=X', 'SEKEUR=X'], true],
    [['USDHUF=X', 'EURSEK=X'], false],
    [['USDHUF=X'], false],
    [[], false],
  ])('judges the stored pairs %j', (stored, isComplete) => {
    expect(hasPath({ from: 'HUF', to: 'SEK' }, new Set(stored))).toBe(isComplete);
  });
});

it.each([
  ['the direct leg', ['HUF/CHF', 'HUF/USD', 'USD/CHF'], ['HUF/CHF']],
  [
    'both legs through the dollar before those through the euro',
    ['HUF/USD', 'USD/CHF', 'HUF/EUR', 'EUR/CHF'],
    ['HUF/USD', 'USD/CHF'],
  ],
  ['the first path of which no leg is missing', ['HUF/USD', 'HUF/EUR', 'EUR/CHF'], ['HUF/EUR', 'EUR/CHF']],
  ['nothing when each path lacks a leg', ['HUF/USD', 'EUR/CHF'], null],
])('finds %s', (_, known, found) => {
  const find = (leg: readonly string[]) => known.find((name) => name === leg.join('/'));
  expect(findPath({ from: 'HUF', to: 'CHF' }, find)).toEqual(found);
});
