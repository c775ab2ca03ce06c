import type { Ledger } from './ledger.ts';

/** A stock on the watch list as the server returns it. */
export interface StoredStock {
  readonly isFavorite: boolean;
  readonly notes: string | null;
  /** Names of the listed indicators, including duplicates. */
  readonly indicators: readonly string[];
}

/**
 * The expected state of one user's stock after a series of requests. A request with an unknown outcome allows two
 * states, until a later response rules one out.
 */
export class ExpectedStock {
  readonly symbol: string;
  /** The possible values of "is on the watch list". */
  presence: ReadonlySet<boolean> = new Set([false]);
  #favorites: ReadonlySet<boolean> = new Set([false]);
  #notes: ReadonlySet<string | null> = new Set([null]);
  /** Indicators that must exist. */
  #indicators = new Set<string>();
  /** Indicators that may exist. */
  #possibleIndicators = new Set<string>();
  /** Counts removals: a calculation requested before a removal is not expected after it. */
  generation = 0;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  get isCertainlyPresent(): boolean {
    return !this.presence.has(false);
  }

  /** The stock is on the watch list, whether or not it was before. */
  added(): void {
    if (this.presence.has(false)) {
      const wasCertainlyAbsent = !this.presence.has(true);
      this.#favorites = new Set([false, ...(wasCertainlyAbsent ? [] : this.#favorites)]);
      this.#notes = new Set([null, ...(wasCertainlyAbsent ? [] : this.#notes)]);
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

  favorite(value: boolean, isCertain: boolean): void {
    this.#favorites = new Set(isCertain ? [value] : [...this.#favorites, value]);
  }

  notes(value: string, isCertain: boolean): void {
    this.#notes = new Set(isCertain ? [value] : [...this.#notes, value]);
  }

  maybeCalculated(name: string): void {
    if (!this.#indicators.has(name)) this.#possibleIndicators.add(name);
  }

  /** @param generation the value of `generation` when the calculation was requested */
  calculated(name: string, generation: number): void {
    if (generation !== this.generation) return;
    this.#possibleIndicators.delete(name);
    this.#indicators.add(name);
  }

  #indicatorsMayBeGone(): void {
    for (const name of this.#indicators) this.#possibleIndicators.add(name);
    this.#indicators.clear();
  }

  /** Compares the expected state with the server's; `stored` is null if the stock is not on the watch list. */
  compare(user: string, stored: StoredStock | null, ledger: Ledger): void {
    const name = `${user}'s ${this.symbol}`;
    ledger.check(this.presence.has(stored !== null), () =>
      stored === null ? `${name} is lost` : `${name} is on the list although it was removed or never added`,
    );
    if (stored === null) return;
    const { isFavorite, notes, indicators } = stored;
    ledger.check(this.#favorites.has(isFavorite), () => `${name}: favourite is ${isFavorite}, wrongly`);
    ledger.check(
      this.#notes.has(notes),
      () => `${name}: the notes are ${notes}, not one of ${[...this.#notes].join(' | ')}`,
    );
    const distinct = new Set(indicators);
    ledger.check(distinct.size === indicators.length, () => `${name} has an indicator twice: ${indicators}`);
    const lost = [...this.#indicators].filter((indicator) => !distinct.has(indicator));
    ledger.check(lost.length === 0, () => `${name} has lost indicators: ${lost}`);
    const allowed = new Set([...this.#indicators, ...this.#possibleIndicators]);
    const unexpected = indicators.filter((indicator) => !allowed.has(indicator));
    ledger.check(
      unexpected.length === 0,
      () => `${name} has indicators that were not requested: ${unexpected}`,
    );
  }
}
