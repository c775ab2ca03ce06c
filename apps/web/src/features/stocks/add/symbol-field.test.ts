import { expect, it } from 'vitest';
import { isinError } from './symbol-field.tsx';

it('checks the digit of a whole ISIN, and nothing else, while one types', () => {
  expect(isinError('US0378331005')).toBeNull();
  expect(isinError('US0378331006')).toBe('Invalid ISIN: the check digit does not match');
  expect(isinError('US03783310')).toBeNull();
  expect(isinError('AAPL')).toBeNull();
});
