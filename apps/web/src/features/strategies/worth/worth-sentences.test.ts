import { defaultSettings } from '@stockbook/rules/settings';
import { describe, expect, it } from 'vitest';
import {
  countTried,
  partReturns,
  signedPercent,
  type WorthFacts,
  worthSentences,
} from './worth-sentences.ts';

const facts: WorthFacts = {
  trades: 200,
  parts: null,
  partsOf: null,
  tried: 1,
  costs: { commission_percent: 0.1, commission_fixed: 0, spread_percent: 0.05 },
  lacksDividends: false,
  isSimulated: false,
  rejectedBars: 0,
};
const always = 'Delisted stocks are not in your list.';

describe('worthSentences', () => {
  it('states only what is always true of a result without other limits', () => {
    expect(worthSentences(facts)).toEqual([always]);
  });

  it.each<[Partial<WorthFacts>, string]>([
    [{ trades: 11 }, 'Only 11 trades: luck and skill look alike here.'],
    [{ trades: 1 }, 'Only 1 trade: luck and skill look alike here.'],
    [{ trades: 0 }, 'No trade was closed: there is nothing to judge.'],
    [{ parts: { first: 84.2, last: -6.4 } }, 'First 70 % of the time: +84 %. Last 30 %: −6 %.'],
    [
      { parts: { first: 84.2, last: 0.2 }, partsOf: 'AAPL' },
      'AAPL: First 70 % of the time: +84 %. Last 30 %: 0 %.',
    ],
    [{ tried: 120 }, 'You tried 120 settings; the best of many looks good by chance.'],
    [{ costs: { commission_percent: 0, commission_fixed: 0, spread_percent: 0 } }, 'Costs are zero.'],
    [{ lacksDividends: null }, 'Dividends are not counted; whether any were paid could not be loaded.'],
    [{ lacksDividends: true }, 'Dividends are not counted; buy-and-hold would have earned more.'],
    [{ isSimulated: true }, 'Simulated data.'],
    [{ rejectedBars: 2 }, '2 bars were rejected.'],
    [{ rejectedBars: 1 }, '1 bar was rejected.'],
  ])('%j adds "%s"', (change, sentence) => {
    expect(worthSentences({ ...facts, ...change })).toContain(sentence);
    expect(worthSentences({ ...facts, ...change })).toHaveLength(2);
  });

  it('does not call 30 trades few, nor one cost zero costs', () => {
    const costs = { ...facts.costs, commission_percent: 0 };
    expect(worthSentences({ ...facts, trades: 30, costs })).toEqual([always]);
  });
});

describe('partReturns', () => {
  const row = (date: string, equity: number) => ({ date, equity, buy_and_hold: 1 });

  it('divides calendar time, not bars', () => {
    // 100 days: the last part begins on day 70, March 12.
    const rows = [
      row('2026-01-01', 100),
      row('2026-03-11', 150),
      row('2026-03-12', 90),
      row('2026-04-11', 75),
    ];
    expect(partReturns(rows)).toEqual({ first: 50, last: -50 });
  });

  it('compares no parts if one has no bar to compare with, or the equity is 0', () => {
    expect(partReturns([])).toBeNull();
    expect(partReturns([row('2026-01-01', 100)])).toBeNull();
    expect(partReturns([row('2026-01-01', 100), row('2026-04-11', 110)])).toBeNull();
    expect(partReturns([row('2026-01-01', 100), row('2026-01-02', 0), row('2026-04-11', 0)])).toBeNull();
  });
});

it('writes a percentage with its sign', () => {
  expect([84.4, -5.6, 0.3, -0.3].map(signedPercent)).toEqual(['+84 %', '−6 %', '0 %', '0 %']);
});

it('counts different rules and settings once, and the combinations of sweeps', () => {
  const run = { rules: { entry: 'close > open' }, settings: defaultSettings };
  const other = { ...run, settings: { ...defaultSettings, cash: 1 } };
  expect(countTried([], [])).toBe(0);
  expect(countTried([run, other, run], [])).toBe(2);
  expect(
    countTried(
      [run, other, run],
      [
        { total: 118, status: 'SUCCESS' },
        { total: 9, status: 'FAILURE' },
      ],
    ),
  ).toBe(120);
});
