import { defaultSettings } from '@stockbook/rules/settings';
import { expect, it } from 'vitest';
import { describeCosts } from './history.tsx';

it('names the settings that differ from the defaults', () => {
  expect(describeCosts(defaultSettings)).toEqual([]);
  expect(
    describeCosts({
      cash: 25_000,
      size_percent: 50,
      commission_percent: 0,
      commission_fixed: 1,
      spread_percent: 0.2,
      since: '2020-01-02',
      until: '2021-12-31',
      fractional: true,
      dividends: true,
    }),
  ).toEqual([
    'cash 25,000',
    'size 50%',
    'commission 0%',
    'fixed commission 1',
    'spread 0.2%',
    'from Jan 2, 2020',
    'until Dec 31, 2021',
    'fractions of shares',
    'with dividends',
  ]);
});
