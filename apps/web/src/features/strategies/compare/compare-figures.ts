import type { ComparedRow, EquityRow } from '#components/chart/equity/equity-rows.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount, formatNumber } from '#lib/format/numbers.ts';
import type { Backtest, StatisticName } from '../api/types.ts';
import { describeScope, readRunnableRules } from '../runnable-rules.ts';
import { type StatisticUnit, statisticGroups, statisticGuides } from '../statistics/statistics-guide.ts';

/** A setting of two results in words. */
export interface SettingPair {
  readonly name: string;
  readonly own: string;
  readonly other: string;
}

/** The rules and settings of a result, in words. */
function settingsOf({ rules, settings, results }: Backtest): Map<string, string> {
  const runnable = readRunnableRules(rules);
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? 'None' : `${value}%`;
  const bars = runnable?.max_bars ?? null;
  return new Map([
    ['Entry', runnable?.entry ?? 'N/A'],
    ['Exit', runnable?.exit ?? 'None'],
    ['Stop-loss', percent(runnable?.stop_loss_percent)],
    ['Take-profit', percent(runnable?.take_profit_percent)],
    ['Longest trade', bars === null ? 'None' : bars === 1 ? '1 bar' : `${formatCount(bars)} bars`],
    ['Stocks of the rules', runnable ? describeScope(runnable.scope) : 'N/A'],
    ['Stocks in the result', results.map(({ symbol }) => symbol).join(', ') || 'None'],
    ['Cash', formatCount(settings.cash)],
    ['Size', percent(settings.size_percent)],
    ['Commission', percent(settings.commission_percent)],
    ['Fixed commission', String(settings.commission_fixed)],
    ['Spread', percent(settings.spread_percent)],
    ['First day', settings.since === null ? 'First bar' : formatDate(settings.since)],
    ['Last day', settings.until === null ? 'Last bar' : formatDate(settings.until)],
    ['Fractions of shares', settings.fractional ? 'Yes' : 'No'],
    ['Dividends', settings.dividends ? 'Counted' : 'Not counted'],
  ]);
}

/** The rules and settings in which two results differ. */
export function differingSettings(own: Backtest, other: Backtest): SettingPair[] {
  const others = settingsOf(other);
  return [...settingsOf(own)].flatMap(([name, text]) => {
    const otherText = others.get(name) ?? 'N/A';
    return text === otherText ? [] : [{ name, own: text, other: otherText }];
  });
}

/** A statistic of two results; null where one has no value. */
export interface StatisticPair {
  readonly name: StatisticName;
  readonly own: number | null;
  readonly other: number | null;
}

type Figures = Readonly<Partial<Record<StatisticName, number | null>>>;

/** The figures of a result: all statistics of its only stock, otherwise the medians and sums of its stocks. */
function figuresOf({ results, summary }: Backtest): Figures {
  const [only, ...more] = results;
  if (only && more.length === 0) return only.statistics;
  return summary ?? {};
}

/** The statistics that both figures have, in the order of the statistics of a stock. */
function pairs(own: Figures, other: Figures): StatisticPair[] {
  return statisticGroups
    .flatMap(({ names }) => names)
    .flatMap((name) => {
      const [a, b] = [own[name], other[name]];
      return a === undefined || b === undefined ? [] : [{ name, own: a, other: b }];
    });
}

/** The statistics of two results: of their stocks, and of all stocks as one account if one of them has several. */
export function statisticPairs(own: Backtest, other: Backtest) {
  const hasSeveral = own.results.length > 1 || other.results.length > 1;
  return {
    ofStocks: pairs(figuresOf(own), figuresOf(other)),
    ofAccount: hasSeveral && own.combined && other.combined ? pairs(own.combined, other.combined) : [],
  };
}

const decimals: Readonly<Record<StatisticUnit, number>> = {
  days: 0,
  money: 2,
  change: 2,
  percent: 2,
  ratio: 2,
  count: 0,
};

/** How much a statistic is above that of the other result, as `+4.23 points`; N/A if one has no value. */
export function differenceText({ name, own, other }: StatisticPair): string {
  if (own === null || other === null) return 'N/A';
  const { unit } = statisticGuides[name];
  const text = formatNumber(own - other, decimals[unit]);
  const signed = own > other && !text.startsWith('−') ? `+${text}` : text;
  return unit === 'change' || unit === 'percent' ? `${signed} points` : signed;
}

/**
 * Both equities as returns in percent since their first day, for every day that one of them has. Before its first day
 * an equity has no value; a day without one keeps the value before.
 */
export function comparedReturns(own: readonly EquityRow[], other: readonly EquityRow[]): ComparedRow[] {
  const valuesOf = (rows: readonly EquityRow[]) => {
    const first = rows[0]?.equity ?? 0;
    return new Map(rows.map(({ date, equity }) => [date, first > 0 ? 100 * (equity / first - 1) : 0]));
  };
  const [owns, others] = [valuesOf(own), valuesOf(other)];
  const start = own[0]?.date ?? '';
  let [value, compared]: [number, number | null] = [0, null];
  return [...new Set([...owns.keys(), ...others.keys()])].sort().flatMap((date) => {
    value = owns.get(date) ?? value;
    compared = others.get(date) ?? compared;
    return date < start ? [] : [{ date, value, compared, drawdown: 0 }];
  });
}
