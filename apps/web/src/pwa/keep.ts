import type { Quote } from '@stockbook/api/schemas';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { QuoteStore } from '#lib/quotes/quote-store.ts';
import { readOwner } from '#lib/session/device-data.ts';
import { tokenStorage } from '#lib/session/token-storage.ts';
import type { DeviceOwner } from '#lib/session/types.ts';
import { isKeeping, type KeptStock, type LastSeen, readLastSeen, writeLastSeen } from './last-seen.ts';

type InboxPage = NonNullable<LastSeen['inbox']>['answer'];

const maxStocks = 20;
const maxInboxEntries = 50;
/** A year of days on which markets are open, and some more. */
const maxBars = 270;
const maxBytes = 2 * 1024 * 1024;
/** Between two writes, in milliseconds. */
const writeIntervalMs = 60_000;
/** After the first answer: the next ones belong to the same page. */
const firstWriteDelayMs = 2000;

/** The path and the input of a query of tRPC. */
function callOf({ queryKey }: Query): { path: string; input: Record<string, unknown> } {
  const [path, options] = queryKey;
  const input = typeof options === 'object' && options !== null && 'input' in options ? options.input : null;
  return {
    path: Array.isArray(path) ? path.join('.') : '',
    input: typeof input === 'object' && input !== null ? { ...input } : {},
  };
}

/** The last year's bars, without indicators. */
function lastYear(chart: NonNullable<KeptStock['chart']>): KeptStock['chart'] {
  const { time, open, high, low, close, volume } = chart;
  return {
    ...chart,
    time: time.slice(-maxBars),
    open: open.slice(-maxBars),
    high: high.slice(-maxBars),
    low: low.slice(-maxBars),
    close: close.slice(-maxBars),
    volume: volume.slice(-maxBars),
    studies: [],
  };
}

function isChartOf(query: Query, symbol: string): boolean {
  const { path, input } = callOf(query);
  return (
    path === 'stocks.chart' &&
    input.symbol === symbol &&
    input.interval === 'daily' &&
    input.adjust === undefined &&
    query.state.data !== undefined
  );
}

/** The daily bars of a stock with the most of them. */
function chartOf(queries: readonly Query[], symbol: string): KeptStock['chart'] {
  const charts = queries
    .filter((query) => isChartOf(query, symbol))
    .map((query) => query.state.data as NonNullable<KeptStock['chart']>)
    .sort((a, b) => b.time.length - a.time.length);
  return charts[0] ? lastYear(charts[0]) : null;
}

/** The stocks that were opened, together with those of earlier visits; the latest first. */
function stocksOf(
  queries: readonly Query[],
  before: LastSeen | null,
  { stocks: listed }: LastSeen['list'],
): [string, KeptStock][] {
  const now = Date.now();
  const kept = new Map(Object.entries(before?.stocks ?? {}));
  for (const query of queries) {
    const { path, input } = callOf(query);
    const symbol = String(input.symbol);
    const item = query.state.data as KeptStock['item'] | undefined;
    if (path !== 'stocks.get' || item === undefined) continue;
    const earlier = kept.get(symbol);
    kept.set(symbol, {
      savedAt: query.state.dataUpdatedAt,
      openedAt: query.isActive() ? now : (earlier?.openedAt ?? query.state.dataUpdatedAt),
      item,
      chart: chartOf(queries, symbol) ?? earlier?.chart ?? null,
    });
  }
  const symbols = new Set(listed.map(({ stock }) => stock.symbol));
  return [...kept]
    .filter(([symbol]) => symbols.has(symbol))
    .sort(([, a], [, b]) => b.openedAt - a.openedAt)
    .slice(0, maxStocks);
}

function sizeOf(lastSeen: LastSeen): number {
  return new Blob([JSON.stringify(lastSeen)]).size;
}

/** The first entries of the whole inbox, without notices about the account: they concern no stock. */
function inboxOf(queries: readonly Query[], before: LastSeen | null): LastSeen['inbox'] {
  const whole = queries.find((query) => {
    const [, , filter] = query.queryKey;
    const isUnfiltered = JSON.stringify(filter) === '{}';
    return callOf(query).path === 'signals.list' && isUnfiltered && query.state.data !== undefined;
  });
  const [page] = (whole?.state.data as { pages: InboxPage[] } | undefined)?.pages ?? [];
  if (!whole || !page) return before?.inbox ?? null;
  const signals = page.signals
    .filter(({ kind, symbol }) => kind === 'signal' || symbol !== null)
    .slice(0, maxInboxEntries);
  return { savedAt: whole.state.dataUpdatedAt, answer: { ...page, signals } };
}

/** The last prices of the stocks on the list. */
function quotesOf(
  quotes: ReadonlyMap<string, Quote>,
  before: LastSeen | null,
  { stocks: listed }: LastSeen['list'],
): Quote[] {
  const earlier = new Map(before?.quotes.map((quote) => [quote.symbol, quote]));
  return listed.flatMap(({ stock: { symbol } }) => quotes.get(symbol) ?? earlier.get(symbol) ?? []);
}

interface Shown {
  readonly queries: readonly Query[];
  /** By symbol. */
  readonly quotes: ReadonlyMap<string, Quote>;
}

/**
 * The answers that the pages hold, in at most `maxBytes`; null until the list has been fetched once, or if it alone is
 * larger.
 */
export function collect(
  { queries, quotes: shownQuotes }: Shown,
  before: LastSeen | null,
  firstName: string | null,
): LastSeen | null {
  const find = (path: string) =>
    queries.find((query) => callOf(query).path === path && query.state.data !== undefined);
  const listState = find('stocks.list')?.state;
  const list = (listState?.data as LastSeen['list'] | undefined) ?? before?.list;
  const savedAt = listState?.dataUpdatedAt ?? before?.savedAt;
  if (!list || savedAt === undefined) return null;
  const stocks = stocksOf(queries, before, list);
  const build = (): LastSeen => ({
    firstName,
    savedAt,
    list,
    lists: (find('lists.list')?.state.data as LastSeen['lists'] | undefined) ?? before?.lists ?? null,
    inbox: inboxOf(queries, before),
    quotes: quotesOf(shownQuotes, before, list),
    stocks: Object.fromEntries(stocks),
  });
  while (sizeOf(build()) > maxBytes) {
    if (stocks.pop() === undefined) return null;
  }
  return build();
}

/**
 * Whether the sign-in may still write. A sign-out removes the tokens at first, and the owner at last: what is written
 * in between would stay.
 */
function isSignedIn({ signIn }: DeviceOwner): boolean {
  return readOwner()?.signIn === signIn && tokenStorage.read()?.signIn === signIn;
}

/** Writes what the pages show from now on. Returns the function that ends it. */
export function keepLastSeen(
  queryClient: QueryClient,
  quotes: QuoteStore,
  owner: DeviceOwner,
  firstName: string | null,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = 0;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Another tab may have signed out.
    if (!isKeeping() || !isSignedIn(owner)) return;
    const queries = queryClient.getQueryCache().getAll();
    const shown = { queries, quotes: quotes.all() };
    const lastSeen = collect(shown, await readLastSeen(owner), firstName);
    if (!lastSeen || !isSignedIn(owner)) return;
    writtenAt = Date.now();
    await writeLastSeen(owner, lastSeen);
  }

  // Without storage, the program works online.
  const writeQuietly = () => void write().catch(() => {});
  const schedule = () => {
    timer ??= setTimeout(writeQuietly, Math.max(firstWriteDelayMs, writtenAt + writeIntervalMs - Date.now()));
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) writeQuietly();
  };
  schedule();
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') schedule();
  });
  const unsubscribeFromQuotes = quotes.watchStatus(schedule);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unsubscribeFromQuotes();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
