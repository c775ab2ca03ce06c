import type { ByMethod } from '../answers.ts';
import type { Movement } from '../book/order-of-day.ts';
import { Decimal, isBelow, one, plus, zero } from '../numbers/decimal.ts';

/** Shares of one purchase, in today's shares. Cost is in the currency of the book. */
export interface OpenLot {
  /** Day of the purchase. */
  readonly day: number;
  readonly quantity: Decimal;
  readonly cost: Decimal;
}

/** The shares that left a position with their cost by both methods. */
export interface Removal {
  readonly lots: readonly OpenLot[];
  readonly cost: ByMethod<Decimal>;
}

/** A TRANSFER_IN or a purchase, as the lots it brings. */
export interface Addition {
  readonly lots: readonly OpenLot[];
  readonly averageCost: Decimal;
}

/** Smaller differences of two quantities are caused by quotients that have no end. */
const maxQuantityDecimals = 24;

/** The lots of one position: oldest first, and pooled. */
export class LotQueue {
  /** Pooled cost of all shares. */
  averageCost = zero;
  /** Day of the first purchase since the position was empty; null while it is. */
  firstBought: number | null = null;
  #lots: OpenLot[] = [];
  /** Lots before it have left: removing them one by one would move all others. */
  #head = 0;

  /** Oldest first. */
  get lots(): readonly OpenLot[] {
    return this.#lots.slice(this.#head);
  }

  add({ lots, averageCost }: Addition): void {
    this.averageCost = plus(this.averageCost, averageCost);
    for (const lot of lots) {
      this.#insert(lot);
      this.firstBought = Math.min(this.firstBought ?? lot.day, lot.day);
    }
  }

  /** Takes the shares of a movement, the oldest first. */
  remove({ quantity, before, after }: Pick<Movement, 'quantity' | 'before' | 'after'>): Removal {
    if (after.isZero()) return this.#removeAll();
    const averageCost = before.isZero() ? zero : this.averageCost.times(quantity).div(before);
    this.averageCost = this.averageCost.minus(averageCost);
    const lots = this.#take(quantity);
    return { lots, cost: { fifo: sumOfCosts(lots), average: averageCost } };
  }

  /** Changes all lots by the same part, and their cost unless shares are added. */
  scale({ before, after }: Pick<Movement, 'before' | 'after'>): Removal {
    if (before.isZero()) return { lots: [], cost: { fifo: zero, average: zero } };
    const part = after.div(before);
    const lots = this.lots;
    const costPart = Decimal.min(part, one);
    this.#lots = lots.map(({ day, quantity, cost }) => ({
      day,
      quantity: quantity.times(part),
      cost: cost.times(costPart),
    }));
    this.#head = 0;
    const left = lots.map((lot, index) => ({
      day: lot.day,
      quantity: lot.quantity.minus(this.#lots[index]?.quantity ?? zero),
      cost: lot.cost.minus(this.#lots[index]?.cost ?? zero),
    }));
    const average = this.averageCost.minus(this.averageCost.times(costPart));
    this.averageCost = this.averageCost.minus(average);
    return { lots: left, cost: { fifo: sumOfCosts(left), average } };
  }

  #removeAll(): Removal {
    const { lots, averageCost } = this;
    this.#lots = [];
    this.#head = 0;
    this.averageCost = zero;
    this.firstBought = null;
    return { lots, cost: { fifo: sumOfCosts(lots), average: averageCost } };
  }

  #take(quantity: Decimal): OpenLot[] {
    const taken: OpenLot[] = [];
    let rest = quantity;
    while (!isNothing(rest)) {
      const lot = this.#lots[this.#head];
      if (!lot) break;
      const excess = lot.quantity.minus(rest);
      if (excess.isNegative() || isNothing(excess)) {
        taken.push(lot);
        rest = rest.minus(lot.quantity);
        this.#head++;
      } else {
        const cost = lot.cost.times(rest).div(lot.quantity);
        taken.push({ day: lot.day, quantity: rest, cost });
        this.#lots[this.#head] = { day: lot.day, quantity: excess, cost: lot.cost.minus(cost) };
        rest = zero;
      }
    }
    return taken;
  }

  /** Shares that another portfolio bought earlier come before those that were bought later. */
  #insert(lot: OpenLot): void {
    let index = this.#lots.length;
    while (index > this.#head && (this.#lots[index - 1]?.day ?? 0) > lot.day) index--;
    this.#lots.splice(index, 0, lot);
  }
}

/** The lots of shares that cost money. */
export function purchase(day: number, quantity: Decimal, cost: Decimal): Addition {
  return { lots: [{ day, quantity, cost }], averageCost: cost };
}

/** The lots that moved from another portfolio. */
export function movedLots({ lots, cost }: Removal): Addition {
  return { lots, averageCost: cost.average };
}

export function sumOfCosts(lots: readonly OpenLot[]): Decimal {
  return lots.reduce((sum, { cost }) => plus(sum, cost), zero);
}

/** Whether shares are only what quotients lose by rounding. */
export function isNothing(quantity: Decimal): boolean {
  return isBelow(quantity, maxQuantityDecimals);
}
