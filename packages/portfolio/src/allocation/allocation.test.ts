import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AllocatedStock,
  type AllocationInput,
  type AllocationProperty,
  allocation,
  allocationProperties,
} from './allocation.ts';

function stock(symbol: string, value: number, rest: Partial<AllocatedStock> = {}): AllocatedStock {
  return {
    symbol,
    name: `${symbol} Inc.`,
    value,
    currency: 'EUR',
    sector: null,
    exchange: null,
    isin: null,
    type: null,
    ...rest,
  };
}

const parts = (input: Partial<AllocationInput>) =>
  allocation({ by: 'stock', stocks: [], cash: null, targets: [], ...input }).parts.map((part) => [
    part.key,
    part.name,
    part.value,
    part.weightPercent,
    part.targetPercent,
    part.symbols.join(' '),
  ]);

it('divides by stock, the largest first, with targets, also of stocks that are not held', () => {
  const targets = [
    { symbol: 'AAA', percent: 40 },
    { symbol: 'CCC', percent: 60 },
  ];
  expect(parts({ stocks: [stock('AAA', 100), stock('BBB', 300)], targets })).toEqual([
    ['BBB', 'BBB Inc.', 300, 75, null, 'BBB'],
    ['AAA', 'AAA Inc.', 100, 25, 40, 'AAA'],
    ['CCC', 'CCC', 0, 0, 60, ''],
  ]);
});

it('has the rest of the targets as target of cash, also of none', () => {
  const targets = [{ symbol: 'AAA', percent: 90 }];
  expect(parts({ stocks: [stock('AAA', 100)], cash: [], targets })).toEqual([
    ['AAA', 'AAA Inc.', 100, 100, 90, 'AAA'],
    [null, 'Cash', 0, 0, 10, ''],
  ]);
  expect(parts({ stocks: [stock('AAA', 100)], cash: [] })).toHaveLength(1);
});

it('divides by currency of the quotes in main units, and cash by its own', () => {
  const stocks = [stock('AAA', 100, { currency: 'GBp' }), stock('BBB', 50, { currency: 'USD' })];
  const cash = [
    { currency: 'GBP', value: 20 },
    { currency: 'EUR', value: 30 },
  ];
  expect(parts({ by: 'currency', stocks, cash })).toEqual([
    ['GBP', 'GBP', 120, 60, null, 'AAA'],
    ['USD', 'USD', 50, 25, null, 'BBB'],
    ['EUR', 'EUR', 30, 15, null, ''],
  ]);
});

it('divides by country of the ISIN', () => {
  const isins = ['US0378331005', 'XS1234567890', 'EU000A3K4DJ5', 'XK0000000001', 'US5949181045', null];
  const stocks = isins.map((isin, index) => stock(`S${index}`, 10, { isin }));
  expect(parts({ by: 'country', stocks, cash: [{ currency: 'EUR', value: 40 }] })).toEqual([
    ['International', 'International', 20, 20, null, 'S1 S2'],
    ['US', 'US', 20, 20, null, 'S0 S4'],
    ['XK', 'XK', 10, 10, null, 'S3'],
    [null, 'Cash', 40, 40, null, ''],
    [null, 'Not known', 10, 10, null, 'S5'],
  ]);
});

it.each(['sector', 'exchange', 'type'] as const)(
  'divides by %s, and has those without one as not known',
  (by) => {
    const stocks = [stock('AAA', 10, { [by]: 'X' }), stock('BBB', 20), stock('CCC', 70, { [by]: 'X' })];
    expect(parts({ by, stocks })).toEqual([
      ['X', 'X', 80, 80, null, 'AAA CCC'],
      [null, 'Not known', 20, 20, null, 'BBB'],
    ]);
  },
);

it('divides stocks among the tags of a group, and the rest is not assigned', () => {
  const group = {
    name: 'Risk',
    tags: [
      { name: 'Safe', targetPercent: 70, shares: [{ symbol: 'AAA', percent: 25 }] },
      {
        name: 'Cash',
        targetPercent: 30,
        shares: [
          { symbol: 'AAA', percent: 25 },
          { symbol: 'BBB', percent: 100 },
        ],
      },
      { name: 'Other', targetPercent: null, shares: [] },
    ],
  };
  const stocks = [stock('AAA', 80), stock('BBB', 10)];
  expect(parts({ by: group, stocks, cash: [{ currency: 'EUR', value: 10 }] })).toEqual([
    ['Cash', 'Cash', 30, 30, 30, 'AAA BBB'],
    ['Safe', 'Safe', 20, 20, 70, 'AAA'],
    [null, 'Not assigned', 40, 40, null, 'AAA'],
    [null, 'Cash', 10, 10, 0, ''],
  ]);
});

it('gives negative cash a negative weight', () => {
  expect(parts({ stocks: [stock('AAA', 125)], cash: [{ currency: 'EUR', value: -25 }] })).toEqual([
    ['AAA', 'AAA Inc.', 125, 125, null, 'AAA'],
    [null, 'Cash', -25, -25, null, ''],
  ]);
});

it.each([-100, -120])('has no weights if the total is 0 or below, with cash of %i', (value) => {
  const { parts: all, total } = allocation({
    by: 'stock',
    stocks: [stock('AAA', 100)],
    cash: [{ currency: 'EUR', value }],
    targets: [],
  });
  expect(total).toBe(100 + value);
  expect(all.map(({ weightPercent }) => weightPercent)).toEqual([null, null]);
});

it('has no parts without holdings', () => {
  expect(allocation({ by: 'sector', stocks: [], cash: [], targets: [] })).toEqual({ parts: [], total: 0 });
});

it('has weights that add up to 100, and every stock in a part', () => {
  const value = fc.integer({ min: 1, max: 1e9 }).map((cents) => cents / 100);
  const text = fc.constantFrom('A', 'B', null);
  const stocks = fc.uniqueArray(
    fc.record({
      symbol: fc.string({ minLength: 1, maxLength: 2 }),
      name: fc.constant('n'),
      value,
      currency: fc.constantFrom('EUR', 'USD', 'GBp'),
      sector: text,
      exchange: text,
      isin: fc.constantFrom('US1', 'XS1', null),
      type: text,
    }),
    { selector: ({ symbol }) => symbol, minLength: 1 },
  );
  const balances = fc.array(fc.record({ currency: fc.constantFrom('EUR', 'USD'), value }));
  const properties = fc.constantFrom<AllocationProperty>(...allocationProperties);
  fc.assert(
    fc.property(stocks, balances, properties, fc.nat(100), (held, cash, property, percent) => {
      const shares = held.map(({ symbol }) => ({ symbol, percent }));
      const group = { name: 'g', tags: [{ name: 't', targetPercent: null, shares }] };
      for (const by of [property, group]) {
        const { parts: all, total } = allocation({ by, stocks: held, cash, targets: [] });
        const sum = all.reduce((weights, { weightPercent }) => weights + (weightPercent ?? 0), 0);
        expect(sum).toBeCloseTo(100, 9);
        expect(all.reduce((values, part) => values + part.value, 0) / total).toBeCloseTo(1, 9);
        expect(new Set(all.flatMap(({ symbols }) => symbols))).toEqual(
          new Set(held.map(({ symbol }) => symbol)),
        );
      }
    }),
  );
});
