import { hourMs } from '@stockbook/common/durations';
import { dateInUtc, firstDate } from '../bars/calendar-date.ts';
import { lastFinalDate } from '../keyed/final-date.ts';
import { createKeyedClient, type KeyedClient, type KeyedClientOptions } from '../keyed/keyed-client.ts';
import { tiingoSource } from '../keyed/keyed-source.ts';
import { assertAnyValidBar } from '../keyed/valid-bars.ts';
import { bareInstrument } from '../provider/bare-instrument.ts';
import { MarketDataError, notFound } from '../provider/market-data-error.ts';
import type { CallOptions, InstrumentMatch, MarketDataProvider } from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import { isSymbol } from '../symbols/symbols.ts';
import { tiingoHistory } from './tiingo-history.ts';
import {
  metadataSchema,
  pricesSchema,
  searchSchema,
  supportedSymbol,
  type TiingoMatch,
} from './tiingo-schema.ts';

const timezone = 'America/New_York';
/** Of all instruments. */
const commonFacts = { currency: 'USD', timezone };

/** Tiingo corrects the day's prices until 20:00. Source: its documentation of end-of-day prices. */
const lastMinute = '19:59';

const types: Readonly<Record<string, string>> = { stock: 'equity', etf: 'etf', 'mutual fund': 'mutualfund' };
const maxMatches = 20;

/** A client of Tiingo for the calls of one kind: each has its own two places. */
export function createTiingoClient(options: KeyedClientOptions): KeyedClient {
  return createKeyedClient(
    tiingoSource,
    {
      credentials: { headers: { authorization: `Token ${options.token}` } },
      // The limits are per hour, day and month; the next hour shows which one it was.
      limitEndsAt: (_status, now) => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs),
      // The monthly limit of symbols is announced in plain text with status 200.
      isLimitMessage: (text) => /^"?(?:Error: )?You have run over/.test(text.trimStart()),
    },
    options,
  );
}

/** Shares and funds of the USA from Tiingo, without sectors and ISINs. */
export function createTiingoProvider(options: KeyedClientOptions): MarketDataProvider {
  const { clock } = options;
  const client = createTiingoClient(options);

  function pathOf(symbol: string): string {
    if (!supportedSymbol.test(symbol)) throw notFound(symbol);
    return `/tiingo/daily/${symbol}`;
  }

  async function findMatches(query: string, call: CallOptions): Promise<TiingoMatch[]> {
    const parameters = { query, limit: String(maxMatches) };
    return (await client.get('/tiingo/utilities/search', parameters, searchSchema, 'other', call)) ?? [];
  }

  /** The search adds the type only: without it, the other facts still hold. */
  async function findType(symbol: string, call: CallOptions): Promise<string | null> {
    try {
      const match = (await findMatches(symbol, call)).find(({ ticker }) => ticker.toUpperCase() === symbol);
      return match === undefined ? null : typeOf(match);
    } catch (error) {
      if (error instanceof MarketDataError) return null;
      throw error;
    }
  }

  return {
    mode: 'tiingo',
    readsFiles: false,

    lookup(symbol, call = {}) {
      return raceAbort(call.signal, async () => {
        const metadata = await client.get(pathOf(symbol), {}, metadataSchema, 'other', call);
        if (metadata === null) throw notFound(symbol);
        return bareInstrument(symbol, {
          ...commonFacts,
          name: metadata.name || symbol,
          exchange: metadata.exchangeCode ?? null,
          type: await findType(symbol, call),
        });
      });
    },

    search(query, limit, call = {}) {
      return raceAbort(call.signal, async () => {
        const text = query.trim();
        if (text === '') return [];
        return (await findMatches(text, call)).filter(isSupported).slice(0, limit).map(matchOf);
      });
    },

    resolveIsin(isin, { signal } = {}) {
      return raceAbort(signal, async () => {
        throw notFound(isin);
      });
    },

    history(symbol, { from = firstDate, ...call } = {}) {
      return raceAbort(call.signal, async () => {
        const today = dateInUtc(clock());
        const isFuture = from > today;
        const query = { startDate: isFuture ? today : from };
        const prices = await client.get(`${pathOf(symbol)}/prices`, query, pricesSchema, 'history', call);
        if (prices === null) throw notFound(symbol);
        const requested = prices.filter(({ date }) => date.slice(0, 10) >= from);
        const history = tiingoHistory(requested, lastFinalDate(clock(), timezone, lastMinute));
        assertAnyValidBar(tiingoSource, symbol, history);
        return { instrument: bareInstrument(symbol, commonFacts), source: 'tiingo', ...history, lastMinute };
      });
    },

    health: client.health,
  };
}

function isSupported({ ticker, countryCode, isActive }: TiingoMatch): boolean {
  const isAmerican = countryCode == null || countryCode === 'US';
  return (
    isAmerican &&
    isActive !== false &&
    supportedSymbol.test(ticker.toUpperCase()) &&
    isSymbol(ticker.toUpperCase())
  );
}

function typeOf({ assetType }: TiingoMatch): string | null {
  const type = assetType?.toLowerCase() ?? null;
  return type === null ? null : (types[type] ?? type);
}

function matchOf(match: TiingoMatch): InstrumentMatch {
  const symbol = match.ticker.toUpperCase();
  return { symbol, name: match.name || symbol, exchange: null, isin: null, type: typeOf(match) };
}
