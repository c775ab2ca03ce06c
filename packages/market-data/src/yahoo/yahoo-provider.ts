import { dayMs } from '@stockbook/common/durations';
import { dateInUtc, firstDate } from '../bars/calendar-date.ts';
import type { ListSymbols } from '../openfigi/openfigi-client.ts';
import { MarketDataError, notFound } from '../provider/market-data-error.ts';
import type {
  CallOptions,
  History,
  Instrument,
  InstrumentMatch,
  MarketDataProvider,
} from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import { primaryFirst } from '../symbols/primary-listing.ts';
import { hasValidCheckDigit } from '../symbols/symbols.ts';
import { NoPricesError, UnknownSymbolError } from './calls/yahoo-errors.ts';
import { chartHistory } from './chart/chart-history.ts';
import type { Chart } from './chart/chart-schema.ts';
import { arrangeQuotes } from './search/arrange-quotes.ts';
import { resolveByOpenFigi } from './search/resolve-by-openfigi.ts';
import { cacheSearch, type Search } from './search/search-cache.ts';
import type { SearchQuote } from './search/search-schema.ts';
import {
  createYahooClient,
  type YahooClient,
  type YahooClientOptions,
  type YahooTimeouts,
} from './yahoo-client.ts';

/** Two weeks: every instrument that is still traded has a bar in them. */
const recentMs = 14 * dayMs;
/** The same for every search, so that suggestions, ISINs and the facts of symbols share the cache. */
const maxMatches = 20;

export interface YahooProviderOptions extends YahooClientOptions {
  /** Looks up the listings of an ISIN that Yahoo's search does not know. */
  readonly listSymbols: ListSymbols;
}

/** `search`, repeated without accents if nothing is found: Yahoo does not find "société générale". */
function searchWithoutAccents(search: Search): Search {
  return async (query, options) => {
    const quotes = await search(query, options);
    const plain = query.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
    return quotes.length > 0 || plain === query ? quotes : search(plain, options);
  };
}

/**
 * Returns the facts of a symbol by the search, which alone has sector and industry. They are optional: a failing search
 * is ignored, and a hanging one delays `lookup` by one time-out at most, its time in the queue included.
 */
function createFactsReader(search: Search, timeouts: YahooTimeouts) {
  return async (symbol: string, call: CallOptions): Promise<SearchQuote | undefined> => {
    const timeout = AbortSignal.timeout(timeouts.other);
    try {
      const quotes = await raceAbort(timeout, () => search(symbol, call));
      return quotes.find((quote) => quote.symbol === symbol);
    } catch (error) {
      if (error instanceof MarketDataError || timeout.aborted) return undefined;
      throw error;
    }
  };
}

/** Returns the daily rows of a symbol since `from` (`YYYY-MM-DD`) or some days earlier. */
function createChartReader(client: YahooClient, clock: () => Date) {
  return async function chartSince(
    symbol: string,
    from: string,
    timeout: keyof YahooTimeouts,
    call: CallOptions,
  ): Promise<Chart> {
    // A URL path cannot contain a segment of dots, and no exchange uses such symbols.
    if (/^\.+$/.test(symbol)) throw notFound(symbol);
    const now = clock().getTime();
    // A day earlier: east of Greenwich a day begins before it does in UTC.
    const start = Math.min(Date.parse(from) - dayMs, now - recentMs);
    const period = { from: Math.floor(start / 1000), to: Math.floor(now / 1000) };
    try {
      const chart = await client.chart(symbol, period, timeout, call);
      if (isDead(chart)) throw new UnknownSymbolError();
      assertDailyChartOf(symbol, chart);
      return { ...chart, meta: { ...chart.meta, symbol } };
    } catch (error) {
      if (error instanceof UnknownSymbolError) throw notFound(symbol, error);
      if (!(error instanceof NoPricesError)) throw error;
      if (from === firstDate) throw notFound(symbol, error);
      // The symbol exists but was not traded recently: fetch the whole history for its facts.
      return chartSince(symbol, firstDate, 'history', call);
    }
  };
}

type FetchHistory = (symbol: string, from: string, call: CallOptions) => Promise<History>;

/** `fetchHistory`, for one call at a time of a symbol. */
function shareHistories(fetchHistory: FetchHistory): FetchHistory {
  const activeHistories = new Map<string, { from: string; history: Promise<History> }>();

  /** Joins an active fetch of the same days; waits for an active fetch of other days. */
  return (symbol, from, call) => {
    const running = activeHistories.get(symbol);
    if (running?.from === from) return running.history;
    const next = async () => {
      await Promise.allSettled([running?.history]);
      try {
        return await fetchHistory(symbol, from, call);
      } finally {
        if (activeHistories.get(symbol) === started) activeHistories.delete(symbol);
      }
    };
    const started = { from, history: next() };
    activeHistories.set(symbol, started);
    return started.history;
  };
}

/**
 * Yahoo Finance through yahoo-finance2. Every call has a time-out. Aborting a signal rejects for that caller only: the
 * call may be shared. At most one history of a symbol is fetched at a time.
 */
export function createYahooProvider(options: YahooProviderOptions): MarketDataProvider {
  const { clock, policy } = options;
  const client = createYahooClient(options);
  const search = searchWithoutAccents(
    cacheSearch((query, call) => client.search(query, maxMatches, call), clock),
  );
  const searchFacts = createFactsReader(search, options.timeouts);
  const chartSince = createChartReader(client, clock);
  const shareHistory = shareHistories(async (symbol, from, call) => {
    const chart = await chartSince(symbol, from, 'history', call);
    return {
      instrument: instrumentOf(chart, undefined),
      source: 'yahoo',
      ...chartHistory(chart, from, clock().getTime()),
    };
  });

  const recentChart = (symbol: string, call: CallOptions) =>
    chartSince(symbol, dateInUtc(new Date(clock().getTime() - recentMs)), 'other', call);

  /** @throws MarketDataError not_found also if the symbol has no recent prices */
  async function lookupTraded(symbol: string, call: CallOptions): Promise<Instrument> {
    const chart = await recentChart(symbol, call);
    if (!chart.quote.close.some((close) => typeof close === 'number')) throw notFound(symbol);
    return instrumentOf(chart, undefined);
  }

  return {
    mode: 'yahoo',
    readsFiles: false,

    lookup(symbol, call = {}) {
      return raceAbort(call.signal, async () => {
        const [chart, facts] = await Promise.all([recentChart(symbol, call), searchFacts(symbol, call)]);
        return instrumentOf(chart, facts);
      });
    },

    search(query, limit, options = {}) {
      return raceAbort(options.signal, async () => {
        const text = query.trim();
        if (text === '') return [];
        const isin = hasValidCheckDigit(text.toUpperCase()) ? text.toUpperCase() : null;
        const quotes = await search(text, options);
        return arrangeQuotes(text, quotes)
          .slice(0, limit)
          .map((quote) => matchOf(quote, isin));
      });
    },

    resolveIsin(isin, call = {}) {
      return raceAbort(call.signal, async () => {
        const quotes = await search(isin, call);
        if (quotes.length === 0) {
          return [await resolveByOpenFigi(isin, options.listSymbols, (symbol) => lookupTraded(symbol, call))];
        }
        return primaryFirst(isin, quotes).map((quote) => matchOf(quote, isin));
      });
    },

    history(symbol, { signal, requester, from = firstDate } = {}) {
      // The shared call must not end with one caller's signal.
      return raceAbort(signal, () => shareHistory(symbol, from, { requester }));
    },

    health: policy.health,
  };
}

/** Whether Yahoo only remembers that a symbol existed: exchange `YHD`, no first trade and no rows. */
function isDead({ meta, timestamps }: Chart): boolean {
  return meta.exchangeName === 'YHD' && meta.firstTradeDate == null && timestamps.length === 0;
}

/** Whether Yahoo means `symbol`. It calls a pair of the dollar `USDCHF=X` or `CHF=X`, whichever was requested. */
function isNameOf(symbol: string, returned: string): boolean {
  return returned === symbol || (returned.endsWith('=X') && `USD${returned}` === symbol);
}

/** @throws MarketDataError `bad_data` for another symbol or other than daily rows */
function assertDailyChartOf(symbol: string, { meta }: Chart): void {
  if (!isNameOf(symbol, meta.symbol.toUpperCase())) {
    const message = `Yahoo Finance returned prices of "${meta.symbol}" instead of "${symbol}"`;
    throw new MarketDataError('bad_data', message);
  }
  if (meta.dataGranularity !== '1d') {
    const message = `Yahoo Finance returned "${meta.dataGranularity}" prices of "${symbol}" instead of daily prices`;
    throw new MarketDataError('bad_data', message);
  }
}

function instrumentOf({ meta }: Chart, facts: SearchQuote | undefined): Instrument {
  return {
    symbol: meta.symbol,
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

/** `isin`: the query, if that was an ISIN; Yahoo's response never contains it. */
function matchOf(quote: SearchQuote, isin: string | null): InstrumentMatch {
  return {
    symbol: quote.symbol,
    name: quote.longname ?? quote.shortname ?? quote.symbol,
    exchange: quote.exchDisp ?? quote.exchange ?? null,
    isin,
    type: quote.quoteType?.toLowerCase() ?? null,
  };
}
