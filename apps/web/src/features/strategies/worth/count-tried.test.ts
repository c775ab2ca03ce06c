import { defaultSettings } from '@stockbook/rules/settings';
import { expect, it } from 'vitest';
import { countTried } from './count-tried.ts';

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
