import type { CorporateActions } from '@stockbook/api/schemas';
import { type BarColumns, barTime, indexFrom } from '../../../components/chart/bar-columns.ts';
import type { ChartMarker } from '../../../components/chart/chart-marker.ts';
import { formatAmount, formatDate } from '../../../lib/format/format.ts';

export type ActionKind = 'split' | 'dividend';

/** A split or a dividend on a bar. */
interface BarAction {
  readonly kind: ActionKind;
  /** Kind with ratio or amount; with the ex-date if it is not the bar's date. */
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

/** Assigns each split and dividend to the bar of its ex-date or, if that day has none, to the next bar. */
export function actionsOfBars(
  bars: BarColumns,
  { splits, dividends }: Pick<CorporateActions, 'splits' | 'dividends'>,
): BarActions {
  const dated = [
    ...splits.map(({ ex_date, numerator, denominator }) => ({
      exDate: ex_date,
      kind: 'split' as const,
      text: `Split ${numerator}:${denominator}`,
    })),
    ...dividends.map(({ ex_date, amount, currency }) => ({
      exDate: ex_date,
      kind: 'dividend' as const,
      text: `Dividend ${formatAmount(amount, currency)}`,
    })),
  ];
  const firstTime = bars.time[0] ?? Number.POSITIVE_INFINITY;
  const actions = new Map<number, BarAction[]>();
  for (const { exDate, kind, text } of dated) {
    const time = barTime(exDate);
    const index = indexFrom(bars, time);
    if (time < firstTime || index === bars.time.length) continue;
    const isOnBar = bars.time[index] === time;
    const action = { kind, text: isOnBar ? text : `${text} (ex-date ${formatDate(exDate)})` };
    actions.set(index, [...(actions.get(index) ?? []), action]);
  }
  return actions;
}

/** The markers `S` and `D`, splits first, each kind by time. */
export function actionMarkers(actions: BarActions): ChartMarker[] {
  return actionKinds.flatMap(({ kind, letter }) =>
    [...actions]
      .filter(([, ofBar]) => ofBar.some((action) => action.kind === kind))
      .sort(([left], [right]) => left - right)
      .map(([bar]) => ({ bar, text: letter, position: 'bottom', ...looks[kind] })),
  );
}
