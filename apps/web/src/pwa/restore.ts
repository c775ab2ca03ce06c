import type { QuoteList } from '@stockbook/api/schemas';
import type { DeviceOwner, Restored } from '#lib/session/types.ts';
import { isKeeping, type KeptStock, type LastSeen, readLastSeen, writeLastSeen } from './last-seen.ts';

type Input = Readonly<Record<string, unknown>>;

/** The bars from `start_date` to `end_date` of what is kept, whatever their interval was to be. */
function chartBetween({ chart }: KeptStock, { start_date, end_date }: Input) {
  if (!chart) return undefined;
  const from = typeof start_date === 'string' ? Date.parse(start_date) / 1000 : Number.NEGATIVE_INFINITY;
  const to = typeof end_date === 'string' ? Date.parse(end_date) / 1000 : Number.POSITIVE_INFINITY;
  const isShown = (_: unknown, index: number) => {
    const time = chart.time[index] ?? Number.NaN;
    return time >= from && time <= to;
  };
  const { time, open, high, low, close, volume } = chart;
  return {
    ...chart,
    time: time.filter(isShown),
    open: open.filter(isShown),
    high: high.filter(isShown),
    low: low.filter(isShown),
    close: close.filter(isShown),
    volume: volume.filter(isShown),
  };
}

/** The prices with their times. What was the price of an open market is one of the past now. */
function quotesOf({ quotes }: LastSeen, { symbols }: Input): QuoteList {
  const wanted = new Set(String(symbols).split(','));
  return {
    quotes: quotes
      .filter(({ symbol }) => wanted.has(symbol))
      .map((quote) => ({ ...quote, is_stale: quote.is_stale || quote.market_state === 'open' })),
    skipped: [],
    interval_s: 60,
    problem: null,
    next_try_at: null,
    next_at: null,
  };
}

function inboxOf({ inbox }: LastSeen, { symbol, unread, limit = 50, offset = 0 }: Input) {
  if (!inbox) return undefined;
  const { answer } = inbox;
  const matching = answer.signals.filter(
    (signal) => (symbol === undefined || signal.symbol === symbol) && (unread !== true || !signal.is_read),
  );
  const signals = matching.slice(Number(offset), Number(offset) + Number(limit));
  return { ...answer, signals, total: matching.length };
}

/** The answer to a call from what is kept; undefined if it is not. */
function answerOf(lastSeen: LastSeen, procedure: string, input: Input): unknown {
  const kept = lastSeen.stocks[String(input.symbol)];
  switch (procedure) {
    case 'stocks.list':
      return lastSeen.list;
    case 'lists.list':
      return lastSeen.lists ?? undefined;
    case 'signals.list':
      return inboxOf(lastSeen, input);
    case 'quotes.list':
      return quotesOf(lastSeen, input);
    case 'stocks.get':
      return kept?.item;
    case 'stocks.chart':
      return kept && chartBetween(kept, input);
    default:
      return undefined;
  }
}

function inputOf(url: URL): Input {
  const input: unknown = JSON.parse(url.searchParams.get('input') ?? '{}');
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

/** Finds the record that the page of this path shows; undefined if it shows anything else. */
function pageOf(lastSeen: LastSeen, path: string): { readonly savedAt: number } | undefined {
  const [, page, symbol, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (page === 'signals') return symbol === undefined ? (lastSeen.inbox ?? undefined) : undefined;
  if (page !== 'stocks') return undefined;
  if (!symbol) return lastSeen;
  const key = decodeURIComponent(symbol).toUpperCase();
  return Object.hasOwn(lastSeen.stocks, key) ? lastSeen.stocks[key] : undefined;
}

/** The page as it was seen last: answers calls from what is kept, and others as a browser without a network. */
export function restoredFrom(lastSeen: LastSeen, userId: string): Restored {
  const { firstName } = lastSeen;
  return {
    user: {
      id: userId,
      email: '',
      username: '',
      first_name: firstName,
      last_name: null,
      full_name: firstName ?? '',
    },
    // A stock may be older than the list, whose prices have times of their own.
    savedAt: (path) => (pageOf(lastSeen, path) ?? lastSeen).savedAt,
    hasPage: (path) => pageOf(lastSeen, path) !== undefined,
    async fetch(address, { method = 'GET' } = {}) {
      const url = new URL(address instanceof Request ? address.url : address, window.location.origin);
      const procedure = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      const data = method === 'GET' ? answerOf(lastSeen, procedure, inputOf(url)) : undefined;
      if (data === undefined) throw new TypeError('Not possible offline');
      return Response.json({ result: { data } });
    },
  };
}

/**
 * The page as the user of this sign-in saw it last; null if this browser does not keep it.
 * @throws DOMException if the browser refuses to store anything
 */
export async function restoreLastSeen(owner: DeviceOwner): Promise<Restored | null> {
  if (!isKeeping()) return null;
  const lastSeen = await readLastSeen(owner);
  if (!lastSeen) return null;
  // Without what has become too old.
  await writeLastSeen(owner, lastSeen);
  return restoredFrom(lastSeen, owner.userId);
}
