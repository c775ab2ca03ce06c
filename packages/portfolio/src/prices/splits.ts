import { dayNumber } from '@stockbook/common/days';
import type { Split } from '../book/book.ts';
import { Decimal, decimal, one, times } from '../numbers/decimal.ts';
import { lastIndexUpTo } from '../numbers/search.ts';

/** A fraction, so that a factor of 1/3 loses nothing. */
interface Factor {
  readonly numerator: Decimal;
  readonly denominator: Decimal;
}

const noFactor: Factor = { numerator: one, denominator: one };

/** The largest number of a ratio that companies choose for a real split. */
const maxUsualRatio = 100;

/** A split that counts, with its ratio in lowest terms. */
export interface CountedSplit {
  readonly day: number;
  readonly exDate: string;
  readonly numerator: Decimal;
  readonly denominator: Decimal;
}

/** The splits of a stock up to today, and the factors from shares of a day to today's shares. */
export class SplitTable {
  /** Oldest first. */
  readonly splits: readonly CountedSplit[];
  readonly #days: readonly number[];
  /** The factor of the days before the first split, before the second, …, and 1 from the last one on. */
  readonly #factors: readonly Factor[];
  readonly #factorNumbers: readonly number[];

  constructor(splits: readonly Split[], today: number) {
    this.splits = splits
      .map(countedSplit)
      .filter(({ day }) => day <= today)
      .sort((a, b) => a.day - b.day);
    this.#days = this.splits.map(({ day }) => day);
    const factors: Factor[] = [noFactor];
    for (const { numerator, denominator } of this.splits.toReversed()) {
      const later = factors[0] ?? noFactor;
      const product = reduce(later.numerator.times(numerator), later.denominator.times(denominator));
      factors.unshift(product);
    }
    this.#factors = factors;
    this.#factorNumbers = factors.map(({ numerator, denominator }) => numerator.div(denominator).toNumber());
  }

  /** F(day) of docs/portfolios.md. */
  factor(day: number): Decimal {
    const { numerator, denominator } = this.#factorOn(day);
    return numerator.div(denominator);
  }

  factorNumber(day: number): number {
    return this.#factorNumbers[this.#segmentOf(day)] ?? 1;
  }

  /** @param quantity in shares of the day @returns today's shares */
  toToday(quantity: Decimal, day: number): Decimal {
    return scale(quantity, this.#factorOn(day));
  }

  /** @param quantity in today's shares @returns shares of the day */
  toDay(quantity: Decimal, day: number): Decimal {
    return scale(quantity, inverse(this.#factorOn(day)));
  }

  /** @param price of a share of the day @returns the price of one of today's shares */
  priceToToday(price: Decimal, day: number): Decimal {
    return scale(price, inverse(this.#factorOn(day)));
  }

  /** @param price of one of today's shares @returns the price of a share of the day */
  priceToDay(price: Decimal, day: number): Decimal {
    return scale(price, this.#factorOn(day));
  }

  #segmentOf(day: number): number {
    return this.#days.length === 0 ? 0 : lastIndexUpTo(this.#days, day) + 1;
  }

  #factorOn(day: number): Factor {
    return this.#factors[this.#segmentOf(day)] ?? noFactor;
  }
}

/** The factor from shares of the day to today's shares, as a decimal text. */
export function splitFactor(splits: readonly Split[], day: number, today: number): string {
  return new SplitTable(splits, today).factor(day).toString();
}

/** True of a ratio that is often a spin-off which the source calls a split. */
export function isUnusualSplit({ numerator, denominator }: CountedSplit): boolean {
  return numerator.toNumber() > maxUsualRatio || denominator.toNumber() > maxUsualRatio;
}

function scale(value: Decimal, { numerator, denominator }: Factor): Decimal {
  const product = times(value, numerator);
  return denominator === one ? product : product.div(denominator);
}

function inverse({ numerator, denominator }: Factor): Factor {
  return { numerator: denominator, denominator: numerator };
}

function countedSplit({ exDate, numerator, denominator }: Split): CountedSplit {
  const [a, b] = [decimal(numerator), decimal(denominator)];
  const unit = Decimal.pow(10, Math.max(a.decimalPlaces(), b.decimalPlaces()));
  return { day: dayNumber(exDate), exDate, ...reduce(a.times(unit), b.times(unit)) };
}

/** The fraction of two whole numbers in lowest terms, with the constant `one` for 1. */
function reduce(numerator: Decimal, denominator: Decimal): Factor {
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: orOne(numerator.div(divisor)), denominator: orOne(denominator.div(divisor)) };
}

function orOne(value: Decimal): Decimal {
  return value.eq(one) ? one : value;
}

function greatestCommonDivisor(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? a : greatestCommonDivisor(b, a.mod(b));
}
