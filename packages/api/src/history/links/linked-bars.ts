import { type FloatColumns, mapColumns } from '@stockbook/db';

/** The prices that follow those of a stock: factor × price + add; a bar whose low is not above 0 is left out. */
export function linkedBars(
  base: FloatColumns,
  { factor, add }: { readonly factor: number; readonly add: number },
): { bars: FloatColumns; leftOut: number } {
  const rows = Array.from(base.date.keys()).filter((row) => {
    const [low, high] = [base.low[row] ?? 0, base.high[row] ?? 0];
    return low * factor + add > 0 && Number.isFinite(high * factor + add);
  });
  const bars = {
    date: rows.map((row) => base.date[row] ?? ''),
    ...mapColumns((name) =>
      Float64Array.from(rows, (row) => (name === 'volume' ? 0 : (base[name][row] ?? 0) * factor + add)),
    ),
  };
  return { bars, leftOut: base.date.length - rows.length };
}
