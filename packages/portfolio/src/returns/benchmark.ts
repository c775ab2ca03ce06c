import { dateOfDay, dayNumber } from '@stockbook/common/days';
import type { Benchmark } from '../answers.ts';
import { quoteCurrency } from '../book/stock-ledger.ts';
import type { Timeline } from '../days/timeline.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';

/** Part of the most units held below which a shortfall is a rounding error. */
const relativeRounding = 1e-9;

/** The benchmark with its columns, one row for each day of the period; NaN stands for no value. */
export interface BenchmarkDays {
  readonly answer: Benchmark;
  readonly value: Float64Array;
  readonly twr: Float64Array;
}

/** The levels and dividends of a benchmark in the currency of the book, by rows of the window. */
interface Levels {
  /** NaN before the first bar. */
  readonly level: Float64Array;
  /** Dividend over close at the rows of ex-dates. */
  readonly yields: ReadonlyMap<number, number>;
}

/** The same money on the same days in another stock. `valueStart` is that of the book. */
export function benchmarkDays(timeline: Timeline, symbol: string, valueStart: number): BenchmarkDays {
  const { window, columns, firstRowWithCapital } = timeline;
  const twr = new Float64Array(window.count).fill(Number.NaN);
  const value = new Float64Array(window.count).fill(Number.NaN);
  const none: Benchmark = {
    symbol,
    referenceDay: null,
    valueEnd: null,
    gain: null,
    twr: null,
    dividendsReinvested: false,
    problem: null,
    problemDate: null,
  };
  if (valueStart === 0 && firstRowWithCapital < 0) return { answer: none, value, twr };
  const reference = valueStart === 0 ? firstRowWithCapital + 1 : 0;
  const referenceDay = dateOfDay(window.eve + reference);
  const levels = levelsOf(timeline, symbol, reference);
  const firstFlow = columns.inflow.findIndex((inflow, row) => inflow !== 0 || at(columns.outflow, row) !== 0);
  const needed = firstFlow < 0 ? reference : Math.min(reference, firstFlow + 1);
  const unknown = [needed, reference].find((row) => !levels || !(at(levels.level, row) > 0));
  if (!levels || unknown !== undefined) {
    const problemDate = dateOfDay(window.eve + (unknown ?? reference));
    return { answer: { ...none, referenceDay, problem: 'no_prices', problemDate }, value, twr };
  }
  const held = holdUnits(timeline, levels, valueStart, value);
  reinvest(levels, reference, twr);
  const isOut = held.ranOutRow !== null;
  return {
    answer: {
      ...none,
      referenceDay,
      valueEnd: isOut ? null : held.valueEnd,
      gain: isOut ? null : held.valueEnd - valueStart - held.net,
      twr: window.count === 0 ? 0 : reference > window.count ? null : at(twr, window.count - 1),
      dividendsReinvested: levels.yields.size > 0,
      problem: isOut ? 'ran_out' : null,
      problemDate: held.ranOutRow === null ? null : dateOfDay(window.eve + held.ranOutRow),
    },
    value,
    twr,
  };
}

function holdUnits({ columns, window }: Timeline, levels: Levels, valueStart: number, value: Float64Array) {
  let units = valueStart === 0 ? 0 : valueStart / at(levels.level, 0);
  let most = Math.abs(units);
  let net = 0;
  let ranOutRow = units < 0 ? 0 : null;
  for (let row = 1; row <= window.count; row++) {
    units *= 1 + (levels.yields.get(row) ?? 0);
    const flow = at(columns.inflow, row - 1) - at(columns.outflow, row - 1);
    net += flow;
    if (flow !== 0) units += flow / at(levels.level, row);
    most = Math.max(most, Math.abs(units));
    if (Math.abs(units) <= most * relativeRounding) units = 0;
    if (units < 0) ranOutRow ??= row;
    if (ranOutRow === null) value[row - 1] = units === 0 ? 0 : units * at(levels.level, row);
  }
  return { ranOutRow, net, valueEnd: window.count === 0 ? valueStart : at(value, window.count - 1) };
}

/** Writes the return since the reference row, dividends put back at the closes of their ex-dates. */
function reinvest({ level, yields }: Levels, reference: number, twr: Float64Array): void {
  let shares = 1;
  for (let row = reference; row <= twr.length; row++) {
    shares *= 1 + (yields.get(row) ?? 0);
    if (row > 0) twr[row - 1] = (shares * at(level, row)) / at(level, reference) - 1;
  }
}

/** Null if the stock or its currency is not known. */
function levelsOf(timeline: Timeline, symbol: string, reference: number): Levels | null {
  const { book, rates } = timeline.ledger;
  const history = book.histories.get(symbol);
  const currency = history && quoteCurrency(book, symbol, history);
  if (!history || !currency) return null;
  const { eve, count } = timeline.window;
  const { rate } = rates.column(currency, eve, eve + count);
  const level = new Float64Array(count + 1).fill(Number.NaN);
  let bar = lastIndexUpTo(history.days, eve);
  for (let row = 0; row <= count; row++) {
    while (bar + 1 < history.days.length && at(history.days, bar + 1) <= eve + row) bar++;
    if (bar >= 0) level[row] = at(history.closes, bar) * at(rate, row);
  }
  const yields = new Map<number, number>();
  for (const { exDate, amount, currency: paid } of history.dividends) {
    const day = dayNumber(exDate);
    const row = day - eve;
    const paidRate = rates.at(paid ?? currency, day);
    if (row <= reference || row > count || day > timeline.ledger.today || !paidRate) continue;
    yields.set(row, (yields.get(row) ?? 0) + (amount * paidRate.toNumber()) / at(level, row));
  }
  return { level, yields };
}
