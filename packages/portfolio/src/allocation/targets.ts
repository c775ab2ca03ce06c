import { type Decimal, decimal, zero } from '../numbers/decimal.ts';

const hundred = decimal(100);

export interface StockTarget {
  readonly symbol: string;
  readonly percent: number;
}

/** The part of a stock that belongs to a tag. */
export interface TagShare {
  readonly symbol: string;
  readonly percent: number;
}

export interface Tag {
  readonly name: string;
  readonly targetPercent: number | null;
  readonly shares: readonly TagShare[];
}

export interface TagGroup {
  readonly name: string;
  readonly tags: readonly Tag[];
}

/** The targets of a portfolio: either of stocks or of the tags of one group. */
export type Targets = readonly StockTarget[] | TagGroup;

/** The percentages of targets that are set. */
export function targetPercents(targets: Targets): number[] {
  if (!isTagGroup(targets)) return targets.map(({ percent }) => percent);
  return targets.tags.flatMap(({ targetPercent }) => targetPercent ?? []);
}

export function isTagGroup(targets: Targets): targets is TagGroup {
  return 'tags' in targets;
}

/** The rest to 100 %: the target of cash, if it is tracked. */
export function restPercent(percents: readonly number[]): Decimal {
  return hundred.minus(sumOf(percents));
}

/** By symbol, the percentage that belongs to tags. */
export function assignedPercents(tags: readonly Tag[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { symbol, percent } of tags.flatMap(({ shares }) => shares)) {
    sums.set(symbol, (sums.get(symbol) ?? zero).plus(percent));
  }
  return sums;
}

/** A percentage of a value. */
export function partOf(percent: Decimal | number, value: Decimal): Decimal {
  return value.times(percent).div(hundred);
}

/** The percentage of a value in a total; null if the total is not above 0. */
export function weightPercent(value: Decimal, total: Decimal): number | null {
  return total.gt(zero) ? value.times(hundred).div(total).toNumber() : null;
}

function sumOf(percents: readonly number[]): Decimal {
  return percents.reduce((sum, percent) => sum.plus(percent), zero);
}
