import type { CalculatedIndicator } from '@stockbook/api/schemas';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../components/chart/bar-columns.ts';
import { studyColor, studyColors, studyStroke } from '../../components/chart/chart-colors.ts';
import { priceFormat } from '../../lib/price-format.ts';
import { catalogue } from '../../testing/catalogue.ts';
import { principalValue, toStudy } from './studies.ts';

const price = priceFormat({ symbol: 'AAPL', currency: 'USD', recent_closes: [] });

function contextOf(name: string, color: number) {
  const definition = catalogue.find((each) => each.function === name);
  if (!definition) throw new Error(`The test catalogue has no ${name}`);
  return { color, price, definition };
}

const bars = columnsOf(
  ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) => ({
    date,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  })),
);

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

describe('principalValue', () => {
  it('returns the number, the main entry, or else the first', () => {
    expect(principalValue(5)).toBe(5);
    expect(principalValue({ other: 1, main: 2 })).toBe(2);
    expect(principalValue({ macd: 3, macdsignal: 4 })).toBe(3);
    expect(principalValue({})).toBeUndefined();
  });
});

describe('toStudy', () => {
  it('assigns values to bars by date, with undefined before the first value', () => {
    const data = [
      { date: '2026-11-19', value: 40 },
      { date: '2026-11-20', value: 60 },
    ];
    const study = toStudy(calculated({ data }), bars, contextOf('RSI', 8));
    expect(study).toMatchObject({
      id: 'i',
      name: 'My RSI',
      fullName: null,
      stroke: 'dashes',
      color: studyColors[0],
      guides: [30, 70],
    });
    expect(study.lines).toEqual([{ label: 'My RSI', kind: 'solid', values: [undefined, 40, 60] }]);
  });

  it('names the parameters unless the user named the indicator', () => {
    const sma = calculated({
      indicator_function: 'SMA',
      indicator_name: 'Simple Moving Average',
      parameters: { timeperiod: 50 },
    });
    expect(toStudy(sma, bars, contextOf('SMA', 0))).toMatchObject({
      name: 'SMA 50',
      fullName: 'Simple Moving Average',
      unit: 'price',
      isOverlay: true,
    });
  });

  it('takes the last value within a week or month', () => {
    const data = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date, value) => ({ date, value }));
    const weeks = columnsOf([{ date: '2026-11-18', open: 1, high: 1, low: 1, close: 1, volume: 1 }]);
    expect(toStudy(calculated({ data }), weeks, contextOf('RSI', 0)).lines[0]?.values).toEqual([2]);
  });

  it('returns a line for each output, the principal one first', () => {
    const data = [{ date: '2026-11-20', value: { macd: 1, macdsignal: 2, macdhist: -1 } }];
    const study = toStudy(calculated({ indicator_function: 'MACD', data }), bars, contextOf('MACD', 0));
    expect(study.lines.map(({ label, kind, values }) => [label, kind, values[2]])).toEqual([
      ['macd', 'solid', 1],
      ['macdsignal', 'dashed', 2],
      ['macdhist', 'columns', -1],
    ]);
  });
});

it('repeats the eight colours', () => {
  expect(studyColors).toHaveLength(8);
  expect(new Set(studyColors).size).toBe(8);
  expect(studyColor(9)).toBe(studyColors[1]);
  expect([7, 8, 16].map(studyStroke)).toEqual(['solid', 'dashes', 'dots']);
});
