import { Decimal, decimal, isBelow, one, zero } from '../numbers/decimal.ts';
import type { SplitTable } from '../prices/splits.ts';
import type { Entry } from './entries.ts';

/** Shares, as of the day, that brokers lose by rounding. */
const dust = decimal('1e-9');
/** Part of a sale that may exceed the holding. */
const tolerance = decimal('1e-6');
/** Decimals of a quantity that further ones do not change: quotients that have no end lose less. */
const maxDecimals = 24;
const rounding = decimal(`1e-${maxDecimals}`);

/** A change of a position, in today's shares. */
export interface Movement {
  readonly day: number;
  readonly direction: 'in' | 'out';
  /** Null for a split after which the number of shares stayed. */
  readonly entry: Entry | null;
  readonly quantity: Decimal;
  readonly before: Decimal;
  readonly after: Decimal;
}

/** A split after which the number of shares of a portfolio stayed. */
export interface KeptSplit {
  readonly portfolioId: string;
  readonly day: number;
  /** The part of the position in today's shares that remains: denominator / numerator. */
  readonly remaining: Decimal;
}

/** @returns whether the sale takes the shares that are left, or is not booked */
type ReportUncovered = (entry: Entry, missing: Decimal) => 'take the rest' | 'leave out';

const incoming: ReadonlySet<string> = new Set(['BUY', 'TRANSFER_IN']);
const outgoing: ReadonlySet<string> = new Set(['SELL', 'TRANSFER_OUT']);

/**
 * Books the trades and transfers of one stock. A sale that is not covered yet waits until the purchases of the day are
 * booked. Sales that are not covered then take the shares that are left, unless `report` leaves them out.
 *
 * @param entries of one stock, in order
 * @param report is called for each sale that is not covered, with the missing shares of the day
 */
export function orderMovements(
  entries: readonly Entry[],
  splits: SplitTable,
  kept: readonly KeptSplit[],
  report: ReportUncovered = () => 'take the rest',
): Movement[] {
  const position = new Position(splits, kept.length > 0, report);
  const pending = kept.toSorted((a, b) => a.day - b.day);
  let start = 0;
  while (start < entries.length) {
    const day = entries[start]?.day ?? 0;
    let end = start + 1;
    while (entries[end]?.day === day) end++;
    while ((pending[0]?.day ?? Number.POSITIVE_INFINITY) <= day) position.keep(pending.shift());
    position.bookDay(day, entries.slice(start, end));
    start = end;
  }
  for (const split of pending) position.keep(split);
  return position.movements;
}

class Position {
  readonly movements: Movement[] = [];
  #held = zero;
  /** By portfolio, if splits concern the shares of some of them. */
  readonly #parts: Map<string, Decimal> | null;
  readonly #splits: SplitTable;
  readonly #report: ReportUncovered;

  constructor(splits: SplitTable, hasKeptSplits: boolean, report: ReportUncovered) {
    this.#splits = splits;
    this.#parts = hasKeptSplits ? new Map() : null;
    this.#report = report;
  }

  bookDay(day: number, entries: readonly Entry[]): void {
    const waiting: Entry[] = [];
    for (const entry of entries) {
      const { type } = entry.transaction;
      const isIn = incoming.has(type);
      if (!isIn && !outgoing.has(type)) continue;
      const quantity = this.#splits.toToday(entry.quantity, day);
      if (entry.isInternal) this.#shift(entry, isIn ? quantity : quantity.neg());
      else if (isIn) this.#move(entry, 'in', quantity);
      else if (quantity.lte(this.#held) || quantity.minus(this.#held).lte(rounding))
        this.#move(entry, 'out', quantity);
      else waiting.push(entry);
    }
    for (const entry of waiting) this.#bookWaiting(entry, day);
  }

  keep(split: KeptSplit | undefined): void {
    const part = split && this.#parts?.get(split.portfolioId);
    if (!split || !part || part.isZero()) return;
    const leaving = part.times(one.minus(split.remaining));
    this.#parts?.set(split.portfolioId, part.minus(leaving));
    this.#push(split.day, leaving.isNegative() ? 'in' : 'out', null, leaving.abs());
  }

  #bookWaiting(entry: Entry, day: number): void {
    const quantity = this.#splits.toToday(entry.quantity, day);
    const excess = quantity.minus(this.#held);
    const tolerated = Decimal.max(
      Decimal.max(quantity.times(tolerance), this.#splits.toToday(dust, day)),
      rounding,
    );
    const isUncovered = excess.gt(tolerated);
    if (isUncovered && this.#report(entry, this.#splits.toDay(excess, day)) === 'leave out') return;
    this.#move(entry, 'out', excess.isNegative() ? quantity : this.#held);
  }

  /** Closes a position that the last movement has reduced to dust. */
  #removeDust(day: number): void {
    const last = this.movements.at(-1);
    if (this.#held.isZero() || !last) return;
    const most = this.#splits.toToday(dust, day);
    if (this.#held.gt(most) && this.#held.gt(rounding)) return;
    this.movements[this.movements.length - 1] = {
      ...last,
      quantity: last.quantity.plus(this.#held),
      after: zero,
    };
    this.#held = zero;
    this.#parts?.clear();
  }

  #move(entry: Entry, direction: 'in' | 'out', quantity: Decimal): void {
    this.#shift(entry, direction === 'in' ? quantity : quantity.neg());
    this.#push(entry.day, direction, entry, quantity);
    if (direction === 'out') this.#removeDust(entry.day);
  }

  #push(day: number, direction: 'in' | 'out', entry: Entry | null, quantity: Decimal): void {
    const before = this.#held;
    const after = direction === 'in' ? before.plus(quantity) : before.minus(quantity);
    this.#held = isBelow(after, maxDecimals) ? zero : after;
    this.movements.push({ day, direction, entry, quantity, before, after: this.#held });
  }

  #shift({ transaction: { portfolioId } }: Entry, change: Decimal): void {
    this.#parts?.set(portfolioId, (this.#parts.get(portfolioId) ?? zero).plus(change));
  }
}
