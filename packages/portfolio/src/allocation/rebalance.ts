import { Decimal, decimal, plus, zero } from '../numbers/decimal.ts';
import {
  type Goal,
  goalValue,
  type RebalanceStock,
  readGoals,
  shareAmongMembers,
} from './rebalance-goals.ts';
import { partOf, type Targets, targetPercents, weightPercent } from './targets.ts';

/** Decimals of a quantity that is stored. */
const quantityDecimals = 10;

/** Decimals to which a quantity is exact: values are doubles, and 5 shares can come out as 4.9999999999999996. */
const exactDecimals = 12;

export interface RebalanceInput {
  readonly targets: Targets;
  /** All stocks that are held, and those with a target, unless they have no price or rate. */
  readonly stocks: readonly RebalanceStock[];
  /** Value of all balances, null if cash is not tracked. */
  readonly cash: number | null;
  /** Below 0: money to take out. */
  readonly newMoney: number;
  readonly mode: 'buy_and_sell' | 'buy_only';
  readonly wholeShares: boolean;
  /** Smaller distances from a target are not traded; in percentage points. */
  readonly bandPercent: number;
  /** Smaller differences are not traded. */
  readonly minimum: number;
}

export interface RebalanceTrade {
  /** Null of a tag without stocks: its money has no stock yet. */
  readonly symbol: string | null;
  /** Name of a tag without stocks, else null. */
  readonly tag: string | null;
  readonly type: 'BUY' | 'SELL';
  readonly quantity: number | null;
  /** In `currency`. */
  readonly price: number | null;
  readonly currency: string | null;
  readonly fxRate: number | null;
  /** Above 0, in the currency of the book, as the gain. */
  readonly amount: number;
  /** Percentage of the whole value, cash included if it is tracked. Null of a value of 0 or below. */
  readonly weightBefore: number | null;
  readonly weightAfter: number | null;
  /** Realised by a SELL, without fees. */
  readonly gain: number | null;
}

export interface Rebalance {
  /** Sales first, then by symbol. */
  readonly trades: readonly RebalanceTrade[];
  /** Money that becomes cash to reach its target, below 0 if cash is spent; 0 if it is not tracked. */
  readonly toCash: number;
  /** The new money − `toCash` − purchases + sales. Below 0 only if sales alone do not bring enough money. */
  readonly leftOver: number;
  /** Value of everything with a target, and the new money. */
  readonly total: number;
  /** Stocks with a target that have no price or rate. */
  readonly skipped: readonly string[];
}

export interface RebalanceProblem {
  readonly problem: 'no_targets' | 'no_money' | 'too_little_held';
  readonly message: string;
}

/** Money to trade, by stock and by tags without stocks; below 0 to sell. */
interface Plan {
  readonly stocks: Map<RebalanceStock, Decimal>;
  readonly tags: Map<string, Decimal>;
  readonly toCash: Decimal;
}

/** Quantities of trades, below 0 to sell. */
type Quantities = ReadonlyMap<RebalanceStock, Decimal>;

/** Trades that bring a portfolio nearer to its targets. */
export function rebalance(input: RebalanceInput): Rebalance | RebalanceProblem {
  const newMoney = decimal(input.newMoney);
  if (targetPercents(input.targets).length === 0) {
    return { problem: 'no_targets', message: 'Set targets to rebalance' };
  }
  if (input.mode === 'buy_only' && !newMoney.gt(zero)) {
    return { problem: 'no_money', message: 'Enter the money to invest' };
  }
  const { goals, cashPercent, skipped } = readGoals(input.targets, input.stocks, input.cash !== null);
  const cash = decimal(input.cash ?? 0);
  const total = goals.reduce((sum, goal) => plus(sum, goalValue(goal)), cash).plus(newMoney);
  if (total.isNegative() && !total.isZero()) {
    return {
      problem: 'too_little_held',
      message: 'What has a target is worth less than the money to take out',
    };
  }
  const cashDifference = input.cash === null ? zero : partOf(cashPercent, total).minus(cash);
  const plan = planMoney(input, goals, total, cashDifference);
  const funds = newMoney.minus(plan.toCash);
  const { quantities, tags } = fitToFunds(plan, funds, input.wholeShares);
  return {
    ...shownTrades(input, quantities, tags),
    toCash: plan.toCash.toNumber(),
    leftOver: funds.minus(costOf(quantities)).minus(sumOf(tags.values())).toNumber(),
    total: total.toNumber(),
    skipped,
  };
}

function planMoney(
  { mode, newMoney, bandPercent, minimum }: RebalanceInput,
  goals: readonly Goal[],
  total: Decimal,
  cashDifference: Decimal,
): Plan {
  const differences = goals.map((goal) => partOf(goal.percent, total).minus(goalValue(goal)));
  const missing = [...differences, cashDifference].map((difference) => Decimal.max(difference, zero));
  const allMissing = sumOf(missing);
  const moneyFor = (difference: Decimal) => {
    if (mode === 'buy_only') {
      return difference.gt(zero) ? difference.times(newMoney).div(allMissing) : zero;
    }
    const distance = difference.abs();
    return distance.times(100).gte(total.times(bandPercent)) && distance.gte(decimal(minimum))
      ? difference
      : zero;
  };
  const plan: Plan = {
    stocks: new Map(),
    tags: new Map(),
    toCash: mode === 'buy_only' ? moneyFor(cashDifference) : cashDifference,
  };
  for (const [index, goal] of goals.entries()) {
    const money = moneyFor(differences[index] ?? zero);
    if (money.isZero()) continue;
    if (goal.members.length === 0) plan.tags.set(goal.tag ?? '', money);
    for (const { stock, money: part } of shareAmongMembers(goal, money)) {
      plan.stocks.set(stock, plus(plan.stocks.get(stock) ?? zero, part));
    }
  }
  return plan;
}

/**
 * Cuts quantities towards 0. Sales can then bring less money than purchases need, as they can if some differences are
 * too small to be traded: all purchases then get the same part of their money.
 */
function fitToFunds(plan: Plan, funds: Decimal, wholeShares: boolean) {
  const decimals = wholeShares ? 0 : quantityDecimals;
  const cut = (part: Decimal) => {
    const scaled = (money: Decimal) => (money.gt(zero) ? money.times(part) : money);
    const moneys = new Map([...plan.stocks].map(([stock, money]) => [stock, scaled(money)]));
    const tags = new Map([...plan.tags].map(([tag, money]) => [tag, scaled(money)]));
    const quantities = new Map(
      [...moneys].map(([stock, money]) => [stock, quantityFor(stock, money, decimals)]),
    );
    const left = funds.minus(costOf(quantities)).minus(sumOf(tags.values()));
    return { moneys, tags, quantities, left };
  };
  const full = cut(decimal(1));
  const purchases = [...plan.stocks.values(), ...plan.tags.values()].filter((money) => money.gt(zero));
  const isTooMuch = full.left.isNegative() && purchases.length > 0;
  const sales = costOf(new Map([...full.quantities].filter(([, quantity]) => quantity.isNegative()))).neg();
  const fitting = isTooMuch ? cut(Decimal.max(funds.plus(sales), zero).div(sumOf(purchases))) : full;
  return wholeShares ? { ...fitting, quantities: buyMore(fitting) } : fitting;
}

/** Buys one share at a time where the largest money is missing and the price fits, by symbol if equal. */
function buyMore({
  moneys,
  quantities,
  left,
}: {
  readonly moneys: ReadonlyMap<RebalanceStock, Decimal>;
  readonly quantities: Quantities;
  readonly left: Decimal;
}): Quantities {
  const bought = new Map(quantities);
  let rest = left;
  const candidates = [...moneys]
    .map(([stock, money]) => ({
      stock,
      missing: money.minus(priceOf(stock).times(quantities.get(stock) ?? zero)),
    }))
    .filter(({ missing, stock }) => missing.gt(zero) && (moneys.get(stock) ?? zero).gt(zero))
    .sort((a, b) => b.missing.cmp(a.missing) || (a.stock.symbol < b.stock.symbol ? -1 : 1));
  // A cut purchase misses less than the price of a share: no stock is a candidate twice.
  for (const { stock } of candidates) {
    const price = priceOf(stock);
    if (price.gt(rest)) continue;
    bought.set(stock, plus(bought.get(stock) ?? zero, decimal(1)));
    rest = rest.minus(price);
  }
  return bought;
}

function quantityFor(stock: RebalanceStock, money: Decimal, decimals: number): Decimal {
  const quantity = money.div(priceOf(stock)).toDecimalPlaces(exactDecimals);
  const least = Decimal.max(quantity, decimal(-stock.quantity));
  return least.toDecimalPlaces(decimals, Decimal.ROUND_DOWN);
}

/** Of one share, in the currency of the book. */
function priceOf({ price, fxRate }: RebalanceStock): Decimal {
  return decimal(price).times(fxRate);
}

/** Money that the trades need, below 0 if they bring some. */
function costOf(quantities: Quantities): Decimal {
  return sumOf([...quantities].map(([stock, quantity]) => quantity.times(priceOf(stock))));
}

function sumOf(values: Iterable<Decimal>): Decimal {
  let sum = zero;
  for (const value of values) sum = plus(sum, value);
  return sum;
}

function shownTrades(input: RebalanceInput, quantities: Quantities, tags: ReadonlyMap<string, Decimal>) {
  const cash = decimal(input.cash ?? 0);
  const before = input.stocks.reduce((sum, { value }) => sum.plus(value), cash);
  const spent = costOf(quantities).plus(sumOf(tags.values()));
  const after = input.cash === null ? before.plus(spent) : before.plus(input.newMoney);
  const trades = [...quantities]
    .filter(([, quantity]) => !quantity.isZero())
    .map(([stock, quantity]): RebalanceTrade => {
      const change = quantity.times(priceOf(stock));
      const value = decimal(stock.value);
      const isSale = quantity.isNegative();
      return {
        symbol: stock.symbol,
        tag: null,
        type: isSale ? 'SELL' : 'BUY',
        quantity: quantity.abs().toNumber(),
        price: stock.price,
        currency: stock.currency,
        fxRate: stock.fxRate,
        amount: change.abs().toNumber(),
        weightBefore: weightPercent(value, before),
        weightAfter: weightPercent(value.plus(change), after),
        gain: isSale ? change.abs().minus(costOfShares(stock, quantity.abs())).toNumber() : null,
      };
    })
    .sort(
      (a, b) =>
        Number(a.type === 'BUY') - Number(b.type === 'BUY') || ((a.symbol ?? '') < (b.symbol ?? '') ? -1 : 1),
    );
  const ofTags = [...tags]
    .filter(([, money]) => money.gt(zero))
    .map(
      ([tag, money]): RebalanceTrade => ({
        symbol: null,
        tag,
        type: 'BUY',
        quantity: null,
        price: null,
        currency: null,
        fxRate: null,
        amount: money.toNumber(),
        weightBefore: weightPercent(zero, before),
        weightAfter: weightPercent(money, after),
        gain: null,
      }),
    );
  return { trades: [...trades, ...ofTags] };
}

/** The cost of the oldest shares. */
function costOfShares({ lots }: RebalanceStock, quantity: Decimal): Decimal {
  let rest = quantity;
  let cost = zero;
  for (const lot of lots) {
    const taken = Decimal.min(rest, decimal(lot.quantity));
    if (taken.isZero()) break;
    cost = cost.plus(taken.times(lot.cost).div(lot.quantity));
    rest = rest.minus(taken);
  }
  return cost;
}
