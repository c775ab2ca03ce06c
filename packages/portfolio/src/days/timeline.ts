import type { DayColumns, DayProblemKind } from '../answers.ts';
import type { Booking } from '../book/bookings.ts';
import { type Balance, balancesOf, type CashDays, valueCash } from '../book/cash.ts';
import type { Ledger, LedgerView } from '../book/ledger.ts';
import { type Decimal, plus, zero } from '../numbers/decimal.ts';
import { at } from '../numbers/search.ts';
import { mapInSteps, type Steps } from '../numbers/steps.ts';
import { difference, exactValue } from '../prices/valuation.ts';
import { type HoldingDays, holdingFlows, valueHolding, type Window } from './holding-days.ts';

/** Part of the gross value below which doubles cannot tell a value from 0: the exact value then decides. */
const relativeDoubt = 1e-9;

/** Part of the gross value below which a change from one day to the next is a rounding error of rates and closes. */
const relativeRounding = 1e-13;

/** All days of a period with their values, flows and factors. */
export interface Timeline {
  readonly ledger: Ledger;
  readonly view: LedgerView;
  readonly window: Window;
  readonly balances: readonly Balance[];
  readonly cash: CashDays;
  readonly holdings: readonly HoldingDays[];
  /** One row a day, from the first day on. */
  readonly columns: DayColumns;
  /** By days: factor of the money of a day towards the return; 0 on a day that counts 1. */
  readonly weight: Float64Array;
  /** By days: 1 with a bar of a stock that is held. */
  readonly isTradingDay: Uint8Array;
  /** -1 without one. */
  readonly firstRowWithCapital: number;
  readonly problems: readonly { readonly row: number; readonly kind: DayProblemKind }[];
  /** The exact flows of days that have some, by day. */
  readonly flows: ReadonlyMap<number, Flow>;
}

interface Flow {
  readonly inflow: Decimal;
  readonly outflow: Decimal;
}

const noFlow: Flow = { inflow: zero, outflow: zero };

/** Values every day from `since` to `until`, both included. */
export function* timelineSteps(ledger: Ledger, since: number, until: number): Steps<Timeline> {
  const view = ledger.upTo(until);
  const window: Window = { eve: since - 1, count: Math.max(0, until - since + 1) };
  const balances = ledger.book.cashTracking ? balancesOf(view.bookings) : [];
  const isTradingDay = new Uint8Array(window.count);
  const totals = new Float64Array(window.count + 1);
  const flows = holdingFlows(view.bookings, window);
  const valued = { window, rates: ledger.rates, totals, isTradingDay };
  const holdings = yield* mapInSteps(view.stocks, (stock) =>
    valueHolding(stock, flows.get(stock.symbol), valued),
  );
  const cash = valueCash(balances, window, ledger.rates);
  for (let row = 0; row < totals.length; row++) totals[row] = at(totals, row) + at(cash.value, row);
  const book = { ledger, view, window, balances, cash, holdings, isTradingDay };
  return { ...book, ...computeDays(book, totals, flowsByDay(view.bookings, window.eve)) };
}

/** The exact value at the end of a day. */
export function exactValueAt(
  { view, balances, ledger }: Pick<Timeline, 'view' | 'balances' | 'ledger'>,
  day: number,
) {
  return exactValue(view.stocks, balances, day, ledger.rates);
}

function flowsByDay(bookings: readonly Booking[], eve: number): Map<number, Flow> {
  const flows = new Map<number, Flow>();
  for (const { day, inflow, outflow } of bookings) {
    if (day <= eve || (inflow.isZero() && outflow.isZero())) continue;
    const flow = flows.get(day) ?? noFlow;
    flows.set(day, { inflow: plus(flow.inflow, inflow), outflow: plus(flow.outflow, outflow) });
  }
  return flows;
}

type ValuedBook = Pick<Timeline, 'ledger' | 'view' | 'window' | 'balances' | 'cash'>;

function computeDays(book: ValuedBook, totals: Float64Array, flows: ReadonlyMap<number, Flow>) {
  const { eve, count } = book.window;
  const columns = emptyColumns(eve, count);
  const weight = new Float64Array(count);
  const problems: { row: number; kind: DayProblemKind }[] = [];
  let firstRowWithCapital = -1;
  let index = 1;
  let before = settledValue(book, totals, 0);
  for (let row = 0; row < count; row++) {
    const flow = flows.get(eve + 1 + row);
    const inflow = flow?.inflow.toNumber() ?? 0;
    const outflow = flow?.outflow.toNumber() ?? 0;
    const value = settledValue(book, totals, row + 1);
    const capital = settledSum(book, before, inflow, eve + row, flow?.inflow);
    const result = settledSum(book, value, outflow, eve + row + 1, flow?.outflow);
    let factor = 1;
    if (capital > 0 && firstRowWithCapital < 0) firstRowWithCapital = row;
    if (capital > 0 && result >= 0) {
      factor = result / capital;
      weight[row] = index / capital;
    } else if (inflow !== 0 || outflow !== 0 || hasChanged(before, value, at(book.cash.gross, row + 1))) {
      problems.push({ row, kind: capital > 0 ? 'loss_beyond_capital' : 'no_capital' });
    }
    index *= factor;
    columns.valueBefore[row] = before;
    columns.inflow[row] = inflow;
    columns.outflow[row] = outflow;
    columns.value[row] = value;
    columns.factor[row] = factor;
    columns.index[row] = index;
    before = value;
  }
  return { columns, weight, problems, firstRowWithCapital, flows };
}

function hasChanged(before: number, value: number, grossCash: number): boolean {
  return Math.abs(value - before) > (Math.abs(before) + Math.abs(value) + grossCash) * relativeRounding;
}

/** The value of a row, exact where shares and negative cash cancel out but for rounding. */
function settledValue(book: ValuedBook, totals: Float64Array, row: number): number {
  const value = at(totals, row);
  const gross = at(book.cash.gross, row);
  if (gross === 0 || Math.abs(value) >= gross * relativeDoubt) return value;
  return exactValueAt(book, book.window.eve + row).toNumber();
}

/** The sum of a value and a flow of its day, exact where they cancel out but for rounding. */
function settledSum(
  book: ValuedBook,
  value: number,
  flow: number,
  day: number,
  exactFlow: Decimal | undefined,
): number {
  const sum = value + flow;
  if (exactFlow === undefined || Math.abs(sum) >= (Math.abs(value) + Math.abs(flow)) * relativeDoubt)
    return sum;
  return difference(exactValueAt(book, day), exactFlow.neg()).toNumber();
}

function emptyColumns(eve: number, count: number): DayColumns {
  return {
    day: Int32Array.from({ length: count }, (_, row) => eve + 1 + row),
    valueBefore: new Float64Array(count),
    inflow: new Float64Array(count),
    outflow: new Float64Array(count),
    value: new Float64Array(count),
    factor: new Float64Array(count),
    index: new Float64Array(count),
  };
}
