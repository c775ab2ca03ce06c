import { dayMs, minuteMs } from '@stockbook/common/durations';
import { dateInUtc, firstDate } from '../bars/calendar-date.ts';
import { cleanBars } from '../bars/clean-bars.ts';
import { lastFinalDate } from '../keyed/final-date.ts';
import { createKeyedClient, type KeyedClient, type KeyedClientOptions } from '../keyed/keyed-client.ts';
import { eodhdSource } from '../keyed/keyed-source.ts';
import { laterSplits, splitAdjusted } from '../keyed/split-adjustment.ts';
import { assertAnyValidBar } from '../keyed/valid-bars.ts';
import { bareInstrument } from '../provider/bare-instrument.ts';
import { notFound } from '../provider/market-data-error.ts';
import type {
  CallOptions,
  Dividend,
  History,
  Instrument,
  InstrumentMatch,
  MarketDataProvider,
  Split,
} from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import { primaryFirst } from '../symbols/primary-listing.ts';
import { dividendsSchema, type EodhdMatch, rowsSchema, searchSchema, splitsSchema } from './eodhd-schema.ts';
import { currencyOf, type EodhdSymbol, fromEodhd, toEodhd } from './eodhd-symbols.ts';

/** EODHD publishes a day's prices within some hours after the close of the exchange. */
const lastMinuteOfUpdates = '20:29';

const types: Readonly<Record<string, string>> = {
  'common stock': 'equity',
  fund: 'mutualfund',
  'mutual fund': 'mutualfund',
};
const maxMatches = 20;

/** A client of EODHD for the calls of one kind: each has its own two places. */
export function createEodhdClient(options: KeyedClientOptions): KeyedClient {
  return createKeyedClient(
    eodhdSource,
    {
      // EODHD accepts its token in the query only.
      credentials: { query: { api_token: options.token, fmt: 'json' } },
      // The daily limit (402) ends at midnight GMT, the other (429) is per minute.
      limitEndsAt(status, now) {
        const time = now.getTime();
        return new Date(status === 402 ? (Math.floor(time / dayMs) + 1) * dayMs : time + minuteMs);
      },
    },
    options,
  );
}

/** Returns the history of a symbol since `from` (`YYYY-MM-DD`). */
function createHistoryReader(client: KeyedClient, clock: () => Date) {
  async function readSplits({ ticker }: EodhdSymbol, from: string, call: CallOptions): Promise<Split[]> {
    const splits = await client.get(`/api/splits/${ticker}`, { from }, splitsSchema, 'history', call);
    return (splits ?? []).flatMap(({ date, split }) => {
      const [numerator = Number.NaN, denominator = Number.NaN] = split.split('/').map(Number);
      return numerator > 0 && denominator > 0 ? [{ date, numerator, denominator }] : [];
    });
  }

  async function readDividends(
    { ticker }: EodhdSymbol,
    from: string,
    call: CallOptions,
  ): Promise<Dividend[]> {
    const dividends = await client.get(`/api/div/${ticker}`, { from }, dividendsSchema, 'history', call);
    // A regular and a special dividend of one day are added up.
    const byDate = new Map<string, Dividend>();
    for (const { date, value, currency } of dividends ?? []) {
      if (!(value > 0)) continue;
      const amount = (byDate.get(date)?.amount ?? 0) + value;
      byDate.set(date, { date, amount, currency: currency ? currencyOf(currency) : null });
    }
    return [...byDate.values()];
  }

  return async (symbol: string, from: string, call: CallOptions): Promise<History> => {
    const listing = toEodhd(symbol);
    if (listing === null) throw notFound(symbol);
    const today = dateInUtc(clock());
    const isFuture = from > today;
    const start = isFuture ? today : from;
    // One after the other: an unknown symbol or a limit costs one request.
    const query = { from: start, period: 'd', order: 'a' };
    const rows = await client.get(`/api/eod/${listing.ticker}`, query, rowsSchema, 'history', call);
    if (rows === null) throw notFound(symbol);
    const splits = await readSplits(listing, start, call);
    const dividends = await readDividends(listing, start, call);
    const lastMinute = listing.exchange.code === 'FOREX' ? '23:59' : lastMinuteOfUpdates;
    const lastDate = lastFinalDate(clock(), listing.exchange.timezone, lastMinute);
    // Announced splits are listed before their day.
    const isRequested = ({ date }: { date: string }) => date >= from && date <= lastDate;
    const pastSplits = ascending(splits.filter(isRequested));
    const later = laterSplits(pastSplits);
    const cleaned = cleanBars(
      rows
        .filter(isRequested)
        .map((row) => splitAdjusted({ ...row, label: row.date }, later(row.date), { isVolumeRaw: false })),
    );
    assertAnyValidBar(eodhdSource, symbol, cleaned);
    return {
      instrument: listedInstrument(symbol, listing),
      source: 'eodhd',
      ...cleaned,
      splits: pastSplits,
      dividends: ascending(dividends.filter(isRequested)),
      lastMinute,
    };
  };
}

/** Shares, funds, indices and currencies of many exchanges from EODHD, with ISINs, without sectors. */
export function createEodhdProvider(options: KeyedClientOptions): MarketDataProvider {
  const client = createEodhdClient(options);
  const readHistory = createHistoryReader(client, options.clock);

  async function findMatches(query: string, call: CallOptions): Promise<ListedMatch[]> {
    const path = `/api/search/${encodeURIComponent(query)}`;
    const matches =
      (await client.get(path, { limit: String(maxMatches) }, searchSchema, 'other', call)) ?? [];
    return matches.flatMap((match) => {
      const listing = fromEodhd(match.Code, match.Exchange);
      return listing === null ? [] : [{ ...listing, match }];
    });
  }

  return {
    mode: 'eodhd',
    readsFiles: false,

    lookup(symbol, call = {}) {
      return raceAbort(call.signal, async () => {
        const listing = toEodhd(symbol);
        if (listing === null) throw notFound(symbol);
        const code = listing.ticker.slice(0, listing.ticker.lastIndexOf('.'));
        const found = (await findMatches(code, call)).find((entry) => entry.symbol === symbol);
        if (found === undefined) throw notFound(symbol);
        const { match } = found;
        return {
          ...listedInstrument(symbol, listing),
          name: match.Name || symbol,
          isin: match.ISIN || null,
          currency: match.Currency ? currencyOf(match.Currency) : listing.exchange.currency,
          type: typeOf(match),
        };
      });
    },

    search(query, limit, call = {}) {
      return raceAbort(call.signal, async () => {
        const text = query.trim();
        if (text === '') return [];
        return (await findMatches(text, call)).slice(0, limit).map(matchOf);
      });
    },

    resolveIsin(isin, call = {}) {
      return raceAbort(call.signal, async () => {
        const matches = (await findMatches(isin, call)).filter(({ match }) => match.ISIN === isin);
        if (matches.length === 0) throw notFound(isin);
        return primaryFirst(isin, matches).map(matchOf);
      });
    },

    history(symbol, { from = firstDate, ...call } = {}) {
      return raceAbort(call.signal, () => readHistory(symbol, from, call));
    },

    health: client.health,
  };
}

interface ListedMatch extends NonNullable<ReturnType<typeof fromEodhd>> {
  readonly match: EodhdMatch;
}

function ascending<T extends { readonly date: string }>(actions: readonly T[]): T[] {
  return actions.toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** The facts that follow from the symbol; prices come without facts. */
function listedInstrument(symbol: string, { exchange }: EodhdSymbol): Instrument {
  const { name, currency, timezone } = exchange;
  return bareInstrument(symbol, { exchange: name, currency, timezone });
}

function typeOf({ Type }: EodhdMatch): string | null {
  const type = Type?.toLowerCase() ?? null;
  return type === null ? null : (types[type] ?? type);
}

function matchOf({ symbol, exchange, match }: ListedMatch): InstrumentMatch {
  return {
    symbol,
    name: match.Name || symbol,
    exchange: exchange.name,
    isin: match.ISIN || null,
    type: typeOf(match),
  };
}
