/** The values `from`, `from` + `step`, … up to `to`, included. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The number of values of a range, without listing them. 0 if `from` is above `to`. */
export function countValues(range: ValueRange): number {
  const { from, to, step } = toWholeNumbers(range);
  return Math.max(0, Math.floor((to - from) / step) + 1);
}

/**
 * The values of a range. Calculates with whole multiples of the last decimal place: 0.1 + 2 × 0.1 is 0.3.
 * @param range with a `step` above 0
 */
export function rangeValues(range: ValueRange): number[] {
  const { from, step, scale } = toWholeNumbers(range);
  return Array.from({ length: countValues(range) }, (_, index) => (from + index * step) / scale);
}

/** All combinations of the values of the ranges, one row each. The last range varies fastest. */
export function sweepRows(ranges: readonly ValueRange[]): number[][] {
  return ranges.reduce<number[][]>(
    (rows, range) => {
      const values = rangeValues(range);
      return rows.flatMap((row) => values.map((value) => [...row, value]));
    },
    [[]],
  );
}

/**
 * The day on which the last `outOfSamplePercent` of the calendar time begin. Null with 0 percent.
 * @param firstDay the earliest bar of all stocks of the run, as days since 1970-01-01
 * @param lastDay the latest bar
 */
export function splitDay(firstDay: number, lastDay: number, outOfSamplePercent: number): number | null {
  if (outOfSamplePercent === 0) return null;
  const scale = 10 ** decimalPlaces(outOfSamplePercent);
  const inSampleShare = 100 * scale - Math.round(outOfSamplePercent * scale);
  return firstDay + Math.ceil(((lastDay - firstDay) * inSampleShare) / (100 * scale));
}

function toWholeNumbers({ from, to, step }: ValueRange) {
  const scale = 10 ** Math.max(...[from, to, step].map(decimalPlaces));
  return {
    from: Math.round(from * scale),
    to: Math.round(to * scale),
    step: Math.round(step * scale),
    scale,
  };
}

/** The digits after the decimal point of the shortest text of a number, for example 7 for 1e-7. */
function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const fraction = digits.split('.')[1] ?? '';
  return Math.max(0, fraction.length - Number(exponent));
}
