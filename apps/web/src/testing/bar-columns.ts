import type { Bar } from '@stockbook/api/schemas';
import { type BarColumns, barTime } from '#components/chart/bar-columns.ts';

export function columnsOf(rows: readonly Bar[]): BarColumns {
  return {
    time: rows.map(({ date }) => barTime(date)),
    open: rows.map(({ open }) => open),
    high: rows.map(({ high }) => high),
    low: rows.map(({ low }) => low),
    close: rows.map(({ close }) => close),
    volume: rows.map(({ volume }) => volume),
  };
}
