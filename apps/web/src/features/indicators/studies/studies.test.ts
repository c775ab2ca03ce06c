import type { CalculatedIndicator } from '@stockbook/api/schemas';
import { describe, expect, it } from 'vitest';
import { studyColor, studyColors, studyStroke } from '#components/chart/chart-colors.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { catalogue } from '#testing/catalogue.ts';
import { toStudy } from './studies.ts';

const price = priceFormat({ symbol: 'AAPL', currency: 'USD', recent_closes: [] });

function contextOf(name: string, color: number) {
  const definition = catalogue.find((each) => each.function === name);
  if (!definition) throw new Error(`The test catalogue has no ${name}`);
  return { color, price, definition };
}

const line = (name: string | null, values: (number | null)[]) => ({ name, values });

function calculated(rest: Partial<CalculatedIndicator>): CalculatedIndicator {
  return {
    id: 'i',
    indicator_name: 'My RSI',
    indicator_function: 'RSI',
    calculated_at: '2026-11-20T00:00:00.000Z',
    data_start_date: '2026-11-19',
    data_end_date: '2026-11-20',
    parameters: { timeperiod: 14 },
    data: [],
    ...rest,
  };
}

describe('toStudy', () => {
  it('keeps the values by bar, without a copy', () => {
    const columns = [line(null, [null, 40, 60])];
    const study = toStudy(calculated({}), columns, contextOf('RSI', 8));
    expect(study).toMatchObject({
      id: 'i',
      name: 'My RSI',
      fullName: null,
      color: studyColors[0],
      stroke: 'dashes',
      guides: [30, 70],
    });
    expect(study.lines).toEqual([{ label: 'My RSI', kind: 'solid', values: [null, 40, 60] }]);
    expect(study.lines[0]?.values).toBe(columns[0]?.values);
  });

  it('puts the main line first, or else keeps the order', () => {
    const labels = (...names: string[]) =>
      toStudy(
        calculated({}),
        names.map((name) => line(name, [1])),
        contextOf('RSI', 0),
      ).lines.map(({ label }) => label);
    expect(labels('other', 'main')).toEqual(['main', 'other']);
    expect(labels('macd', 'macdsignal')).toEqual(['macd', 'macdsignal']);
  });

  it('names the parameters unless the user named the indicator', () => {
    const sma = calculated({
      indicator_function: 'SMA',
      indicator_name: 'Simple Moving Average',
      parameters: { timeperiod: 50 },
    });
    expect(toStudy(sma, [], contextOf('SMA', 0))).toMatchObject({
      name: 'SMA 50',
      fullName: 'Simple Moving Average',
      unit: 'price',
      isOverlay: true,
    });
  });

  it('gives differences of prices an axis of their own', () => {
    const macd = calculated({ indicator_function: 'MACD' });
    expect(toStudy(macd, [], contextOf('MACD', 0)).unit).toBe('price difference');
  });

  it('draws signals dashed and histograms as columns', () => {
    const columns = ['macd', 'macdsignal', 'macdhist'].map((name) => line(name, [1]));
    const study = toStudy(calculated({ indicator_function: 'MACD' }), columns, contextOf('MACD', 0));
    expect(study.lines.map(({ label, kind }) => [label, kind])).toEqual([
      ['macd', 'solid'],
      ['macdsignal', 'dashed'],
      ['macdhist', 'columns'],
    ]);
  });
});

it('repeats the eight colours', () => {
  expect(studyColors).toHaveLength(8);
  expect(new Set(studyColors).size).toBe(8);
  expect(studyColor(9)).toBe(studyColors[1]);
  expect([7, 8, 16].map(studyStroke)).toEqual(['solid', 'dashes', 'dots']);
});
