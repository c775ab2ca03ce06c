import type { StockFigures, WatchListItem } from '@stockbook/api/schemas';
import { changePercent } from '#lib/format/numbers.ts';
import type { OwnKey } from '../view/own-columns.ts';

/** The position of the user in a stock, in all portfolios together. */
interface StockPosition {
  readonly quantity: number;
  readonly gain: number;
  /** Currency of the gain. */
  readonly currency: string;
}

/** The values of a row that the list itself does not have. */
export type RowFigures = Partial<StockFigures> & { readonly held?: StockPosition };

export type FiguresBySymbol = ReadonlyMap<string, RowFigures>;

/** The columns that can be chosen, in their order. */
export const tableColumns = [
  'last',
  'change',
  'percent',
  'time',
  'volume',
  'position',
  'week',
  'month',
  'year',
  'sector',
  'note',
  'shares',
  'gain',
] as const;
export type TableColumn = (typeof tableColumns)[number];
/** Also one that the user wrote. */
export type ShownColumn = TableColumn | OwnKey;

interface ColumnText {
  readonly header: string;
  /** The header in words, if it is short. */
  readonly name: string;
}

export const columnTexts: Readonly<Record<TableColumn, ColumnText>> = {
  last: { header: 'Last', name: 'Last close' },
  change: { header: 'Change', name: 'Change' },
  percent: { header: 'Chg %', name: 'Change in percent' },
  time: { header: 'Time', name: 'Time of the price' },
  volume: { header: 'Volume', name: 'Volume' },
  position: { header: '52 weeks', name: 'Position in the range of 52 weeks' },
  week: { header: '1W', name: 'Change over a week' },
  month: { header: '1M', name: 'Change over a month' },
  year: { header: 'YTD', name: 'Change since the start of the year' },
  sector: { header: 'Sector', name: 'Sector' },
  note: { header: 'Note', name: 'Note' },
  shares: { header: 'Position', name: 'Position: the shares in your portfolios' },
  gain: { header: 'Gain', name: 'Gain of the position' },
};

/** Columns of text, which begin on the left. */
export function isTextColumn(column: ShownColumn): boolean {
  return column === 'sector' || column === 'note';
}

/** Columns whose values the list itself does not have. */
export function needsFigures(column: string): boolean {
  return ['volume', 'position', 'week', 'month', 'year'].includes(column);
}

/** Columns whose values come from the portfolios. */
export function needsPositions(column: string): boolean {
  return column === 'shares' || column === 'gain';
}

/** The place of the last close in the range of 52 weeks, from 0 to 100; null if unknown. */
export function rangePosition(last: number | null, figures: RowFigures | undefined): number | null {
  const { low_52_weeks: low, high_52_weeks: high } = figures ?? {};
  if (last === null || low == null || high == null || high <= low) return null;
  return Math.min(100, Math.max(0, ((last - low) / (high - low)) * 100));
}

type Value = number | string | null;

const values: Readonly<Record<TableColumn, (item: WatchListItem, figures: RowFigures | undefined) => Value>> =
  {
    last: ({ stock }) => stock.last_close,
    change: ({ stock }) => dayChange(stock),
    percent: ({ stock }) => changePercent(stock.last_close, stock.previous_close),
    time: ({ stock }) => stock.data_end_date,
    volume: (_, figures) => figures?.volume ?? null,
    position: ({ stock }, figures) => rangePosition(stock.last_close, figures),
    week: (_, figures) => figures?.change_1_week ?? null,
    month: (_, figures) => figures?.change_1_month ?? null,
    year: (_, figures) => figures?.change_year_to_date ?? null,
    sector: ({ stock }) => stock.sector,
    note: ({ notes }) => notes,
    shares: (_, figures) => figures?.held?.quantity ?? null,
    gain: (_, figures) => figures?.held?.gain ?? null,
  };

/** The change from the previous close, in the currency; null if unknown. */
export function dayChange({ last_close, previous_close }: WatchListItem['stock']): number | null {
  return last_close === null || previous_close === null ? null : last_close - previous_close;
}

/** The value of a column, for sorting; null if missing. */
export function columnValue(
  column: TableColumn,
  item: WatchListItem,
  figures: RowFigures | undefined,
): Value {
  return values[column](item, figures);
}
