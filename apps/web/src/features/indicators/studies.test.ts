import type { CalculatedIndicator } from '@stockbook/api/schemas';
import { describe, expect, it } from 'vitest';
import { studyColor, studyColors } from '../../components/chart/chart-colors.ts';
import { principalValue, toStudy } from './studies.ts';

const bars = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) => ({
  date,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
}));

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
    const study = toStudy(calculated({ data }), bars, { color: 8, isOverlay: false });
    expect(study).toMatchObject({ id: 'i', name: 'My RSI', color: studyColors[0], guides: [30, 70] });
    expect(study.lines).toEqual([{ label: 'My RSI', kind: 'solid', values: [undefined, 40, 60] }]);
  });

  it('returns a line for each output, the principal one first', () => {
    const data = [{ date: '2026-11-20', value: { macd: 1, macdsignal: 2, macdhist: -1 } }];
    const study = toStudy(calculated({ indicator_function: 'MACD', data }), bars, {
      color: 0,
      isOverlay: false,
    });
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
});
