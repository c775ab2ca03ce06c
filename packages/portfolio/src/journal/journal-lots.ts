import { dateOfDay } from '@stockbook/common/days';
import type { Movement } from '../book/order-of-day.ts';
import { isNothing, type OpenLot } from '../cost/lots.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { zero } from '../numbers/decimal.ts';

/** Shares of one purchase that a journal adds or removes. */
export interface JournalLot {
  /** From 1; the same of all shares of the purchase. */
  readonly label: number;
  /** Day of the purchase, `YYYY-MM-DD`. */
  readonly date: string;
  /** In today's shares. */
  readonly quantity: Decimal;
  readonly cost: Decimal;
  /** Whether nothing of the lot is left. */
  readonly isWhole: boolean;
}

interface LabelledLot {
  readonly label: number;
  readonly day: number;
  readonly quantity: Decimal;
  readonly cost: Decimal;
}

interface Applied {
  readonly added: readonly JournalLot[];
  readonly removed: readonly JournalLot[];
}

/** Numbers the lots of all positions of a book. */
export class LotLabels {
  #count = 0;

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  ofPosition(): LabelQueue {
    return new LabelQueue(this);
  }
}

/** The labels of the lots of a position, in the order of its `LotQueue`. */
class LabelQueue {
  readonly #labels: LotLabels;
  #lots: LabelledLot[] = [];
  /** Lots before it have left. */
  #head = 0;

  constructor(labels: LotLabels) {
    this.#labels = labels;
  }

  /** Follows a movement with the lots that it brought or took away. */
  apply({ direction, entry }: Movement, lots: readonly OpenLot[]): Applied {
    if (entry === null) return this.#scale(direction, lots);
    if (direction === 'in') return { added: lots.map((lot) => this.#add(lot)), removed: [] };
    return { added: [], removed: lots.flatMap((lot) => this.#remove(lot) ?? []) };
  }

  #add({ day, quantity, cost }: OpenLot): JournalLot {
    const lot = { label: this.#labels.next(), day, quantity, cost };
    let index = this.#lots.length;
    while (index > this.#head && (this.#lots[index - 1]?.day ?? 0) > day) index--;
    this.#lots.splice(index, 0, lot);
    return shown(lot, quantity, cost, true);
  }

  #remove({ quantity, cost }: OpenLot): JournalLot | null {
    const lot = this.#lots[this.#head];
    if (!lot) return null;
    const left = lot.quantity.minus(quantity);
    const isWhole = left.isNegative() || isNothing(left);
    if (isWhole) this.#head++;
    else this.#lots[this.#head] = { ...lot, quantity: left, cost: lot.cost.minus(cost) };
    return shown(lot, quantity, cost, isWhole);
  }

  /** A split after which the shares stayed: each lot loses a part, or is replaced by a larger one of the same cost. */
  #scale(direction: Movement['direction'], left: readonly OpenLot[]): Applied {
    const lots = this.#lots.slice(this.#head);
    this.#head = 0;
    if (direction === 'in') {
      this.#lots = lots.map((lot, index) => ({
        ...lot,
        label: this.#labels.next(),
        quantity: lot.quantity.minus(left[index]?.quantity ?? zero),
      }));
      return { added: this.#lots.map(whole), removed: lots.map(whole) };
    }
    this.#lots = lots.map((lot, index) => ({
      ...lot,
      quantity: lot.quantity.minus(left[index]?.quantity ?? zero),
      cost: lot.cost.minus(left[index]?.cost ?? zero),
    }));
    const removed = lots.map((lot, index) =>
      shown(lot, left[index]?.quantity ?? zero, left[index]?.cost ?? zero, false),
    );
    return { added: [], removed };
  }
}

function shown({ label, day }: LabelledLot, quantity: Decimal, cost: Decimal, isWhole: boolean): JournalLot {
  return { label, date: dateOfDay(day), quantity, cost, isWhole };
}

function whole(lot: LabelledLot): JournalLot {
  return shown(lot, lot.quantity, lot.cost, true);
}
