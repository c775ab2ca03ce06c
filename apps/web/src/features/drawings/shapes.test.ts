import { expect, it } from 'vitest';
import type { PricePlane } from '#components/chart/overlay/price-overlay.ts';
import { formatNumber } from '#lib/format/numbers.ts';
import { columnsOf } from '#testing/bar-columns.ts';
import {
  dayAt,
  distanceTo,
  indexOfDay,
  measureText,
  middlePoints,
  movedPoint,
  placeOf,
  pointAt,
  type Shape,
} from './shapes.ts';

/** Monday to Friday, then Monday. */
const bars = columnsOf(
  ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06', '2026-02-09'].map((date, index) => ({
    date,
    open: 1,
    high: 1,
    low: 1,
    close: 100 + index,
    volume: 1,
  })),
);

/** Ten pixels for each bar, and two for each unit of the price, from 200 at the top. */
const plane: PricePlane = {
  bars: () => bars,
  colors: () => {
    throw new Error('Nothing is painted');
  },
  xOf: (index) => index * 10,
  indexAt: (x) => x / 10,
  yOf: (price) => (200 - price) * 2,
  priceAt: (y) => 200 - y / 2,
  size: () => ({ width: 60, height: 400 }),
};

const shape = (kind: Shape['kind'], ...points: Shape['points']): Shape => ({
  id: kind,
  kind,
  name: null,
  points,
});

it('finds the place of a date among the bars, between them and beyond them', () => {
  expect(indexOfDay(bars, '2026-02-04')).toBe(2);
  expect(indexOfDay(bars, '2026-02-07')).toBeCloseTo(4 + 1 / 3);
  expect(indexOfDay(bars, '2026-02-09')).toBe(5);
  expect(indexOfDay(bars, '2026-01-26')).toBe(-5);
  expect(indexOfDay(bars, '2026-02-16')).toBe(10);
});

it('returns the date of a place, also beyond the bars', () => {
  for (const index of [-5, 0, 3, 5, 10]) expect(indexOfDay(bars, dayAt(bars, index))).toBe(index);
  expect(dayAt(bars, 2.4)).toBe('2026-02-04');
});

it('converts points of the pane to bars and prices, and back', () => {
  const point = pointAt(plane, 21, 190.1, 1);
  expect(point).toEqual({ date: '2026-02-04', price: 105 });
  expect(point && placeOf(plane, point)).toEqual({ x: 20, y: 190 });
});

it('moves a point by bars and by pixels', () => {
  const point = { date: '2026-02-03', price: 110 };
  expect(movedPoint(plane, point, { bars: 1, pixels: 0 }, 2)).toEqual({ date: '2026-02-04', price: 110 });
  expect(movedPoint(plane, point, { bars: 0, pixels: 2 }, 2)).toEqual({ date: '2026-02-03', price: 111 });
});

it('measures the distance of a place from each kind of drawing', () => {
  const from = { date: '2026-02-02', price: 150 };
  const to = { date: '2026-02-06', price: 130 };
  expect(distanceTo(plane, shape('trend', from, to), { x: 20, y: 120 })).toBeCloseTo(0);
  expect(distanceTo(plane, shape('ray', from), { x: 55, y: 104 })).toBe(4);
  expect(distanceTo(plane, shape('ray', to), { x: 10, y: 140 })).toBe(30);
  // The inside of a rectangle is left to the chart.
  expect(distanceTo(plane, shape('rectangle', from, to), { x: 20, y: 120 })).toBe(20);
  expect(distanceTo(plane, shape('rectangle', from, to), { x: 20, y: 101 })).toBe(1);
});

it('says what a measurement found', () => {
  const format = { formatPlain: (value: number) => formatNumber(value, 2) };
  const from = { date: '2026-02-03', price: 100 };
  expect(measureText(bars, [from, { date: '2026-02-09', price: 104.5 }], format)).toBe(
    '+4.50 (+4.50%) · 4 bars · 6 days',
  );
  expect(measureText(bars, [from, { date: '2026-02-02', price: 90 }], format)).toBe(
    '−10.00 (−10.00%) · 1 bar · 1 day',
  );
});

it('places a drawing made by keys in the middle of the visible bars', () => {
  expect(middlePoints(bars, { from: 0, to: 3 }, 'trend')).toEqual([
    { date: '2026-02-03', price: 101 },
    { date: '2026-02-04', price: 102 },
  ]);
  expect(middlePoints(bars, { from: 0, to: 4 }, 'ray')).toEqual([{ date: '2026-02-04', price: 102 }]);
});
