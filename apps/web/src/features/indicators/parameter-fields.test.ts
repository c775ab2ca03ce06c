import { expect, it } from 'vitest';
import { parameterValue } from './parameter-fields.tsx';

it('parses periods as integers, other parameters as decimals, and keeps invalid text', () => {
  expect(parameterValue('timeperiod', '14.9')).toBe(14);
  expect(parameterValue('nbdevup', '2.5')).toBe(2.5);
  expect(parameterValue('timeperiod', 'abc')).toBe('abc');
  expect(parameterValue('nbdevup', '')).toBe('');
});
