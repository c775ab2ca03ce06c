import { type Decimal, decimal, plus, zero } from '../numbers/decimal.ts';
import { isTagGroup, partOf, restPercent, type Tag, type Targets, targetPercents } from './targets.ts';

/** A stock that is held or has a target. Money without another name is in the currency of the book. */
export interface RebalanceStock {
  readonly symbol: string;
  /** Today's shares. */
  readonly quantity: number;
  /** In `currency`. */
  readonly price: number;
  readonly currency: string;
  /** Of one unit of `currency`. */
  readonly fxRate: number;
  readonly value: number;
  /** By the method of cost of the portfolio, oldest first. */
  readonly lots: readonly { readonly quantity: number; readonly cost: number }[];
}

/** A stock of a goal. */
interface Member {
  readonly stock: RebalanceStock;
  /** Value that counts for the goal. */
  readonly value: Decimal;
  /** Percentage of the stock that belongs to the goal. */
  readonly share: Decimal;
}

/** A stock or tag with a target. */
export interface Goal {
  /** Null of a stock. */
  readonly tag: string | null;
  readonly percent: Decimal;
  readonly members: readonly Member[];
}

export interface Goals {
  readonly goals: readonly Goal[];
  /** Target of cash; 0 if it is not tracked. Percentages of goals and cash add up to 100. */
  readonly cashPercent: Decimal;
  /** Stocks with a target that have no price or rate: neither their value nor their target counts. */
  readonly skipped: readonly string[];
}

/** The targets with the stocks that they concern. */
export function readGoals(targets: Targets, stocks: readonly RebalanceStock[], hasCash: boolean): Goals {
  const bySymbol = new Map(stocks.map((stock) => [stock.symbol, stock]));
  const all = isTagGroup(targets)
    ? targets.tags.flatMap((tag) => tagGoal(tag, bySymbol))
    : targets.map(({ symbol, percent }) => {
        const stock = bySymbol.get(symbol);
        const members = stock ? [{ stock, value: decimal(stock.value), share: decimal(100) }] : [];
        return { tag: null, percent: decimal(percent), members, skipped: stock ? [] : [symbol] };
      });
  // Without its value, a target that cannot be valued would have the others sold in its favour.
  const known = all.filter(({ members, skipped }) => members.length > 0 || skipped.length === 0);
  const cashPercent = hasCash ? restPercent(targetPercents(targets)) : zero;
  const sum = known.reduce((total, { percent }) => plus(total, percent), cashPercent);
  const scaled = (percent: Decimal) => (sum.isZero() ? zero : percent.times(100).div(sum));
  return {
    goals: known.map(({ tag, percent, members }) => ({ tag, percent: scaled(percent), members })),
    cashPercent: scaled(cashPercent),
    skipped: [...new Set(all.flatMap(({ skipped }) => skipped))],
  };
}

export function goalValue({ members }: Goal): Decimal {
  return members.reduce((sum, { value }) => plus(sum, value), zero);
}

/**
 * Money of a goal, shared among its stocks in proportion to their value; if none of them is held, in proportion to
 * their shares in the tag.
 */
export function shareAmongMembers(goal: Goal, money: Decimal): { stock: RebalanceStock; money: Decimal }[] {
  const value = goalValue(goal);
  const keyOf = (member: Member) => (value.isZero() ? member.share : member.value);
  const sum = goal.members.reduce((total, member) => plus(total, keyOf(member)), zero);
  return goal.members.map((member) => ({
    stock: member.stock,
    money: sum.isZero() ? zero : money.times(keyOf(member)).div(sum),
  }));
}

function tagGoal({ name, targetPercent, shares }: Tag, bySymbol: ReadonlyMap<string, RebalanceStock>) {
  if (targetPercent === null) return [];
  const assigned = shares.filter(({ percent }) => percent > 0);
  const members = assigned.flatMap(({ symbol, percent }) => {
    const stock = bySymbol.get(symbol);
    if (!stock) return [];
    return { stock, value: partOf(percent, decimal(stock.value)), share: decimal(percent) };
  });
  const skipped = assigned.filter(({ symbol }) => !bySymbol.has(symbol)).map(({ symbol }) => symbol);
  return [{ tag: name, percent: decimal(targetPercent), members, skipped }];
}
