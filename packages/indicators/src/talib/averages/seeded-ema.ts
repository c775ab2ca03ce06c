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
