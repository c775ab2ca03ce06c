import { describe, expect, it } from 'vitest';
import {
  changePercent,
  formatAmount,
  formatCount,
  formatPercent,
  formatPrice,
  formatVolume,
} from './numbers.ts';

describe('formatPrice', () => {
  it('writes US dollars with 2 decimals by default', () => {
    expect(formatPrice(1234.5)).toBe('$1,234.50');
    expect(formatPrice(0.005)).toBe('$0.01');
    expect(formatPrice(-3)).toBe('−$3.00');
  });

  it('formats other currencies, and prices quoted in minor units', () => {
    expect(formatPrice(12, 'EUR')).toBe('€12.00');
    expect(formatPrice(12, 'JPY')).toBe('¥12.00');
    expect(formatPrice(2450.5, 'GBp')).toBe('2,450.50p');
    expect(formatPrice(2450.5, 'GBP')).toBe('£2,450.50');
  });

  it('appends an unknown currency code unchanged', () => {
    expect(formatPrice(1, 'points')).toBe('1.00 points');
    expect(formatPrice(1, null)).toBe('$1.00');
  });

  it('returns N/A for missing and non-finite values', () => {
    for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatPrice(missing)).toBe('N/A');
    }
  });
});

it('formats amounts with 2 to 6 decimals', () => {
  expect(formatAmount(0.5, 'EUR')).toBe('€0.50');
  expect(formatAmount(0.000536, null)).toBe('$0.000536');
  expect(formatAmount(12.345, 'GBp')).toBe('12.345p');
});

describe('changes', () => {
  it('formats changes with a sign and 2 decimals', () => {
    expect(formatPercent(1.234)).toBe('+1.23%');
    expect(formatPercent(0)).toBe('+0.00%');
    expect(formatPercent(-0.001)).toBe('+0.00%');
    expect(formatPercent(-12.345)).toBe('−12.35%');
    expect(formatPercent(null)).toBe('N/A');
  });

  it('calculates changes relative to the previous price', () => {
    expect(changePercent(110, 100)).toBe(10);
    expect(changePercent(90, 100)).toBe(-10);
    expect(changePercent(1, 0)).toBeNull();
    expect(changePercent(null, 1)).toBeNull();
    expect(changePercent(1, undefined)).toBeNull();
  });
});

it('formats counts with separated thousands, and volumes in compact form', () => {
  expect(formatCount(1234567)).toBe('1,234,567');
  expect(formatVolume(48_230_000)).toBe('48.23M');
});
