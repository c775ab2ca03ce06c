import { at } from '../../column.ts';

/** The mean. NaN without values. */
export function mean(values: Float64Array): number {
  const approximate = sum(values, 0) / values.length;
  // The second pass makes the mean of equal values exact, and with it their variance 0.
  return approximate + sum(values, approximate) / values.length;
}

/** The variance with the divisor count − 1. NaN with fewer than two values. */
export function variance(values: Float64Array): number {
  const centre = mean(values);
  let squares = 0;
  for (let index = 0; index < values.length; index++) squares += (at(values, index) - centre) ** 2;
  return squares / (values.length - 1);
}

/** The slope of the regression of `y` on `x`: their covariance divided by the variance of `x`. */
export function regressionSlope(x: Float64Array, y: Float64Array): number {
  const centreX = mean(x);
  const centreY = mean(y);
  let products = 0;
  let squares = 0;
  for (let index = 0; index < x.length; index++) {
    const deviation = at(x, index) - centreX;
    products += deviation * (at(y, index) - centreY);
    squares += deviation * deviation;
  }
  return products / squares;
}

function sum(values: Float64Array, centre: number): number {
  let total = 0;
  for (let index = 0; index < values.length; index++) total += at(values, index) - centre;
  return total;
}
