import { type CatalogueEntry, catalogue, findInCatalogue } from '../../catalogue/catalogue.ts';
import { searchInstruments } from '../../catalogue/search-instruments.ts';
import {
  type KeyedMockServer,
  type KeyedRequest,
  type KeyedService,
  startKeyedMockServer,
} from './keyed-mock-server.ts';
import { rawHistory } from './raw-history.ts';

const assetTypes: Readonly<Record<string, string>> = { equity: 'Stock', etf: 'ETF' };

/** Starts a mock server of Tiingo with the American instruments of the catalogue, for `token` only. */
export function startTiingoMockServer(token: string, clock?: () => Date): Promise<KeyedMockServer> {
  const service: KeyedService = {
    isAuthorized: ({ headers }) => headers.authorization === `Token ${token}`,
    respond,
    errors: {
      401: '{"detail":"Invalid token."}',
      402: '{"detail":"Payment required."}',
      403: '{"detail":"You do not have permission to access this data."}',
      404: '{"detail":"Not found."}',
      429: '{"detail":"Error: You have run over your hourly request allocation."}',
      'limit-text': 'You have run over your 500 symbol look up for this month.',
    },
  };
  return startKeyedMockServer(service, clock);
}

function respond({ path, query }: KeyedRequest, now: Date): unknown {
  if (path === '/tiingo/utilities/search') return search(query);
  if (path === '/iex/') return lastPrices(query.get('tickers') ?? '', now);
  const [, ticker = '', prices] = /^\/tiingo\/daily\/([^/]+)(\/prices)?$/.exec(path) ?? [];
  const entry = findInCatalogue(ticker.toUpperCase());
  if (entry === undefined || !isAmerican(entry)) return null;
  if (prices === undefined) {
    const { name, exchange, listedIn } = entry;
    const startDate = `${listedIn}-01-02`;
    return { ticker, name, exchangeCode: exchange, startDate, endDate: '2026-11-20', description: name };
  }
  const from = query.get('startDate') ?? '';
  return rawHistory(entry, now)
    .filter(({ date }) => date >= from)
    .map(({ date, open, high, low, close, volume, laterSplits, split, dividend }) => ({
      date: `${date}T00:00:00.000Z`,
      close,
      high,
      low,
      open,
      volume,
      adjClose: close / laterSplits,
      adjHigh: high / laterSplits,
      adjLow: low / laterSplits,
      adjOpen: open / laterSplits,
      adjVolume: volume * laterSplits,
      divCash: dividend,
      splitFactor: split === null ? 1 : split.numerator / split.denominator,
    }));
}

/** Without a contract with the exchange, `last`, bid and ask are null. */
function lastPrices(tickers: string, now: Date): object[] {
  return tickers.split(',').flatMap((ticker) => {
    const entry = findInCatalogue(ticker.toUpperCase());
    if (entry === undefined || !isAmerican(entry)) return [];
    const [before, last] = rawHistory(entry, now).slice(-2);
    if (!before || !last) return [];
    const { open, high, low, close, volume } = last;
    const timestamp = new Date(now.getTime() - 2_000).toISOString();
    const unlicensed = { last: null, bidPrice: null, askPrice: null };
    return [
      { ticker, timestamp, ...unlicensed, tngoLast: close, prevClose: before.close, open, high, low, volume },
    ];
  });
}

function search(query: URLSearchParams): object[] {
  const limit = Number(query.get('limit') ?? 10);
  return searchInstruments(catalogue.filter(isAmerican), query.get('query') ?? '', limit).map(
    ({ symbol, name, type }) => ({
      name,
      ticker: symbol,
      permaTicker: `US${symbol}`,
      openFIGIComposite: null,
      assetType: assetTypes[type ?? ''] ?? 'Mutual Fund',
      isActive: true,
      countryCode: 'US',
    }),
  );
}

function isAmerican({ symbol, currency }: CatalogueEntry): boolean {
  return currency === 'USD' && /^[A-Z-]+$/.test(symbol);
}
