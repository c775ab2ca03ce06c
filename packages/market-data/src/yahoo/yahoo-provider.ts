import { dateInUtc, dayMs, FIRST_DATE } from '../bars/calendar-date.ts';
import { MarketDataError, notFound } from '../provider/market-data-error.ts';
import type {
  CallOptions,
  History,
  Instrument,
  InstrumentMatch,
  MarketDataProvider,
} from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import { hasValidCheckDigit } from '../symbols/symbols.ts';
import type { CoolDownStore } from './calls/cool-down.ts';
import { createYahooCallPolicy, type HealthListener } from './calls/yahoo-call-policy.ts';
import { NoPricesAnswer, UnknownSymbolAnswer } from './calls/yahoo-errors.ts';
import { chartHistory } from './chart/chart-history.ts';
import type { Chart } from './chart/chart-schema.ts';
import { primaryFirst } from './search/primary-listing.ts';
import { cacheSearch } from './search/search-cache.ts';
import type { SearchQuote } from './search/search-schema.ts';
import { createYahooClient, type YahooClientOptions, type YahooTimeouts } from './yahoo-client.ts';

/** Two weeks: every instrument that is still traded has a bar in them. */
const recentMs = 14 * dayMs;
/** Every search asks for as many, so that a suggestion, an ISIN and a symbol's facts can share an answer. */
const maxMatches = 20;

export interface YahooProviderOptions extends Omit<YahooClientOptions, 'policy'> {
  readonly coolDowns: CoolDownStore;
  readonly onHealth?: HealthListener | undefined;
}

/**
 * Yahoo Finance through yahoo-finance2. Calls end within their time-out; a caller's abort ends its waiting, not a call
 * that others may share. One history of a symbol is under way at a time.
 */
export function createYahooProvider(options: YahooProviderOptions): MarketDataProvider {
  const { clock } = options;
  const policy = createYahooCallPolicy(options.coolDowns, clock, options.onHealth);
  const client = createYahooClient({ ...options, policy });
  const search = cacheSearch((query, call) => client.search(query, maxMatches, call), clock);
  const underWay = new Map<string, { from: string; history: Promise<History> }>();

  /** The daily rows of `symbol` since `from` (`YYYY-MM-DD`) and some before. */
  async function chartSince(
    symbol: string,
    from: string,
    timeout: keyof YahooTimeouts,
    call: CallOptions,
  ): Promise<Chart> {
    // Addresses cannot hold these, and no exchange has them.
    if (/^\.+$/.test(symbol)) throw notFound(symbol);
    const now = clock().getTime();
    // A day earlier: east of Greenwich a day begins before it does in UTC.
    const start = Math.min(Date.parse(from) - dayMs, now - recentMs);
    const period = { from: Math.floor(start / 1000), to: Math.floor(now / 1000) };
    try {
      const chart = await client.chart(symbol, period, timeout, call);
      assertDailyChartOf(symbol, chart);
      return chart;
    } catch (error) {
      if (error instanceof UnknownSymbolAnswer) throw notFound(symbol, error);
      if (!(error instanceof NoPricesAnswer)) throw error;
      if (from === FIRST_DATE) throw notFound(symbol, error);
      // Known, but not traded of late: its facts come with the whole history.
      return chartSince(symbol, FIRST_DATE, 'history', call);
    }
  }

  async function fetchHistory(symbol: string, from: string, call: CallOptions): Promise<History> {
    const chart = await chartSince(symbol, from, 'history', call);
    return {
      instrument: instrumentOf(chart, undefined),
      source: 'yahoo',
      ...chartHistory(chart, from, clock().getTime()),
    };
  }

  /** The history that is being fetched already, or one fetched once that of other days has ended. */
  function shareHistory(symbol: string, from: string, call: CallOptions): Promise<History> {
    const running = underWay.get(symbol);
    if (running?.from === from) return running.history;
    const next = async () => {
      await Promise.allSettled([running?.history]);
      try {
        return await fetchHistory(symbol, from, call);
      } finally {
        if (underWay.get(symbol) === started) underWay.delete(symbol);
      }
    };
    const started = { from, history: next() };
    underWay.set(symbol, started);
    return started.history;
  }

  /**
   * A symbol's sector and industry are known to the search alone; without them the other facts still hold, so that
   * searches that hang delay nothing for longer than one call may take.
   */
  async function searchFacts(symbol: string, call: CallOptions): Promise<SearchQuote | undefined> {
    const timeout = AbortSignal.timeout(options.timeouts.other);
    try {
      const quotes = await raceAbort(timeout, () => search(symbol, call));
      return quotes.find((quote) => quote.symbol === symbol);
    } catch (error) {
      if (error instanceof MarketDataError || timeout.aborted) return undefined;
      throw error;
    }
  }

  return {
    mode: 'yahoo',
    readsFiles: false,

    lookup(symbol, options = {}) {
      return raceAbort(options.signal, async () => {
        const recently = dateInUtc(new Date(clock().getTime() - recentMs));
        const [chart, facts] = await Promise.all([
          chartSince(symbol, recently, 'other', options),
          searchFacts(symbol, options),
        ]);
        return instrumentOf(chart, facts);
      });
    },

    search(query, limit, options = {}) {
      return raceAbort(options.signal, async () => {
        const text = query.trim();
        if (text === '') return [];
        const isin = hasValidCheckDigit(text.toUpperCase()) ? text.toUpperCase() : null;
        const quotes = await search(text, options);
        return quotes.slice(0, limit).map((quote) => matchOf(quote, isin));
      });
    },

    resolveIsin(isin, options = {}) {
      return raceAbort(options.signal, async () => {
        const quotes = await search(isin, options);
        if (quotes.length === 0) throw notFound(isin);
        return primaryFirst(isin, quotes).map((quote) => matchOf(quote, isin));
      });
    },

    history(symbol, { signal, requester, from = FIRST_DATE } = {}) {
      // Without the signal: others may share the call.
      return raceAbort(signal, () => shareHistory(symbol, from, { requester }));
    },

    health: policy.health,
  };
}

/** @throws MarketDataError where Yahoo answered about something else than asked for */
function assertDailyChartOf(symbol: string, { meta }: Chart): void {
  if (meta.symbol.toUpperCase() !== symbol) {
    const message = `Yahoo Finance answered for "${meta.symbol}" when asked for "${symbol}"`;
    throw new MarketDataError('bad_data', message);
  }
  if (meta.dataGranularity !== '1d') {
    const message = `Yahoo Finance sent prices per "${meta.dataGranularity}" for "${symbol}" instead of daily ones`;
    throw new MarketDataError('bad_data', message);
  }
}

function instrumentOf({ meta }: Chart, facts: SearchQuote | undefined): Instrument {
  return {
    symbol: meta.symbol.toUpperCase(),
    name: meta.longName ?? facts?.longname ?? meta.shortName ?? facts?.shortname ?? meta.symbol,
    isin: null,
    exchange: meta.fullExchangeName ?? meta.exchangeName ?? null,
    currency: meta.currency ?? null,
    sector: facts?.sector ?? null,
    industry: facts?.industry ?? null,
    type: meta.instrumentType?.toLowerCase() ?? null,
    timezone: meta.exchangeTimezoneName,
  };
}

/** Yahoo never sends the ISIN; whoever asked by it knows it. */
function matchOf(quote: SearchQuote, isin: string | null): InstrumentMatch {
  return {
    symbol: quote.symbol,
    name: quote.longname ?? quote.shortname ?? quote.symbol,
    exchange: quote.exchDisp ?? quote.exchange ?? null,
    isin,
    type: quote.quoteType?.toLowerCase() ?? null,
  };
}
