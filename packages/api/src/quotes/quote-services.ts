import { minuteMs } from '@stockbook/common/durations';
import type { QuoteProvider } from '@stockbook/market-data';
import { LRUCache } from 'lru-cache';

/** Settings of the operator for prices during the session. */
interface QuoteSettings {
  /** False for closing prices only: switched off, or prices come from files. */
  readonly isOn: boolean;
  /** Seconds between two prices of a stock; null if each source has its own interval. */
  readonly intervalS: number | null;
  /** Stocks whose prices are fetched at a time. */
  readonly maxSymbols: number;
  /** The sources, the usual one first. */
  readonly providers: readonly QuoteProvider[];
}

/** Everything of quotes that lives as long as the process. */
export interface QuoteServices extends QuoteSettings {
  /** A level can start from a quote that was fetched within these milliseconds. */
  readonly presentMs: number;
  readonly delays: DelayMeter;
  readonly readers: QuoteReaders;
}

export function createQuoteServices(settings: QuoteSettings): QuoteServices {
  const presentMs = 3 * intervalOf(settings, settings.providers[0]) * 1000;
  return { ...settings, presentMs, delays: new DelayMeter(), readers: new QuoteReaders() };
}

/** The source that is asked for a stock: that of its history, if the server has it. */
export function providerOf(
  { providers }: Pick<QuoteSettings, 'providers'>,
  dataSource: string | null,
): QuoteProvider | undefined {
  return providers.find(({ source }) => source === dataSource) ?? providers[0];
}

/** Seconds between two prices of a source. */
export function intervalOf(
  { intervalS }: Pick<QuoteSettings, 'intervalS'>,
  provider: QuoteProvider | undefined,
): number {
  return intervalS ?? provider?.intervalS ?? 60;
}

/** Whether a source has quotes of a stock: files and own prices have none. */
export function hasQuotes(dataSource: string | null): boolean {
  return dataSource !== 'csv' && dataSource !== 'own';
}

/** Seconds between two prices: the least of the sources of these histories that have quotes. */
export function shortestInterval(
  settings: Omit<QuoteSettings, 'isOn' | 'maxSymbols'>,
  dataSources: readonly (string | null)[],
): number {
  const providers = dataSources.filter(hasQuotes).map((dataSource) => providerOf(settings, dataSource));
  const asked = providers.length === 0 ? [settings.providers[0]] : providers;
  return Math.min(...asked.map((provider) => intervalOf(settings, provider)));
}

const maxRounds = 10;
const minRounds = 3;
const maxDelayMs = 24 * 60 * minuteMs;

/**
 * Measures by how much the prices of an exchange are late whose delay no source states: by the smallest time between a
 * trade and its fetch, over ten rounds of fetches.
 */
class DelayMeter {
  /** The smallest age of each round, by exchange. */
  readonly #rounds = new Map<string, number[]>();

  /** @param ages milliseconds since the trades of the open stocks of an exchange, in one fetch */
  addRound(exchange: string, ages: readonly number[]): void {
    if (ages.length === 0) return;
    const rounds = [...(this.#rounds.get(exchange) ?? []), Math.min(...ages)];
    this.#rounds.set(exchange, rounds.slice(-maxRounds));
  }

  /** Minutes, to the nearest 5; null before three rounds, and without a trade on the last day. */
  delayOf(exchange: string): number | null {
    const rounds = this.#rounds.get(exchange) ?? [];
    const least = Math.min(...rounds);
    return rounds.length < minRounds || least > maxDelayMs ? null : Math.round(least / (5 * minuteMs)) * 5;
  }
}

/** Symbols of a user within a minute. */
const maxSymbolsPerMinute = 600;

/** Stocks that one user keeps wanted. */
const maxWantedPerUser = 200;

const maxUsers = 10_000;

interface Reader {
  windowStart: number;
  symbols: number;
  /** Stocks that the user wants, and until when. */
  readonly wanted: Map<number, number>;
}

/** The requests of each user in this process. */
class QuoteReaders {
  readonly #readers = new LRUCache<string, Reader>({ max: maxUsers });
  #mayFetchAt = Number.NEGATIVE_INFINITY;
  #countedAt = Number.NEGATIVE_INFINITY;
  #wantedStocks = 0;

  #readerOf(userId: string): Reader {
    const known = this.#readers.get(userId);
    if (known) return known;
    const reader = { windowStart: 0, symbols: 0, wanted: new Map<number, number>() };
    this.#readers.set(userId, reader);
    return reader;
  }

  /** Counts symbols. @returns the seconds to wait if there are too many in this minute; else 0 */
  count(userId: string, symbols: number, now: Date): number {
    const reader = this.#readerOf(userId);
    const time = now.getTime();
    if (time - reader.windowStart >= minuteMs) Object.assign(reader, { windowStart: time, symbols: 0 });
    if (reader.symbols + symbols > maxSymbolsPerMinute) {
      return Math.max(1, Math.ceil((reader.windowStart + minuteMs - time) / 1000));
    }
    reader.symbols += symbols;
    return 0;
  }

  /** The stocks that the user may want, at most 200 at a time. @param until when they are wanted */
  admit(userId: string, stockIds: readonly number[], now: Date, until: Date): number[] {
    const { wanted } = this.#readerOf(userId);
    for (const [stockId, end] of wanted) if (end <= now.getTime()) wanted.delete(stockId);
    return stockIds.filter((stockId) => {
      if (!wanted.has(stockId) && wanted.size >= maxWantedPerUser) return false;
      wanted.set(stockId, until.getTime());
      return true;
    });
  }

  /** The number of stocks that are wanted, counted once a minute. */
  async wantedStocks(now: Date, count: () => Promise<number>): Promise<number> {
    if (now.getTime() - this.#countedAt >= minuteMs) {
      this.#countedAt = now.getTime();
      this.#wantedStocks = await count();
    }
    return this.#wantedStocks;
  }

  /** Whether this process may request a fetch out of turn: at most one in five seconds. */
  mayFetch(now: Date): boolean {
    if (now.getTime() < this.#mayFetchAt) return false;
    this.#mayFetchAt = now.getTime() + 5_000;
    return true;
  }
}
