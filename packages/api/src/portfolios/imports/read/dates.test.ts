import { describe, expect, it } from 'vitest';
import { DayOrders, readDate } from './dates.ts';

describe('readDate', () => {
  it.each([
    ['2024-12-31', '2024-12-31'],
    ['2024-12-31T22:15:00.000Z', '2024-12-31'],
    ['2024-12-31 22:15:00', '2024-12-31'],
    ['2024/1/5', '2024-01-05'],
    ['31.12.2024', '2024-12-31'],
    ['31.12.2024 09:30', '2024-12-31'],
    ['31/12/2024', '2024-12-31'],
    ['31-12-2024', '2024-12-31'],
    ['1/2/2024', '2024-02-01'],
    ['20241231', '2024-12-31'],
    ['20241231;221500', '2024-12-31'],
  ])('reads %s as %s', (text, date) => {
    expect(readDate(text, 'day_first')).toBe(date);
  });

  it.each([
    ['12/31/2024', '2024-12-31'],
    ['1/2/2024', '2024-01-02'],
    ['12/16/2025 as of 12/15/2025', '2025-12-15'],
    ['01.02.2024', '2024-02-01'],
  ])('reads %s with the month first as %s', (text, date) => {
    expect(readDate(text, 'month_first')).toBe(date);
  });

  it.each([
    '2024-13-01',
    '2024-02-30',
    '31/31/2024',
    '31.12.24',
    '202412',
    'today',
    '',
    '2024',
    '0000-01-01',
  ])('rejects %s', (text) => {
    expect(readDate(text, 'day_first')).toBeNull();
  });
});

describe('DayOrders', () => {
  const orderOf = (dates: readonly string[], text: string) => {
    const orders = new DayOrders(null);
    for (const date of dates) orders.add(date);
    return orders.orderFor(text);
  };

  it('takes the order that makes all dates valid', () => {
    expect(orderOf(['01/02/2024', '13/02/2024'], '01/02/2024')).toBe('day_first');
    expect(orderOf(['01/02/2024', '02/13/2024'], '01/02/2024')).toBe('month_first');
    expect(orderOf(['1-2-2024', '2-13-2024'], '1-2-2024')).toBe('month_first');
  });

  it('does not decide a date that both orders make valid, unless they give the same day', () => {
    expect(orderOf(['01/02/2024', '31.12.2024', '2024-12-31'], '01/02/2024')).toBeNull();
    expect(orderOf([], '02/02/2024')).toBe('day_first');
    expect(orderOf([], '2024-12-31')).toBe('day_first');
  });
});
