import type { EquityRow } from '#components/chart/equity/equity-rows.ts';
import { formatCount, withTrueMinus } from '#lib/format/numbers.ts';
import type { ListedBacktest, ListedSweep, StockResult } from '../api/types.ts';

/** With fewer trades, chance alone produces good results often. */
const minTrades = 30;
/** The part of the calendar time that is compared with the rest. */
const firstPartPercent = 70;
const dayMs = 86_400_000;

/** Returns of the first and the last part of a run, in percent. */
export interface PartReturns {
  readonly first: number;
  readonly last: number;
}

export interface WorthFacts {
  readonly trades: number;
  /** The parts of the shown stock; null if its equity is not loaded or too short. */
  readonly parts: PartReturns | null;
  /** The stock of `parts` if the run has several. */
  readonly partsOf: string | null;
  /** How many different settings of the strategy have a result. */
  readonly tried: number;
  readonly costs: {
    readonly commission_percent: number;
    readonly commission_fixed: number;
    readonly spread_percent: number;
  };
  /** Whether dividends were paid that the run does not count; null if that could not be loaded. */
  readonly lacksDividends: boolean | null;
  readonly isSimulated: boolean;
  readonly rejectedBars: number;
}

/** The returns before and after 70 % of the calendar time; null if a part has no bar. */
export function partReturns(rows: readonly EquityRow[]): PartReturns | null {
  const [start, end] = [rows[0], rows.at(-1)];
  if (!start || !end) return null;
  const days = (Date.parse(end.date) - Date.parse(start.date)) / dayMs;
  const splitTime = Date.parse(start.date) + Math.ceil((days * firstPartPercent) / 100) * dayMs;
  const split = new Date(splitTime).toISOString().slice(0, 10);
  // Compared as texts: a history has thousands of dates to read.
  const middle = rows.findLast(({ date }) => date < split);
  if (!middle || middle === start || middle.equity <= 0 || start.equity <= 0) return null;
  return {
    first: 100 * (middle.equity / start.equity - 1),
    last: 100 * (end.equity / middle.equity - 1),
  };
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** A whole percentage with sign, such as `+84 %` and `−6 %`. */
export function signedPercent(value: number): string {
  return `${withTrueMinus(whole.format(value))} %`;
}

function tradesSentence(trades: number): string | null {
  if (trades === 0) return 'No trade was closed: there is nothing to judge.';
  if (trades >= minTrades) return null;
  return `Only ${trades} ${trades === 1 ? 'trade' : 'trades'}: luck and skill look alike here.`;
}

/** The limits of the worth of a result, in sentences. */
export function worthSentences({ parts, costs, ...facts }: WorthFacts): string[] {
  const isFree = Object.values(costs).every((cost) => cost === 0);
  const { rejectedBars } = facts;
  const sentences = [
    tradesSentence(facts.trades),
    parts &&
      `${facts.partsOf === null ? '' : `${facts.partsOf}: `}First ${firstPartPercent} % of the time: ${signedPercent(parts.first)}. Last ${100 - firstPartPercent} %: ${signedPercent(parts.last)}.`,
    facts.tried > 1 &&
      `You tried ${formatCount(facts.tried)} settings; the best of many looks good by chance.`,
    isFree && 'Costs are zero.',
    'Delisted stocks are not in your list.',
    facts.lacksDividends && 'Dividends are not counted; buy-and-hold would have earned more.',
    facts.lacksDividends === null && 'Dividends are not counted; whether any were paid could not be loaded.',
    facts.isSimulated && 'Simulated data.',
    rejectedBars > 0 &&
      `${formatCount(rejectedBars)} ${rejectedBars === 1 ? 'bar was' : 'bars were'} rejected.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}

/** The sentences about purchases that a run dropped; with the names of the stocks if it has several. */
export function droppedSentences(results: readonly StockResult[]): string[] {
  return results
    .filter(({ dropped_orders }) => dropped_orders > 0)
    .flatMap(({ symbol, warnings }) =>
      warnings.map((warning) =>
        results.length === 1 || warning.endsWith(` of ${symbol}.`) ? warning : `${symbol}: ${warning}`,
      ),
    );
}

/**
 * How many rules and settings of a strategy have a result: equal backtests count once, sweeps with all combinations.
 */
export function countTried(
  backtests: readonly Pick<ListedBacktest, 'rules' | 'settings'>[],
  sweeps: readonly Pick<ListedSweep, 'total' | 'status'>[],
): number {
  const different = new Set(backtests.map(({ rules, settings }) => JSON.stringify([rules, settings])));
  const swept = sweeps.reduce((sum, { total, status }) => (status === 'SUCCESS' ? sum + total : sum), 0);
  return different.size + swept;
}
