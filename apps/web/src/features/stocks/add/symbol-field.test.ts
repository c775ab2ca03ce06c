import { expect, it } from 'vitest';
import { isinError } from './symbol-field.tsx';

it('checks the check digit of a complete ISIN, and no other input', () => {
  expect(isinError('US0378331005')).toBeNull();
  expect(isinError('US0378331006')).toBe('Invalid ISIN: the check digit does not match');
  expect(isinError('US03783310')).toBeNull();
  expect(isinError('AAPL')).toBeNull();
});
