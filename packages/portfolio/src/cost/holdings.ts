import { dateOfDay } from '@stockbook/common/days';
import type {
  ByMethod,
  CashBalance,
  CostMethod,
  Holding,
  Holdings,
  HoldingsOptions,
  HoldingsTotals,
  Lot,
} from '../answers.ts';
import type { Book } from '../book/book.ts';
import { balanceAt } from '../book/cash.ts';
import { type Ledger, ledgerSteps } from '../book/ledger.ts';
import { periodOf } from '../book/period.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import type { HoldingDays } from '../days/holding-days.ts';
import { exactValueAt, type Timeline, timelineSteps } from '../days/timeline.ts';
import { type Decimal, plus, zero } from '../numbers/decimal.ts';
import { finish, mapInSteps, type Steps } from '../numbers/steps.ts';
import { type DayChange, dayChange } from '../prices/day-change.ts';
import { holdingGain, holdingReturn, netMoneyBySymbol } from '../returns/holding-return.ts';
import { warningsOf } from '../returns/warnings.ts';
import { type CostLedger, costSteps } from './cost-ledger.ts';
import { type LotQueue, sumOfCosts } from './lots.ts';
import { spunOffShares } from './spun-off.ts';

/** A holding in decimals, before its weight is known. */
interface ExactHolding {
  readonly holding: Omit<Holding, 'weightPercent'>;
  readonly isHeld: boolean;
  readonly value: Decimal;
  readonly cost: ByMethod<Decimal>;
  readonly realised: ByMethod<Decimal>;
  readonly change: DayChange | null;
}

/** Everything that is held at the end of a day, with the gains and returns since the first transaction. */
export function holdings(book: Book, options: HoldingsOptions): Holdings {
  return finish(holdingSteps(book, options));
}

/** Computes what `holdings` returns, a stock at a time. */
export function* holdingSteps(book: Book, { date, closed, lots }: HoldingsOptions): Steps<Holdings> {
  const ledger = yield* ledgerSteps(book);
  const { since, until } = periodOf(ledger, null, date);
  const timeline = yield* timelineSteps(ledger, Math.min(since, until), until);
  const total = exactValueAt(timeline, until);
  const costs = yield* costSteps(ledger, until);
  const exact = yield* exactHoldingSteps(timeline, { until, costs, lots });
  return {
    date: dateOfDay(until),
    holdings: exact
      .filter(({ isHeld }) => isHeld || closed)
      .map(({ holding, value }) => ({ ...holding, weightPercent: weightPercent(value, total) })),
    cash: cashBalances(timeline, until, total),
    totals: totalsOf(exact, total),
    skipped: timeline.view.skipped,
    warnings: warningsOf(timeline),
    spunOff: spunOffShares(ledger, costs),
  };
}

function* exactHoldingSteps(
  timeline: Timeline,
  {
    until,
    costs,
    lots,
  }: { until: number; costs: ReadonlyMap<string, CostLedger>; lots: CostMethod | undefined },
): Steps<ExactHolding[]> {
  const { ledger, view, window } = timeline;
  const netMoney = netMoneyBySymbol(view.bookings, window.eve);
  const dividends = new Map<string, Decimal>();
  for (const booking of view.bookings) {
    if (booking.symbol === null || booking.dividends.isZero()) continue;
    dividends.set(booking.symbol, plus(dividends.get(booking.symbol) ?? zero, booking.dividends));
  }
  const exact = yield* mapInSteps(timeline.holdings, (days) => {
    const { symbol } = days.stock;
    const cost = costs.get(symbol);
    if (!cost) return [];
    const gain = holdingGain(days.stock, { eve: window.eve, until }, netMoney.get(symbol), ledger.rates);
    return exactHolding(days, cost, {
      ledger,
      until,
      lotMethod: lots,
      twr: holdingReturn(days, timeline.weight).twr,
      gain,
      dividends: dividends.get(symbol) ?? zero,
    });
  });
  return exact.flat();
}

interface HoldingContext {
  readonly ledger: Ledger;
  readonly until: number;
  readonly lotMethod: CostMethod | undefined;
  readonly twr: number | null;
  readonly gain: Decimal;
  readonly dividends: Decimal;
}

function exactHolding(
  days: HoldingDays,
  costs: CostLedger,
  { ledger, until, lotMethod, twr, gain, dividends }: HoldingContext,
): ExactHolding {
  const { stock } = days;
  const shares = stock.quantityAt(until);
  const quantity = stock.splits.toDay(shares, until);
  const value = stock.valueAt(shares, until, ledger.rates);
  const { lots, averageCost, firstBought } = costs.queue;
  const cost = { fifo: sumOfCosts(lots), average: averageCost };
  const realised = byMethod((method) =>
    costs.sales.reduce((sum, { proceeds, removal }) => sum.plus(proceeds).minus(removal.cost[method]), zero),
  );
  const change = shares.isZero() ? null : dayChange(stock, until, ledger.rates);
  return {
    isHeld: !shares.isZero(),
    value,
    cost,
    realised,
    change,
    holding: {
      symbol: stock.symbol,
      currency: stock.currency,
      quantity: quantity.toNumber(),
      ...shownPrice(stock, until, ledger),
      value: value.toNumber(),
      cost: numbers(cost),
      costPerShare: byMethod((method) => (quantity.isZero() ? null : cost[method].div(quantity).toNumber())),
      unrealised: byMethod((method) => value.minus(cost[method]).toNumber()),
      unrealisedPercent: byMethod((method) => percentOf(value.minus(cost[method]), cost[method])),
      realised: numbers(realised),
      dividends: dividends.toNumber(),
      gain: gain.toNumber(),
      twr,
      dayChange: change?.amount.toNumber() ?? null,
      dayChangePercent: change && percentOf(change.amount, change.before),
      firstBought: firstBought === null ? null : dateOfDay(firstBought),
      lots: lotMethod === undefined ? [] : shownLots(stock, until, costs.queue, lotMethod),
    },
  };
}

/** The price in shares of the day; null if none is held. */
function shownPrice(stock: StockLedger, until: number, { rates }: Ledger) {
  const price = stock.prices.at(until);
  const currency = price?.currency ?? stock.currency;
  const isHeld = !stock.quantityAt(until).isZero();
  return {
    price: price && isHeld ? stock.splits.priceToDay(price.price, until).toNumber() : null,
    priceCurrency: currency,
    priceDate: price && isHeld ? dateOfDay(price.day) : null,
    fxRate: rates.at(currency, until)?.toNumber() ?? null,
  };
}

/** The lots in shares of the day. */
function shownLots(stock: StockLedger, until: number, queue: LotQueue, method: CostMethod): Lot[] {
  const { lots, averageCost } = queue;
  const averagePerShare =
    method === 'average' && lots.length > 0 ? averageCost.div(stock.quantityAt(until)) : null;
  return lots.map(({ day, quantity, cost }) => ({
    date: dateOfDay(day),
    quantity: stock.splits.toDay(quantity, until).toNumber(),
    cost: (averagePerShare?.times(quantity) ?? cost).toNumber(),
  }));
}

function cashBalances({ balances, ledger }: Timeline, until: number, total: Decimal): CashBalance[] {
  return balances.flatMap((balance) => {
    const amount = balanceAt(balance, until);
    const value = amount.times(ledger.rates.at(balance.currency, until) ?? zero);
    const { currency } = balance;
    return amount.isZero()
      ? []
      : {
          currency,
          amount: amount.toNumber(),
          value: value.toNumber(),
          weightPercent: weightPercent(value, total),
        };
  });
}

function totalsOf(exact: readonly ExactHolding[], total: Decimal): HoldingsTotals {
  const sum = (value: (holding: ExactHolding) => Decimal) =>
    exact.reduce((result, holding) => result.plus(value(holding)), zero);
  const shares = sum(({ value }) => value);
  const cost = byMethod((method) => sum((holding) => holding.cost[method]));
  const changes = exact.flatMap(({ change }) => change ?? []);
  const change = changes.reduce((result, { amount }) => result.plus(amount), zero);
  const before = changes.reduce((result, day) => result.plus(day.before), zero);
  return {
    value: total.toNumber(),
    cost: numbers(cost),
    unrealised: byMethod((method) => shares.minus(cost[method]).toNumber()),
    unrealisedPercent: byMethod((method) => percentOf(shares.minus(cost[method]), cost[method])),
    realised: byMethod((method) => sum((holding) => holding.realised[method]).toNumber()),
    dayChange: changes.length === 0 ? null : change.toNumber(),
    dayChangePercent: changes.length === 0 ? null : percentOf(change, before),
  };
}

/** Null of a book that is worth nothing or less. */
function weightPercent(value: Decimal, total: Decimal): number | null {
  return total.gt(zero) ? percentOf(value, total) : null;
}

function percentOf(part: Decimal, whole: Decimal): number | null {
  return whole.isZero() ? null : part.times(100).div(whole).toNumber();
}

function byMethod<T>(figure: (method: CostMethod) => T): ByMethod<T> {
  return { fifo: figure('fifo'), average: figure('average') };
}

function numbers(figures: ByMethod<Decimal>): ByMethod<number> {
  return byMethod((method) => figures[method].toNumber());
}
