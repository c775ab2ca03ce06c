/** TA-Lib's TA_IS_ZERO: what is nearer to zero than this, TA-Lib does not divide by. */
export function isZero(value: number): boolean {
  return Math.abs(value) < 1e-14;
}
