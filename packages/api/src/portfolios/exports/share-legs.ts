import type { CostMethod, JournalEntry, JournalLot } from '@stockbook/portfolio';
import type { Decimal } from 'decimal.js';

/** Shares that an entry adds (above 0) or removes, with their cost, as a journal prints them. */
export interface ShareLeg {
  readonly symbol: string;
  readonly quantity: Decimal;
  /** Not below 0. */
  readonly cost: Decimal;
  /** The lot by its label and date; null of the pool of all shares. */
  readonly lot: Pick<JournalLot, 'label' | 'date'> | null;
}

interface Held {
  readonly quantity: Decimal;
  readonly costOfShare: Decimal;
}

/** Decimals of a quantity: beancount adds with 28 digits, and quantities have up to 12 before the point. */
const quantityDecimals = 16;

/** Decimals of a cost. A pool keeps the cost of what was added to it within less than others print. */
const costDecimals = 20;

/** A quantity that would be 0 keeps its first digits. */
function printedQuantity(quantity: Decimal): Decimal {
  const printed = quantity.toDecimalPlaces(quantityDecimals);
  return printed.isZero() ? quantity.toSignificantDigits(3) : printed;
}

/** The lots of all stocks with the quantities that were printed: what is left of a lot is their difference. */
export class ShareLegs {
  readonly #method: CostMethod;
  readonly #lots = new Map<number, Held>();
  readonly #pools = new Map<string, Held>();
  /** By symbol, the number of lots that are not empty. */
  readonly #lotCounts = new Map<string, number>();

  constructor(method: CostMethod) {
    this.#method = method;
  }

  /** The legs of an entry, those that remove shares first. */
  of({ symbol, added, removed, averageCost }: JournalEntry): ShareLeg[] {
    if (symbol === null) return [];
    const leaving = removed.map((lot) => this.#remove(symbol, lot));
    const arriving = added.map((lot) => this.#add(symbol, lot));
    if (this.#method === 'fifo')
      return [...leaving, ...arriving].filter(({ quantity }) => !quantity.isZero());
    const change = [...leaving, ...arriving].map(({ quantity }) => quantity);
    return change.length === 0 ? [] : this.#changePool(symbol, change, averageCost);
  }

  #add(symbol: string, { label, date, quantity, cost }: JournalLot): ShareLeg {
    const printed = printedQuantity(quantity);
    const printedCost = cost.toDecimalPlaces(costDecimals);
    this.#lots.set(label, { quantity: printed, costOfShare: printedCost.div(printed) });
    this.#count(symbol, 1);
    return { symbol, quantity: printed, cost: printedCost, lot: { label, date } };
  }

  #remove(symbol: string, { label, date, quantity, isWhole }: JournalLot): ShareLeg {
    const held = this.#lots.get(label);
    const rounded = printedQuantity(quantity);
    const printed = held && (isWhole || rounded.gt(held.quantity)) ? held.quantity : rounded;
    if (held) this.#lots.set(label, { ...held, quantity: held.quantity.minus(printed) });
    if (isWhole) this.#count(symbol, -1);
    const cost = held ? held.costOfShare.times(printed).toDecimalPlaces(costDecimals) : printed.times(0);
    return { symbol, quantity: printed.neg(), cost, lot: { label, date } };
  }

  /** A pool that grows is replaced by a larger one. */
  #changePool(symbol: string, changes: readonly Decimal[], averageCost: Decimal): ShareLeg[] {
    const change = changes.reduce((sum, each) => sum.plus(each));
    const pool = this.#pools.get(symbol);
    if (change.isNegative()) {
      const isEmpty = this.#lotCounts.get(symbol) === 0;
      return pool ? [this.#takeFromPool(symbol, pool, isEmpty ? pool.quantity : change.neg())] : [];
    }
    const before = pool && !pool.quantity.isZero() ? [this.#takeFromPool(symbol, pool, pool.quantity)] : [];
    const cost = before.reduce((sum, leg) => sum.plus(leg.cost), averageCost.toDecimalPlaces(costDecimals));
    const quantity = before.reduce((sum, leg) => sum.minus(leg.quantity), change);
    this.#pools.set(symbol, { quantity, costOfShare: cost.div(quantity) });
    return [...before, { symbol, quantity, cost, lot: null }];
  }

  #takeFromPool(symbol: string, { quantity, costOfShare }: Held, taken: Decimal): ShareLeg {
    this.#pools.set(symbol, { quantity: quantity.minus(taken), costOfShare });
    return {
      symbol,
      quantity: taken.neg(),
      cost: costOfShare.times(taken).toDecimalPlaces(costDecimals),
      lot: null,
    };
  }

  #count(symbol: string, change: number): void {
    this.#lotCounts.set(symbol, (this.#lotCounts.get(symbol) ?? 0) + change);
  }
}
