import { expect, it } from 'vitest';
import { parameterValue } from './parameter-value.ts';

it('reads periods as integers, everything else as decimals, and keeps what is no number', () => {
  expect(parameterValue('timeperiod', '14.9')).toBe(14);
  expect(parameterValue('nbdevup', '2.5')).toBe(2.5);
  expect(parameterValue('timeperiod', 'abc')).toBe('abc');
  expect(parameterValue('nbdevup', '')).toBe('');
});
