import type { WatchListItem } from '@stockbook/api/schemas';
import { isOwnSymbol } from '#lib/data-source.ts';
import {
  currencyDecimals,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatVolume,
} from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { delaySentence, pendingCloseSentence } from '../../detail/data-sentences.ts';
import { ownKeys } from '../view/own-columns.ts';
import {
  columnTexts,
  columnValue,
  dayChange,
  type FiguresBySymbol,
  type RowFigures,
  type ShownColumn,
  type TableColumn,
  tableColumns,
} from './table-columns.ts';

/** Widths in rem, so that they follow the font size of the browser. */
const digitWidth = 0.51;
/** Width of the bold capitals of a symbol, which a badge beside it must not cover. */
const capitalWidth = 0.59;
const cellPadding = { usual: 1.5, phone: 0.75 };
/** The arrow of the sorted column, with its gap. */
const arrowWidth = 1.125;
/** A name is cut at the first one if the table has no room for more, and shares it with badges. */
const nameWidth = { least: 6, besideBadges: 3, usual: 9 };
const gapWidth = 0.25;

/** Widths of columns whose content is cut or drawn. */
const setWidths: Partial<Record<TableColumn, number>> = { time: 10.25, position: 6.25, sector: 9, note: 12 };

/** Columns that give up a part of their width before the table scrolls sideways. */
const leastWidths: Partial<Record<ShownColumn, number>> = { sector: 7 };

/** The longest usual texts of columns whose values come after the list: later ones as long move no column. */
const usualTexts: Partial<Record<TableColumn, string>> = {
  volume: '888.88M',
  week: '+88.88%',
  month: '+88.88%',
  year: '+888.88%',
  gain: '+$88,888.88',
};

function textWidth(length: number): number {
  return length * digitWidth;
}

/** A gain with its sign and the decimals of its currency. */
export function formatHeldGain({ gain, currency }: NonNullable<RowFigures['held']>): string {
  return `${gain > 0 ? '+' : ''}${formatPrice(gain, currency, currencyDecimals(currency))}`;
}

function formatted(column: TableColumn, item: WatchListItem, figures: FiguresBySymbol): string {
  if (column === 'last') return priceFormat(item.stock).format(item.stock.last_close);
  if (column === 'change') return `+${priceFormat(item.stock).formatPlain(dayChange(item.stock) ?? 0)}`;
  const { held } = figures.get(item.stock.symbol) ?? {};
  if (column === 'shares') return held ? formatQuantity(held.quantity) : '';
  if (column === 'gain') return held ? formatHeldGain(held) : '';
  const value = columnValue(column, item, figures.get(item.stock.symbol));
  if (typeof value !== 'number') return '';
  return column === 'volume' ? formatVolume(value) : formatPercent(value);
}

/** The texts of the badges of a row. */
function badgesOf({ stock }: WatchListItem, isAllSimulated: boolean): readonly string[] {
  return [
    ...(isOwnSymbol(stock.symbol) ? ['Own'] : []),
    ...(stock.is_active ? [] : ['Inactive']),
    ...(!isAllSimulated && stock.data_source === 'simulated' ? ['Simulated data'] : []),
    ...((delaySentence(stock) ?? pendingCloseSentence(stock)) ? ['Delayed'] : []),
  ];
}

function longest(texts: readonly string[]): number {
  return texts.reduce((length, text) => Math.max(length, text.length), 0);
}

export interface ContentWidths {
  readonly symbol: number;
  /** The badges beside the symbol. */
  readonly badges: number;
  readonly columns: ReadonlyMap<TableColumn, number>;
}

/**
 * The widths in rem, without the padding of the cells, that fit all stocks of a list: they stay when its rows are
 * scrolled, sorted or filtered.
 */
export function contentWidths(
  items: readonly WatchListItem[],
  figures: FiguresBySymbol,
  isAllSimulated: boolean,
): ContentWidths {
  const widthOf = (column: TableColumn) => {
    const header = textWidth(columnTexts[column].header.length) + arrowWidth;
    const texts = items.map((item) => formatted(column, item, figures));
    const content = setWidths[column] ?? textWidth(longest([usualTexts[column] ?? '', ...texts]));
    return Math.max(header, content);
  };
  const badges = items.map((item) =>
    badgesOf(item, isAllSimulated).reduce((sum, badge) => sum + textWidth(badge.length) + 1, 0),
  );
  const badge = Math.max(0, ...badges);
  const letters = Math.max(longest(items.map(({ stock }) => stock.symbol)), 'Symbol'.length);
  const symbol = letters * (badge > 0 ? capitalWidth : digitWidth);
  return {
    symbol: Math.max(symbol, textWidth('Symbol'.length) + arrowWidth),
    badges: badge,
    columns: new Map(tableColumns.map((column) => [column, widthOf(column)])),
  };
}

interface LayoutOptions {
  readonly widths: ContentWidths;
  readonly columns: readonly TableColumn[];
  /** The columns that the user wrote, after the others. */
  readonly own: readonly string[];
  readonly hasTrueSince: boolean;
  /** Whether the names of the stocks are shown. */
  readonly hasNames: boolean;
  /** Whether controls have the size for fingers. */
  readonly isCoarse: boolean;
  /** Whether cells are tight, and the bar of the selected rows alone has the actions. */
  readonly isPhone: boolean;
  /** The room in rem; null before it is measured. */
  readonly room: number | null;
}

export interface TableLayout {
  /** Whether each row has its actions. */
  readonly hasActions: boolean;
  /** The shown columns. */
  readonly columns: readonly ShownColumn[];
  /** The tracks of each row, a CSS grid. */
  readonly template: string;
  /** In CSS. */
  readonly minWidth: string;
}

/** The head of a column that the user wrote is cut; its values, which may be under the arrow, are not. */
function ownWidth(text: string, isPhone: boolean): number {
  const values = textWidth('12,345.67'.length);
  return isPhone ? values : Math.max(values, textWidth(Math.min(text.length, 20))) + arrowWidth;
}

/**
 * Lays the rows of a table out. The day since which a rule has been true takes the place of the sector if there is no
 * room for both, but only if all other columns are then in sight.
 */
export function tableLayout(options: LayoutOptions): TableLayout {
  const { widths, own, hasTrueSince, hasNames, isCoarse, isPhone, room } = options;
  const padding = isPhone ? cellPadding.phone : cellPadding.usual;
  const controls = isCoarse ? { select: 2.75, actions: 8.75 } : { select: 1.75, actions: 7.25 };
  const leastName = widths.badges > 0 ? nameWidth.besideBadges : nameWidth.least;
  const beside = widths.badges + (hasNames ? leastName : 0);
  const first = 0.5 + controls.select + gapWidth + widths.symbol + beside + 0.75;
  const growth = hasNames ? nameWidth.usual - leastName : 0;
  const shownOwn = ownKeys.slice(0, own.length);
  const columns: readonly ShownColumn[] = [...options.columns, ...shownOwn];
  const columnWidths: ReadonlyMap<ShownColumn, number> = new Map([
    ...widths.columns,
    ...shownOwn.map((key, index) => [key, ownWidth(own[index] ?? '', isPhone)] as const),
  ]);
  const tracksOf = (shown: readonly ShownColumn[], least: typeof leastWidths = {}) => [
    first,
    ...(hasTrueSince ? [padding + textWidth('Nov 26, 2026'.length)] : []),
    ...shown.map((column) => padding + (least[column] ?? columnWidths.get(column) ?? 0)),
  ];
  const actions = isPhone ? [] : [controls.actions];
  const sumOf = (tracks: readonly number[]) => [...tracks, ...actions].reduce((sum, width) => sum + width, 0);
  const withoutSector = columns.filter((column) => column !== 'sector');
  const isTight = hasTrueSince && room !== null && sumOf(tracksOf(columns)) > room;
  const shown = isTight && sumOf(tracksOf(withoutSector)) <= room ? withoutSector : columns;
  const leastTracks = tracksOf(shown, leastWidths);
  const flexible = tracksOf(shown).map(
    (width, index) => `minmax(${leastTracks[index]}rem, ${index === 0 ? width + growth : width}fr)`,
  );
  return {
    columns: shown,
    hasActions: !isPhone,
    template: [...flexible, ...actions.map((width) => `${width}rem`)].join(' '),
    minWidth: `${sumOf(leastTracks)}rem`,
  };
}
