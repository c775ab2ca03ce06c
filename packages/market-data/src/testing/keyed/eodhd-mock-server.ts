import { type CatalogueEntry, catalogue, findInCatalogue } from '../../catalogue/catalogue.ts';
import { searchInstruments } from '../../catalogue/search-instruments.ts';
import {
  type KeyedMockServer,
  type KeyedRequest,
  type KeyedService,
  startKeyedMockServer,
} from './keyed-mock-server.ts';
import { rawHistory } from './raw-history.ts';

const typeNames: Readonly<Record<string, string>> = { equity: 'Common Stock', etf: 'ETF', index: 'INDEX' };
const exchangeCodes: Readonly<Record<string, string>> = { DE: 'XETRA', L: 'LSE', AX: 'AU', KS: 'KO' };

/** Starts a mock server of EODHD with the instruments of the catalogue, for `token` only. */
export function startEodhdMockServer(token: string, clock?: () => Date): Promise<KeyedMockServer> {
  const service: KeyedService = {
    isAuthorized: ({ query }) => query.get('api_token') === token,
    respond,
    errors: {
      401: 'Unauthenticated',
      402: 'You exceeded your daily API requests limit.',
      403: 'Only EOD data allowed for free users.',
      404: 'Ticker Not Found.',
      429: 'Too Many Requests',
      'limit-text': 'You exceeded your daily API requests limit.',
    },
  };
  return startKeyedMockServer(service, clock);
}

function respond({ path, query }: KeyedRequest, now: Date): unknown {
  const [, first] = /^\/api\/real-time\/([^/]+)$/.exec(path) ?? [];
  if (first !== undefined) return lastPrices(decodeURIComponent(first), query.get('s') ?? '', now);
  const [, endpoint, encoded = ''] = /^\/api\/(eod|splits|div|search)\/([^/]+)$/.exec(path) ?? [];
  const subject = decodeURIComponent(encoded);
  if (endpoint === 'search') return search(subject, Number(query.get('limit') ?? 15));
  const entry = catalogue.find((candidate) => tickerOf(candidate) === subject);
  if (endpoint === undefined || entry === undefined) return null;
  const from = query.get('from') ?? '';
  const days = rawHistory(entry, now).filter(({ date }) => date >= from);
  if (endpoint === 'splits') {
    return days.flatMap(({ date, split }) =>
      split === null
        ? []
        : [{ date, split: `${split.numerator.toFixed(6)}/${split.denominator.toFixed(6)}` }],
    );
  }
  if (endpoint === 'div') {
    return days
      .filter(({ dividend }) => dividend > 0)
      .map(({ date, dividend, laterSplits }) => ({
        date,
        declarationDate: null,
        recordDate: null,
        paymentDate: null,
        period: 'Quarterly',
        value: dividend / laterSplits,
        unadjustedValue: dividend,
        currency: currencyCode(entry),
      }));
  }
  return days.map(({ date, open, high, low, close, volume, laterSplits }) => ({
    date,
    open,
    high,
    low,
    close,
    adjusted_close: close / laterSplits,
    volume: volume * laterSplits,
  }));
}

/** One object for one ticker, a list for several; an unknown one has the text `NA` for each number. */
function lastPrices(first: string, others: string, now: Date): object {
  const tickers = [first, ...others.split(',').filter((ticker) => ticker !== '')];
  const prices = tickers.map((code) => {
    const entry = catalogue.find((candidate) => tickerOf(candidate) === code);
    const [before, last] = entry ? rawHistory(entry, now).slice(-2) : [];
    const timestamp = last ? Math.floor(now.getTime() / 1000) - 900 : 'NA';
    const { open = 'NA', high = 'NA', low = 'NA', close = 'NA', volume = 'NA' } = last ?? {};
    const previousClose = before?.close ?? 'NA';
    return { code, timestamp, gmtoffset: 0, open, high, low, close, volume, previousClose };
  });
  return prices.length === 1 ? (prices[0] ?? {}) : prices;
}

function search(query: string, limit: number): object[] {
  const matches = [...searchInstruments(catalogue, query, limit)];
  // A code such as `GSPC` or `0700` finds the instrument, too.
  const byCode = catalogue.filter((entry) => tickerOf(entry).split('.')[0] === query.toUpperCase());
  const entries = [...byCode, ...matches.map(({ symbol }) => findInCatalogue(symbol))];
  return [...new Set(entries)].flatMap((entry) => {
    if (entry === undefined) return [];
    const [Code = '', Exchange = ''] = tickerOf(entry).split('.');
    return [
      {
        Code,
        Exchange,
        Name: entry.name,
        Type: typeNames[entry.type ?? ''] ?? 'Currency',
        Country: 'USA',
        Currency: currencyCode(entry),
        ISIN: entry.isin,
        previousClose: entry.priceLevel,
        previousCloseDate: '2026-11-20',
      },
    ];
  });
}

function tickerOf({ symbol }: CatalogueEntry): string {
  if (symbol.startsWith('^')) return `${symbol.slice(1)}.INDX`;
  if (symbol.endsWith('=X')) return `${symbol.slice(0, -2)}.FOREX`;
  const [code, suffix] = symbol.split('.');
  return `${code}.${suffix === undefined ? 'US' : (exchangeCodes[suffix] ?? suffix)}`;
}

function currencyCode({ currency }: CatalogueEntry): string | null {
  return currency === 'GBp' ? 'GBX' : currency;
}
