import { expect, it } from 'vitest';
import { fitPrices, lowestShown, marginsWithLane, priceMargins } from './price-scale.ts';

const chartWith = (scaleMargins: { bottom: number }) => ({
  priceScale: () => ({ options: () => ({ mode: 0, scaleMargins }) }),
});

it('leaves a seventh of the values below them, but no price below 0', () => {
  expect(lowestShown(100, 170, false)).toBeCloseTo(90);
  expect(lowestShown(1, 300, false)).toBe(0);
  expect(lowestShown(0, 300, false)).toBe(0);
});

it('shows a value below 0', () => {
  expect(lowestShown(-5, 300, false)).toBe(-5);
});

it('stays above 0 on a logarithmic scale', () => {
  expect(lowestShown(1, 2 ** 7, true)).toBeCloseTo(0.5);
});

it('keeps the margins of markers, and a scale without values', () => {
  const margins = { above: 10, below: 20 };
  const fit = fitPrices(chartWith(priceMargins));
  expect(fit(() => ({ priceRange: { minValue: 1, maxValue: 300 }, margins }))).toEqual({
    priceRange: { minValue: 0, maxValue: 300 },
    margins,
  });
  expect(fit(() => null)).toBeNull();
});

it('leaves the range to the margins that a lane of markers needs, in pixels', () => {
  const priceRange = { minValue: 1, maxValue: 300 };
  const fit = fitPrices(chartWith(marginsWithLane));
  expect(fit(() => ({ priceRange }))).toEqual({ priceRange, margins: { above: 0, below: 28 } });
  expect(fit(() => ({ priceRange, margins: { above: 10, below: 40 } }))).toEqual({
    priceRange,
    margins: { above: 10, below: 40 },
  });
});
