import type { Quote, QuoteList } from '@stockbook/api/schemas';
import { retryDelayMs } from '../session/back-off.ts';
import type { Clock } from '../session/types.ts';

/** The server's limit for one request. */
const maxSymbols = 100;
/** The list asks for whole blocks, so that scrolling by some rows needs no other request. */
const blockSize = 25;

/** After `next_at`, so that the server has stored the prices; by chance up to `jitterMs` more. */
const marginMs = 2000;
const jitterMs = 3000;
const maxPauseMs = 300_000;
const minPauseMs = 10_000;
/** While a first price is on its way, up to `maxQuickRequests` times in a row. */
const quickPauseMs = 3000;
const maxQuickRequests = 3;
const firstPriceReason = 'The first price is on its way';
/** The parts of a page that appear together ask together. */
const gatherMs = 50;
/** Intervals after which a price of an open market is stale, as on the server. */
const staleIntervals = 3;
const defaultIntervalS = 60;

/** The part of the last answer that concerns all quotes. */
export interface QuoteStatus {
  /** Why no new prices come, and when the source is asked again. */
  readonly problem: string | null;
  readonly nextTryAt: string | null;
  /** Seconds between two prices of a stock; null before the first answer. */
  readonly intervalS: number | null;
  /** Whether the first request failed with an answer. */
  readonly hasFailed: boolean;
  /** Changes with each answer. */
  readonly answers: number;
}

interface QuoteStoreOptions {
  /** @param symbols with commas between them */
  readonly load: (symbols: string) => Promise<QuoteList>;
  readonly clock: Clock;
  /** By the clock of the server, in milliseconds since 1970. */
  readonly serverNow: () => number;
  /** Whether the page is visible and online: otherwise nothing is requested. */
  readonly isAwake: () => boolean;
  /** Receives whether a failed request was answered, and milliseconds of `Retry-After`. */
  readonly describeFailure: (error: unknown) => {
    readonly isAnswered: boolean;
    readonly retryAfterMs: number;
  };
  /** Calls back when `isAwake` may have changed. Returns the function that unsubscribes. */
  readonly onWake: (listener: () => void) => () => void;
  /** The prices until the first answer. */
  readonly known?: ReadonlyMap<string, Quote>;
}

type Listener = () => void;

/** The last prices of the symbols that the page shows. One request fetches all of them. */
export class QuoteStore {
  readonly #options: QuoteStoreOptions;
  readonly #watched = new Map<string, Set<Listener>>();
  readonly #statusListeners = new Set<Listener>();
  #quotes: ReadonlyMap<string, Quote>;
  #status: QuoteStatus = { problem: null, nextTryAt: null, intervalS: null, hasFailed: false, answers: 0 };
  /** The symbols of the list in its order. */
  #order: readonly string[] = [];
  #requested: ReadonlySet<string> = new Set();
  #isLoading = false;
  /** The number of requests in a row that came sooner than `minPauseMs`. */
  #quickRequests = 0;
  #isFirstPending = false;
  #failures = 0;
  /** By the browser's clock, like the others: when the last request ended, and when the next one is due. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #dueAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: () => void = () => {};
  #stopListening: (() => void) | null = null;

  constructor(options: QuoteStoreOptions) {
    this.#options = options;
    this.#quotes = options.known ?? new Map();
  }

  /** The last quote of a symbol; the same object until it changes. */
  readonly get = (symbol: string): Quote | null => this.#quotes.get(symbol) ?? null;

  readonly status = (): QuoteStatus => this.#status;

  /** The quotes now; the same object until one changes. */
  readonly all = (): ReadonlyMap<string, Quote> => this.#quotes;

  /** Requests a symbol until the returned function is called. `onChange` is called when its quote changes. */
  watch(symbol: string, onChange: Listener): () => void {
    const listeners = this.#watched.get(symbol) ?? new Set();
    this.#watched.set(symbol, listeners.add(onChange));
    this.#stopListening ??= this.#options.onWake(() => this.#wake());
    this.#plan();
    return () => {
      listeners.delete(onChange);
      if (listeners.size > 0) return;
      this.#watched.delete(symbol);
      if (this.#watched.size === 0) this.#rest();
    };
  }

  /** Calls back after each answer and each failure. Returns the function that unsubscribes. */
  readonly watchStatus = (listener: Listener): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  /** Sets the order of the list, by whose blocks its symbols are requested. */
  setOrder(symbols: readonly string[]): void {
    this.#order = symbols;
  }

  #rest(): void {
    this.#cancelTimer();
    this.#stopListening?.();
    this.#stopListening = null;
    this.#requested = new Set();
  }

  #wake(): void {
    this.#age();
    this.#plan();
  }

  /** The shown symbols, and those in the same blocks of the list. */
  #symbols(): { readonly shown: readonly string[]; readonly all: readonly string[] } {
    const shown = [...this.#watched.keys()].slice(0, maxSymbols);
    const blocks = new Set<number>();
    for (const [index, symbol] of this.#order.entries()) {
      if (this.#watched.has(symbol)) blocks.add(Math.floor(index / blockSize));
    }
    const near = [...blocks].flatMap((block) =>
      this.#order.slice(block * blockSize, (block + 1) * blockSize),
    );
    return { shown, all: [...new Set([...shown, ...near])].slice(0, maxSymbols) };
  }

  #plan(): void {
    this.#cancelTimer();
    const { clock, isAwake } = this.#options;
    if (this.#watched.size === 0 || this.#isLoading) return;
    if (!isAwake()) {
      // A page without a connection is looked at, too.
      const staleMs = staleIntervals * 1000 * (this.#status.intervalS ?? defaultIntervalS);
      this.#cancelTimer = clock.setTimer(() => this.#wake(), staleMs);
      return;
    }
    const hasNew = this.#symbols().shown.some((symbol) => !this.#requested.has(symbol));
    const isQuick = (hasNew || this.#isFirstPending) && this.#quickRequests < maxQuickRequests;
    const earliest = this.#endedAt + (isQuick ? quickPauseMs : minPauseMs);
    const due = hasNew ? clock.now() + gatherMs : isQuick ? earliest : this.#dueAt;
    const isRetry = this.#failures > 0;
    const at = isRetry ? this.#dueAt : Math.max(earliest, due);
    this.#cancelTimer = clock.setTimer(() => void this.#request(), Math.max(0, at - clock.now()));
  }

  async #request(): Promise<void> {
    const { load, isAwake, clock } = this.#options;
    const { all } = this.#symbols();
    // Timers of a hidden page may be late.
    if (all.length === 0 || !isAwake()) return;
    if (clock.now() < this.#endedAt + minPauseMs) this.#quickRequests += 1;
    else if (!this.#isFirstPending) this.#quickRequests = 0;
    this.#requested = new Set(all);
    this.#isLoading = true;
    try {
      // Sorted: the browser's cache knows an answer by its address.
      this.#accept(await load([...all].sort().join(',')));
    } catch (error) {
      this.#fail(error);
    }
    this.#isLoading = false;
    this.#plan();
  }

  #accept({ quotes, skipped, ...answer }: QuoteList): void {
    const { clock, serverNow } = this.#options;
    const now = clock.now();
    this.#failures = 0;
    this.#endedAt = now;
    this.#isFirstPending = skipped.some(({ reason }) => reason === firstPriceReason);
    const nextMs = answer.next_at === null ? maxPauseMs : Date.parse(answer.next_at) - serverNow() + marginMs;
    this.#dueAt = now + Math.min(maxPauseMs, nextMs + clock.random() * jitterMs);
    const changed = new Map(this.#quotes);
    for (const { symbol } of skipped) changed.delete(symbol);
    for (const quote of quotes) {
      const before = this.#quotes.get(quote.symbol);
      if (JSON.stringify(before) !== JSON.stringify(quote)) changed.set(quote.symbol, quote);
    }
    this.#setQuotes(changed);
    this.#setStatus({
      problem: answer.problem,
      nextTryAt: answer.next_try_at,
      intervalS: answer.interval_s,
      hasFailed: false,
    });
  }

  /** Keeps the prices. */
  #fail(error: unknown): void {
    const { clock, describeFailure } = this.#options;
    const { isAnswered, retryAfterMs } = describeFailure(error);
    this.#failures += 1;
    this.#endedAt = clock.now();
    this.#dueAt = clock.now() + retryDelayMs(this.#failures, clock.random(), retryAfterMs);
    this.#age();
    const isFirst = this.#status.intervalS === null;
    this.#setStatus({ hasFailed: isFirst && (isAnswered || this.#status.hasFailed) });
  }

  /** Marks prices as stale that the server could not replace: an old one must never look new. */
  #age(): void {
    const { intervalS } = this.#status;
    if (intervalS === null) return;
    const limit = this.#options.serverNow() - staleIntervals * intervalS * 1000;
    const aged = new Map(this.#quotes);
    for (const [symbol, quote] of this.#quotes) {
      const isStale = quote.market_state === 'open' && Date.parse(quote.fetched_at) < limit;
      if (isStale && !quote.is_stale) aged.set(symbol, { ...quote, is_stale: true });
    }
    this.#setQuotes(aged);
  }

  #setQuotes(quotes: ReadonlyMap<string, Quote>): void {
    const before = this.#quotes;
    const symbols = new Set([...before.keys(), ...quotes.keys()]);
    const changed = [...symbols].filter((symbol) => before.get(symbol) !== quotes.get(symbol));
    if (changed.length === 0) return;
    this.#quotes = quotes;
    for (const symbol of changed) for (const listener of this.#watched.get(symbol) ?? []) listener();
  }

  #setStatus(change: Partial<QuoteStatus>): void {
    this.#status = { ...this.#status, ...change, answers: this.#status.answers + 1 };
    for (const listener of this.#statusListeners) listener();
  }
}
