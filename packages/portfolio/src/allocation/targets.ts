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

/**
 * The sentence that rejects percentages which do not add up to 100, null if they do. If cash is tracked, the rest to
 * 100 is the target of cash. No percentages at all are no targets.
 */
export function targetsProblem(percents: readonly number[], cashTracking: boolean): string | null {
  const sum = sumOf(percents);
  if (percents.length === 0 || sum.eq(hundred) || (cashTracking && sum.lt(hundred))) return null;
  return `Targets add up to ${sum.toString()} %, not 100 %`;
}

/** The rest to 100 %: the target of cash, if it is tracked. */
export function restPercent(percents: readonly number[]): Decimal {
  return hundred.minus(sumOf(percents));
}

/** The sentence that rejects a group in which more than all of a stock belongs to tags, null if none does. */
export function tagSharesProblem(tags: readonly Tag[]): string | null {
  for (const [symbol, sum] of assignedPercents(tags)) {
    if (sum.gt(hundred))
      return `The shares of ${symbol} add up to ${sum.toString()} %, at most 100 % are possible`;
  }
  return null;
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
