import { expect, it } from 'vitest';
import { actionErrors, contentOf, newAction, withAction } from './action-values.ts';

const repeat = { ex_date: '2025-08-31', amount: 2.5, months: 6, until: '2026-08-31' };
const stored = {
  symbol: '@BOND',
  splits: [{ ex_date: '2025-03-03', numerator: 2, denominator: 1 }],
  dividends: [
    { ex_date: '2025-02-03', amount: 1, currency: 'EUR' },
    { ex_date: '2025-08-31', amount: 2.5, currency: 'EUR' },
    { ex_date: '2026-02-28', amount: 2.5, currency: 'EUR' },
    { ex_date: '2026-03-31', amount: 2.5, currency: 'EUR' },
    { ex_date: '2026-08-31', amount: 3, currency: 'EUR' },
  ],
  repeats: [repeat],
  total: 6,
};
const content = contentOf(stored);

it('leaves out the dividends that a repeat has made, with the last days of shorter months', () => {
  expect(content).toEqual({
    dividends: [
      { ex_date: '2025-02-03', amount: 1 },
      { ex_date: '2026-03-31', amount: 2.5 },
      { ex_date: '2026-08-31', amount: 3 },
    ],
    repeats: [repeat],
    splits: stored.splits,
  });
});

it('adds a dividend, one that repeats, and a split', () => {
  const dividend = { ...newAction(), date: '2026-05-04', amount: '1,250.5' };
  expect(withAction(content, dividend).dividends.at(-1)).toEqual({ ex_date: '2026-05-04', amount: 1_250.5 });
  const repeated = { ...dividend, repeat: '12', until: '2030-05-04' };
  expect(withAction(content, repeated)).toMatchObject({
    dividends: content.dividends,
    repeats: [repeat, { ex_date: '2026-05-04', amount: 1_250.5, months: 12, until: '2030-05-04' }],
  });
  const split = { ...newAction(), kind: 'split', date: '2026-03-03', is_in_prices: 'no' };
  expect(withAction(content, split).splits.at(-1)).toEqual({
    ex_date: '2026-03-03',
    numerator: 2,
    denominator: 1,
    is_in_prices: false,
  });
});

it.each([
  [{ date: '' }, { date: 'Enter the day', amount: 'Enter a number' }],
  [{ date: '2025-02-03', amount: '1' }, { date: 'There is a dividend of this day' }],
  [{ date: '2026-05-04', amount: '1', repeat: '6' }, { until: 'Enter the last day' }],
  [
    { kind: 'split', date: '2025-03-03', numerator: '0' },
    { date: 'There is a split of this day', numerator: 'Enter numbers above 0' },
  ],
  [{ kind: 'split', date: '2025-02-03' }, {}],
])('names what is missing in %j', (values, errors) => {
  expect(actionErrors({ ...newAction(), ...values }, content)).toEqual(errors);
});
