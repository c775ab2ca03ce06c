import type { Ledger } from './ledger.ts';

/** What the server says of a stock on a list. */
export interface KeptStock {
  readonly isFavorite: boolean;
  readonly notes: string | null;
  /** Names of the indicators, as often as they are listed. */
  readonly indicators: readonly string[];
}

/**
 * What one user's requests about one stock must have led to. A request with an unknown outcome leaves two
 * possibilities; the next one that is answered decides.
 */
export class ExpectedStock {
  readonly symbol: string;
  /** Whether it is on the list: every answer that is possible. */
  presence: ReadonlySet<boolean> = new Set([false]);
  #favorites: ReadonlySet<boolean> = new Set([false]);
  #notes: ReadonlySet<string | null> = new Set([null]);
  /** What must be there, and what may be. */
  #indicators = new Set<string>();
  #possibleIndicators = new Set<string>();
  /** Counts removals, so that what was asked for before one is not expected after it. */
  generation = 0;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  get isSurelyThere(): boolean {
    return !this.presence.has(false);
  }

  /** The stock is on the list now, whether or not it was before. */
  added(): void {
    if (this.presence.has(false)) {
      const wasSurelyAway = !this.presence.has(true);
      this.#favorites = new Set([false, ...(wasSurelyAway ? [] : this.#favorites)]);
      this.#notes = new Set([null, ...(wasSurelyAway ? [] : this.#notes)]);
      this.#indicatorsMayBeGone();
    }
    this.presence = new Set([true]);
  }

  maybeAdded(): void {
    this.presence = new Set([...this.presence, true]);
  }

  removed(): void {
    this.presence = new Set([false]);
    this.generation += 1;
    this.#indicatorsMayBeGone();
  }

  maybeRemoved(): void {
    this.presence = new Set([...this.presence, false]);
    this.generation += 1;
    this.#indicatorsMayBeGone();
  }

  favorite(value: boolean, isSure: boolean): void {
    this.#favorites = new Set(isSure ? [value] : [...this.#favorites, value]);
  }

  notes(value: string, isSure: boolean): void {
    this.#notes = new Set(isSure ? [value] : [...this.#notes, value]);
  }

  maybeCalculated(name: string): void {
    if (!this.#indicators.has(name)) this.#possibleIndicators.add(name);
  }

  /** @param generation as it was when the calculation was asked for */
  calculated(name: string, generation: number): void {
    if (generation !== this.generation) return;
    this.#possibleIndicators.delete(name);
    this.#indicators.add(name);
  }

  #indicatorsMayBeGone(): void {
    for (const name of this.#indicators) this.#possibleIndicators.add(name);
    this.#indicators.clear();
  }

  /** Compares with what the server says; null where the stock is not on the list. */
  compare(user: string, kept: KeptStock | null, ledger: Ledger): void {
    const name = `${user}'s ${this.symbol}`;
    ledger.check(this.presence.has(kept !== null), () =>
      kept === null ? `${name} is lost` : `${name} is there although it was removed or never added`,
    );
    if (kept === null) return;
    const { isFavorite, notes, indicators } = kept;
    ledger.check(this.#favorites.has(isFavorite), () => `${name}: favourite is ${isFavorite}, wrongly`);
    ledger.check(
      this.#notes.has(notes),
      () => `${name}: the notes are ${notes}, not one of ${[...this.#notes].join(' | ')}`,
    );
    const distinct = new Set(indicators);
    ledger.check(distinct.size === indicators.length, () => `${name} has an indicator twice: ${indicators}`);
    const lost = [...this.#indicators].filter((wanted) => !distinct.has(wanted));
    ledger.check(lost.length === 0, () => `${name} has lost indicators: ${lost}`);
    const known = new Set([...this.#indicators, ...this.#possibleIndicators]);
    const unknown = indicators.filter((there) => !known.has(there));
    ledger.check(unknown.length === 0, () => `${name} has indicators that nobody asked for: ${unknown}`);
  }
}
