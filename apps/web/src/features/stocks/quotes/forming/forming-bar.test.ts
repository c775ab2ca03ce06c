import { describe, expect, it } from 'vitest';
import { columnsOf } from '#testing/bar-columns.ts';
import { quote } from '#testing/quotes.ts';
import { formingBar } from './forming-bar.ts';

const bar = { open: 186, high: 187, low: 185, close: 186.9, volume: 1 };
const bars = columnsOf(['2026-11-18', '2026-11-19'].map((date) => ({ date, ...bar })));
const chart = { bars, interval: 'daily', isComparing: false } as const;
const stock = { data_end_date: '2026-11-19', last_close: 186.9 };

describe('formingBar', () => {
  it('follows the last bar with the figures of the session so far', () => {
    expect(formingBar(quote(), stock, chart)).toEqual({
      date: '2026-11-20',
      time: '2026-11-20T20:42:00.000Z',
      open: 187,
      high: 188.1,
      low: 186.4,
      close: 187.62,
      volume: 31_200_000,
      changePercent: 0.3852,
    });
  });

  it('has the price as its range when the source has no other figure', () => {
    const facts = { open: null, high: null, low: null, volume: null };
    expect(formingBar(quote(facts), stock, chart)).toMatchObject({
      open: null,
      high: 187.62,
      low: 187.62,
      close: 187.62,
      volume: null,
    });
  });

  it.each([
    ['there is no quote', null, stock],
    ['the final bar of the session is stored', quote({ session_date: '2026-11-19' }), stock],
    ['a split is missing among the bars', quote({ is_rebased: true }), stock],
    ['the bars end before the last stored one', quote(), { ...stock, data_end_date: '2026-11-17' }],
    ['sessions in between are not stored', quote({ previous_close: 182 }), stock],
    ['the stock has no bars', quote(), { data_end_date: null, last_close: null }],
  ])('gives no bar when %s', (_, given, facts) => {
    expect(formingBar(given, facts, chart)).toBeNull();
  });

  it.each([
    ['its bars are weekly', { interval: 'weekly' }],
    ['its bars are monthly', { interval: 'monthly' }],
    ['it compares stocks', { isComparing: true }],
  ] as const)('gives a chart no bar when %s', (_, facts) => {
    expect(formingBar(quote(), stock, { ...chart, ...facts })).toBeNull();
  });
});
