import { dayMs } from '@stockbook/common/durations';
import { dateInTimeZone } from '../bars/time-zone.ts';
import { type CatalogueEntry, findInCatalogue } from '../catalogue/catalogue.ts';
import type { DailyBars } from '../provider/provider.ts';
import { acceptQuotes, type RawQuote } from '../quotes/accept-quote.ts';
import type { QuoteProvider } from '../quotes/quote-provider.ts';
import { sessionOn, type TradingHours, tradesOn, tradingHours } from '../quotes/sessions.ts';
import { generateBars } from './generate-bars.ts';
import { seededRandom } from './seeded-random.ts';

const intervalS = 15;

/** Parts of a session within which the walk is linear. */
const segments = 240;

/** The walk of a session, which the second of the fetch alone decides. */
interface Walk {
  readonly date: string;
  readonly opensAt: number;
  readonly closesAt: number;
  /** Prices at the ends of the segments, the open first and the close last. */
  readonly points: readonly number[];
  readonly volume: number;
  readonly previousClose: number | null;
  readonly roundTo: (price: number) => number;
}

/**
 * Computed prices of the catalogue's instruments: the generated bar of the day is walked from its open to its close on
 * the exchange's hours. Prices depend on symbol and second alone; outside of the hours they are those of the last
 * session.
 */
export function createSimulatedQuotes({ clock }: { clock: () => Date }): QuoteProvider {
  /** Walks of the last session of each instrument: generating its bars takes milliseconds. */
  const walks = new Map<string, Walk>();

  function walkOf(entry: CatalogueEntry, hours: TradingHours, now: number): Walk {
    const date = lastSessionDate(hours, now);
    const known = walks.get(entry.symbol);
    if (known?.date === date) return known;
    const bars = generateBars(entry, new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10));
    const walk = sessionWalk(entry, hours, bars, bars.date.length - 1);
    walks.set(entry.symbol, walk);
    return walk;
  }

  return {
    source: 'simulated',
    name: 'The simulation',
    intervalS,
    maxInstruments: 100,
    async quotes(instruments, { signal } = {}) {
      signal?.throwIfAborted();
      const fetchedAt = clock();
      const raw = instruments.flatMap(({ symbol }): RawQuote[] => {
        const entry = findInCatalogue(symbol);
        if (entry === undefined) return [];
        const hours = tradingHours(symbol, entry.timezone);
        return [quoteAt(entry, hours, walkOf(entry, hours, fetchedAt.getTime()), fetchedAt.getTime())];
      });
      return {
        ...acceptQuotes(instruments, raw, fetchedAt),
        source: 'simulated',
        fetchedAt,
        way: 'computed',
        calls: 0,
      };
    },
  };
}

/** The date of the last session that has begun at `now`. */
function lastSessionDate(hours: TradingHours, now: number): string {
  for (let daysAgo = 0; ; daysAgo += 1) {
    const date = dateInTimeZone(now - daysAgo * dayMs, hours.timezone);
    if (tradesOn(hours, date) && sessionOn(hours, date).opensAt <= now) return date;
  }
}

/** The walk of the day of a generated bar. */
export function sessionWalk(
  { symbol }: CatalogueEntry,
  hours: TradingHours,
  bars: DailyBars,
  index: number,
): Walk {
  const date = bars.date[index] ?? '';
  const bar = {
    open: bars.open[index] ?? 0,
    high: bars.high[index] ?? 0,
    low: bars.low[index] ?? 0,
    close: bars.close[index] ?? 0,
  };
  const decimals = Math.max(...Object.values(bar).map((price) => decimalsOf(price)));
  return {
    date,
    ...sessionOn(hours, date),
    points: walkPoints(bar, `${symbol} ${date}`),
    volume: bars.volume[index] ?? 0,
    previousClose: bars.close[index - 1] ?? null,
    roundTo: (price) => Math.round(price * 10 ** decimals) / 10 ** decimals,
  };
}

function decimalsOf(price: number): number {
  return String(price).split('.')[1]?.length ?? 0;
}

/** A bridge from open to close that reaches high and low at one point each and stays between them elsewhere. */
function walkPoints(
  { open, high, low, close }: Readonly<Record<'open' | 'high' | 'low' | 'close', number>>,
  seed: string,
): number[] {
  const random = seededRandom(seed);
  const range = high - low;
  let sum = 0;
  const steps = Array.from({ length: segments }, () => {
    sum += random.normal();
    return sum;
  });
  const points = [open];
  for (let index = 1; index < segments; index += 1) {
    const share = index / segments;
    const deviation = (steps[index - 1] ?? 0) - share * sum;
    const line = open + (close - open) * share;
    const price = line + (deviation / Math.sqrt(segments)) * range * 0.6;
    points.push(Math.min(high - 0.02 * range, Math.max(low + 0.02 * range, price)));
  }
  points.push(close);
  const highAt = 1 + Math.floor(random.uniform() * (segments - 1));
  const lowAt = 1 + ((highAt - 1 + 1 + Math.floor(random.uniform() * (segments - 2))) % (segments - 1));
  if (high > open && high > close) points[highAt] = high;
  if (low < open && low < close) points[lowAt] = low;
  return points;
}

/** The quote at `now`, in milliseconds since 1970, of a session that has begun. */
export function quoteAt(
  { symbol, currency, timezone }: CatalogueEntry,
  hours: TradingHours,
  walk: Walk,
  now: number,
): RawQuote {
  const { opensAt, closesAt } = walk;
  const isOpen = now < closesAt;
  const second = Math.floor(now / 1000) * 1000;
  // The last second of a session without end belongs to its day.
  const time = isOpen ? Math.max(second, opensAt) : closesAt - (hours.closes === '24:00' ? 1000 : 0);
  const place = isOpen ? ((time - opensAt) / (closesAt - opensAt)) * segments : segments;
  const passed = Math.floor(place);
  const [from = 0, to = from] = [walk.points[passed], walk.points[passed + 1]];
  const price = walk.roundTo(from + (to - from) * (place - passed));
  const seen = [...walk.points.slice(0, passed + 1).map(walk.roundTo), price];
  return {
    symbol,
    currency,
    price,
    time,
    previousClose: walk.previousClose,
    open: walk.points[0] ?? null,
    high: Math.max(...seen),
    low: Math.min(...seen),
    volume: Math.round(walk.volume * (place / segments)),
    marketState: isOpen ? 'open' : 'closed',
    extended: null,
    delayMinutes: 0,
    sourceName: 'Simulated data',
    timezone: timezone ?? hours.timezone,
  };
}
