import type { CorporateActions, Stock } from '@stockbook/api/schemas';
import { type BarColumns, indexOfDate } from '#components/chart/bar-columns.ts';
import type { ChartMarker } from '#components/chart/drawing/marker-drawing.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatAmount, percentUnit } from '#lib/format/numbers.ts';
import { indexOfPeriod } from './bar-period.ts';
import type { Interval } from './view/chart-view.ts';

export type ActionKind = 'split' | 'dividend';

interface BarAction {
  readonly kind: ActionKind;
  /** Kind with ratio or amount, with the ex-date if it is not the bar's date; or the sum of several dividends. */
  readonly text: string;
}

/** The splits and dividends of bars by the index of the bar. */
export type BarActions = ReadonlyMap<number, readonly BarAction[]>;

/** The letters of the markers with their meanings. */
export const actionKinds = [
  { kind: 'split', letter: 'S', name: 'Split' },
  { kind: 'dividend', letter: 'D', name: 'Dividend' },
] as const satisfies readonly { kind: ActionKind; letter: string; name: string }[];

const looks = {
  split: { shape: 'square', color: 'warn' },
  dividend: { shape: 'circle', color: 'muted' },
} as const;

/** The kinds that occur, splits first. */
export function presentKinds(actions: BarActions): readonly (typeof actionKinds)[number][] {
  const present = new Set([...actions.values()].flat().map(({ kind }) => kind));
  return actionKinds.filter(({ kind }) => present.has(kind));
}

/**
 * Assigns each split and dividend to the bar of its day, week or month or, if that has none, to the next bar. Several
 * dividends on a bar become their sum.
 * @param quotedIn dividends of a stock that is quoted in per cent are per cent, too
 */
export function actionsOfBars(
  bars: BarColumns,
  interval: Interval,
  { splits, dividends }: Pick<CorporateActions, 'splits' | 'dividends'>,
  quotedIn?: Stock['quoted_in'],
): BarActions {
  const indexOf = (exDate: string) => indexOfPeriod(bars, interval, exDate);
  const actions = new Map<number, BarAction[]>();
  const add = (kind: ActionKind, text: string, exDate: string) => {
    const index = indexOf(exDate);
    if (index in bars.time) actions.set(index, [...(actions.get(index) ?? []), { kind, text }]);
  };
  const withDate = (text: string, exDate: string) =>
    indexOfDate(bars, exDate) >= 0 ? text : `${text} (ex-date ${formatDate(exDate)})`;

  for (const { ex_date, numerator, denominator } of splits) {
    add('split', withDate(`Split ${numerator}:${denominator}`, ex_date), ex_date);
  }
  const groups = Map.groupBy(dividends, ({ ex_date, currency }) => `${indexOf(ex_date)} ${currency}`);
  for (const group of groups.values()) {
    const [{ ex_date = '', currency = null } = {}] = group;
    const sum = group.reduce((total, { amount }) => total + amount, 0);
    const amount = formatAmount(sum, quotedIn ? percentUnit : currency);
    const text =
      group.length > 1
        ? `${group.length} dividends, ${amount} in total`
        : withDate(`Dividend ${amount}`, ex_date);
    add('dividend', text, ex_date);
  }
  return actions;
}

/** The markers of all splits or of all dividends, by time. */
export function actionMarkers(actions: BarActions, wanted: ActionKind): ChartMarker[] {
  return actionKinds
    .filter(({ kind }) => kind === wanted)
    .flatMap(({ kind, letter }) =>
      [...actions]
        .filter(([, ofBar]) => ofBar.some((action) => action.kind === kind))
        .sort(([a], [b]) => a - b)
        .map(([bar]): ChartMarker => ({ bar, text: letter, position: 'lane', ...looks[kind] })),
    );
}
