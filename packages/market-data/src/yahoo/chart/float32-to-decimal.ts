/**
 * A short decimal number that rounds to the same 32-bit float as `value`: 150.23 for 150.22999572753906. Yahoo stores
 * prices as 32-bit floats and prints them as 64-bit ones. A value that is not a 32-bit float is returned unchanged.
 */
export function float32ToDecimal(value: number): number {
  if (Math.fround(value) !== value) return value;
  // Most prices are whole hundredths, and this is several times faster than `toPrecision`.
  const hundredths = Math.round(value * 100) / 100;
  if (Math.fround(hundredths) === value) return hundredths;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
