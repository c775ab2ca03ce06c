import { callTulindSingle } from '../../tulind/tulind.ts';

/**
 * TA-Lib's EMA, TA_INT_EMA: the first value is the mean of the first `period` values, every later one moves
 * from the last by 2 / (period + 1) of the distance. tulind's EMA starts from the first value instead, so it is
 * given that mean for its first value. First row period − 1.
 */
export function seededEma(values: readonly number[], period: number): number[] {
  let total = 0;
  for (const value of values.slice(0, period)) total += value;
  const seeded = values.slice(period - 1);
  seeded[0] = total / period;
  return callTulindSingle('ema', [seeded], [period]);
}

/** TA-Lib's DEMA: twice an EMA less the EMA of it. First row 2 × (period − 1). */
export function doubleEma(values: readonly number[], period: number): number[] {
  const once = seededEma(values, period);
  const twice = seededEma(once, period);
  return twice.map((average, row) => 2 * (once[row + period - 1] ?? 0) - average);
}

/** TA-Lib's TEMA: three times an EMA, less three times its EMA, plus the EMA of that. First row 3 × (period − 1). */
export function tripleEma(values: readonly number[], period: number): number[] {
  const once = seededEma(values, period);
  const twice = seededEma(once, period);
  return seededEma(twice, period).map(
    (average, row) =>
      average + (3 * (once[row + 2 * (period - 1)] ?? 0) - 3 * (twice[row + period - 1] ?? 0)),
  );
}

/**
 * TA-Lib's TRIX: the change, in percent of the value before, of an EMA of an EMA of an EMA; 0 where that value
 * is 0. tulind divides by the value after. First row 3 × (period − 1) + 1. With a period of 1 TA-Lib 0.6.4 reads
 * memory before bar 0; here it is the change of the price.
 */
export function trix(values: readonly number[], period: number): number[] {
  const smooth = seededEma(seededEma(seededEma(values, period), period), period);
  return smooth.slice(1).map((average, row) => {
    const before = smooth[row] ?? 0;
    return before === 0 ? 0 : (average / before - 1) * 100;
  });
}
