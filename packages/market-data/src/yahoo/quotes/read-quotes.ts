import type { RawQuote } from '../../quotes/accept-quote.ts';
import type { MarketState, QuotedInstrument } from '../../quotes/quote-provider.ts';
import type { YahooQuote, YahooSpark } from './quote-schema.ts';

const states: Readonly<Record<string, MarketState>> = { REGULAR: 'open', PRE: 'pre', POST: 'post' };

/** The answers by the symbols that were requested: Yahoo renames some. */
export function matchBySymbol<Answer extends { readonly symbol: string }>(
  instruments: readonly QuotedInstrument[],
  answers: readonly Answer[],
): Answer[] {
  const requested = new Set(instruments.map(({ symbol }) => symbol));
  return answers.flatMap((answer) => {
    if (requested.has(answer.symbol)) return [answer];
    const symbol = earlierNames(answer.symbol).find((name) => requested.has(name));
    return symbol === undefined ? [] : [{ ...answer, symbol }];
  });
}

/** The names under which an instrument may have been requested: pairs of the dollar have a short name. */
function earlierNames(symbol: string): string[] {
  const [, short] = /^([A-Z]{3})=X$/.exec(symbol) ?? [];
  const [, long] = /^USD([A-Z]{3}=X)$/.exec(symbol) ?? [];
  return [
    ...(short === undefined ? [] : [`USD${short}=X`]),
    ...(long === undefined ? [] : [long]),
    symbol.toUpperCase(),
  ];
}

/** In minutes: prices that are a day late are no prices of the session. */
const maxDelay = 24 * 60;

function isDelay(delay: number | null): delay is number {
  return Number.isInteger(delay) && delay !== null && delay >= 0 && delay <= maxDelay;
}

/** Maps an entry of `/v7/finance/quote`. */
export function quoteOfYahoo(quote: YahooQuote): RawQuote {
  const marketState = states[quote.marketState ?? ''] ?? 'closed';
  const sourceName = quote.quoteSourceName;
  const delay = quote.exchangeDataDelayedBy;
  // A delay of 0 and a name with "Delayed" contradict each other.
  const isStated = isDelay(delay) && (delay > 0 || !/delayed/i.test(sourceName ?? ''));
  return {
    symbol: quote.symbol,
    currency: quote.currency,
    price: quote.regularMarketPrice,
    time: quote.regularMarketTime,
    previousClose: quote.regularMarketPreviousClose,
    open: quote.regularMarketOpen,
    high: quote.regularMarketDayHigh,
    low: quote.regularMarketDayLow,
    volume: quote.regularMarketVolume,
    marketState,
    extended: extendedOf(quote, marketState),
    delayMinutes: isStated ? delay : null,
    sourceName,
    timezone: quote.exchangeTimezoneName,
  };
}

function extendedOf(quote: YahooQuote, state: MarketState): RawQuote['extended'] {
  if (state === 'open') return null;
  const kind = state === 'pre' ? 'pre' : 'post';
  const [price, time] =
    kind === 'pre'
      ? [quote.preMarketPrice, quote.preMarketTime]
      : [quote.postMarketPrice, quote.postMarketTime];
  if (price === null || time === null || time <= (quote.regularMarketTime ?? 0)) return null;
  return { kind, price, time: new Date(time) };
}

/** Maps an entry of `/v7/finance/spark`, which has neither open nor delay, nor trades before and after hours. */
export function quoteOfSpark(spark: YahooSpark, now: number): RawQuote {
  return {
    symbol: spark.symbol,
    currency: spark.currency,
    price: spark.regularMarketPrice,
    time: spark.regularMarketTime,
    previousClose: spark.previousClose ?? spark.chartPreviousClose,
    open: null,
    high: spark.regularMarketDayHigh,
    low: spark.regularMarketDayLow,
    volume: spark.regularMarketVolume,
    marketState: stateByPeriods(spark.currentTradingPeriod, now / 1000),
    extended: null,
    delayMinutes: null,
    sourceName: null,
    timezone: spark.exchangeTimezoneName,
  };
}

function stateByPeriods(periods: YahooSpark['currentTradingPeriod'], seconds: number): MarketState {
  if (!periods) return 'closed';
  const isIn = ({ start, end }: { start: number; end: number }) => seconds >= start && seconds < end;
  if (isIn(periods.regular)) return 'open';
  if (isIn(periods.pre)) return 'pre';
  return isIn(periods.post) ? 'post' : 'closed';
}
