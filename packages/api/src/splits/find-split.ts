import type { BarColumns } from '@stockbook/db';
import type { History } from '@stockbook/market-data';
import type { NewBars } from '../bars-listener.ts';

/** Relative. Restated prices are rounded. */
const tolerance = 5e-3;

export interface Split {
  /** New shares per old share. */
  readonly ratio: number;
  /** `10:1` */
  readonly text: string;
  readonly exDate: string;
}

/**
 * The split by which a download restates the stored prices: all splits together whose factor the prices before them
 * show. A split that the stored prices already include restates nothing, whenever the provider names it.
 * @returns null if the stored prices stay
 */
export function findSplit(stored: BarColumns, bars: BarColumns, splits: History['splits']): Split | null {
  const closes = new Map(bars.date.map((date, index) => [date, bars.close[index] ?? 0]));
  const newestFirst = splits.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const shown: Split[] = [];
  let ratio = 1;
  for (const { date: exDate, numerator, denominator } of newestFirst) {
    ratio *= numerator / denominator;
    const index = stored.date.findLastIndex((date) => date < exDate && closes.has(date));
    const restated = (stored.close[index] ?? 0) / (closes.get(stored.date[index] ?? '') ?? 0);
    if (!(Math.abs(restated / ratio - 1) <= tolerance)) break;
    const text = shown.length === 0 ? `${numerator}:${denominator}` : formatRatio(ratio);
    shown.push({ ratio, text, exDate: shown[0]?.exDate ?? exDate });
  }
  return shown.at(-1) ?? null;
}

const formatRatio = (ratio: number) =>
  ratio >= 1 ? `${Number(ratio.toPrecision(6))}:1` : `1:${Number((1 / ratio).toPrecision(6))}`;

/** The split by which bars restate the stored ones. */
export async function splitOf(newBars: NewBars): Promise<Split | null> {
  if (newBars.splits.length === 0) return null;
  return findSplit(await newBars.before(['close']), await newBars.after(['close']), newBars.splits);
}
