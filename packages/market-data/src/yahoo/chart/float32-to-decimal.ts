/**
 * A short decimal number that a 32 bit floating-point number stands for: 150.23 for 150.22999572753906. Yahoo keeps
 * prices in 32 bits and writes them out with 64. A number that is no 32 bit one is returned as it is.
 */
export function float32ToDecimal(value: number): number {
  if (Math.fround(value) !== value) return value;
  // Most prices are whole hundredths, and this is several times faster than making texts of them.
  const hundredths = Math.round(value * 100) / 100;
  if (Math.fround(hundredths) === value) return hundredths;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
