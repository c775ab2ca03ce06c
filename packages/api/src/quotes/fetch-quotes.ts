import { minuteMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  enqueueJob,
  priceBarRepository,
  type QuoteRow,
  stockQuoteRepository,
  stockRepository,
} from '@stockbook/db';
import {
  MarketDataError,
  type QuoteBatch,
  type QuoteProvider,
  type SourceQuote,
} from '@stockbook/market-data';
import type { JobOutcome, Services } from '../context.ts';
import { backgroundPriority } from '../tasks/tasks.ts';
import { type CheckedQuote, checkLevels } from './check-levels.ts';
import { mayReplace, mergeQuote, type StoredClose, sessionDateOf } from './merge-quote.ts';
import { nextDue, nextMark } from './next-due.ts';
import { intervalOf, providerOf } from './quote-services.ts';

/** A worker that dies leaves its stocks to others after this time. */
const claimMs = 45_000;

/** A run leaves its slot to other jobs after this time. */
const maxRunMs = 40_000;

/** Minutes until a stock is tried again of which the source has no price. */
const maxBackOffMinutes = 60;

/**
 * Cron job of each minute: enqueues a fetch for each mark until the next minute if a stock is due by then. Without
 * wanted stocks it reads one index.
 */
export async function planQuotes({ database, quotes, clock }: Services): Promise<void> {
  if (!quotes.isOn) return;
  const now = clock();
  const em = database.fork();
  await stockQuoteRepository.addStocksWithLevels(em, now);
  const end = new Date(now.getTime() + minuteMs);
  if (!(await stockQuoteRepository.hasDue(em, now, end))) return;
  const phaseS = await stockQuoteRepository.phaseOfDatabase(em);
  const intervalS = Math.min(60, ...quotes.providers.map((provider) => intervalOf(quotes, provider)));
  for (let mark = nextMark(now, intervalS, phaseS); mark <= end; ) {
    await enqueueFetch({ database }, mark);
    mark = nextMark(mark, intervalS, phaseS);
  }
}

/** Enqueues a fetch; further ones for the same second replace it. */
export function enqueueFetch({ database }: Pick<Services, 'database'>, at: Date): Promise<void> {
  const jobKey = `fetch-quotes:${Math.floor(at.getTime() / 1000)}`;
  return enqueueJob(
    database.fork(),
    'fetch-quotes',
    {},
    {
      maxAttempts: 1,
      runAt: at,
      jobKey,
      priority: backgroundPriority - 1,
    },
  );
}

/** Job handler: fetches the quotes that are due, a batch at a time. */
export async function fetchQuotes(services: Services, signal: AbortSignal): Promise<JobOutcome> {
  const { quotes, clock, database } = services;
  if (!quotes.isOn) return 'ok';
  const startedAt = clock().getTime();
  const phaseS = await stockQuoteRepository.phaseOfDatabase(database.fork());
  for (const [index, provider] of quotes.providers.entries()) {
    const others = quotes.providers.slice(1).map(({ source }) => source);
    while (clock().getTime() - startedAt < maxRunMs && !signal.aborted) {
      const rows = await claimBatch(
        services,
        provider,
        index === 0 ? others : [provider.source],
        index === 0,
      );
      if (rows.length === 0) break;
      await fetchBatch(services, provider, rows, phaseS, signal);
    }
  }
  return 'ok';
}

async function claimBatch(
  { database, quotes, clock }: Services,
  provider: QuoteProvider,
  sources: readonly string[],
  isOther: boolean,
): Promise<QuoteRow[]> {
  const now = clock();
  const since = new Date(now.getTime() - intervalOf(quotes, provider) * 1000);
  const { wanted, fetched } = await stockQuoteRepository.countWanted(database.fork(), now, since);
  const left = wanted <= quotes.maxSymbols ? provider.maxInstruments : quotes.maxSymbols - fetched;
  return stockQuoteRepository.claim(database.fork(), {
    now,
    until: new Date(now.getTime() + claimMs),
    limit: Math.max(0, Math.min(left, provider.maxInstruments)),
    sources,
    isOther,
  });
}

async function fetchBatch(
  services: Services,
  provider: QuoteProvider,
  rows: readonly QuoteRow[],
  phaseS: number,
  signal: AbortSignal,
): Promise<void> {
  const { observer, log, clock } = services;
  const start = performance.now();
  const instruments = rows.map(({ symbol, stockCurrency: currency, timezone }) => ({
    symbol,
    currency,
    timezone,
  }));
  const report = (way: string, outcome: string, batch?: QuoteBatch) =>
    observer.quoteFetch({
      source: provider.source,
      way,
      outcome,
      calls: batch?.calls ?? 1,
      seconds: (performance.now() - start) / 1000,
      refusals: batch?.refused.map(({ refusal }) => refusal) ?? [],
      skewedTimes: batch?.skewedTimes ?? 0,
    });
  try {
    const batch = await provider.quotes(instruments, { signal });
    report(batch.way, 'ok', batch);
    await storeBatch(services, provider, rows, batch, phaseS);
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    report('none', error.kind);
    log.warn({ source: provider.source, kind: error.kind, stocks: rows.length }, 'failed to fetch quotes');
    const mark = nextMark(clock(), intervalOf(services.quotes, provider), phaseS);
    const dueAt = error.retryAt !== null && error.retryAt > mark ? error.retryAt : mark;
    const problem = withoutTime(error.message);
    await services.database.fork().transactional(async (tx) => {
      const locked = await stockQuoteRepository.lock(
        tx,
        rows.map(({ stockId }) => stockId),
      );
      await stockQuoteRepository.postpone(
        tx,
        locked.map(({ stockId, failures }) => ({ stockId, dueAt, failures, problem })),
      );
    });
  }
}

/** The cause in a message that ends with a time: the next try has a field of its own. */
function withoutTime(message: string): string {
  return message.replace(/; (?:trying|try) again after .*$/, '').replace(/\.$/, '');
}

/** Stores the answer of a source, and checks the levels of its stocks in the same transaction. */
async function storeBatch(
  services: Services,
  provider: QuoteProvider,
  rows: readonly QuoteRow[],
  batch: QuoteBatch,
  phaseS: number,
): Promise<void> {
  const { database, quotes, observer } = services;
  measureDelays(services, batch);
  const bySymbol = new Map(batch.quotes.map((quote) => [quote.symbol, quote]));
  const found = rows.flatMap(({ stockId, symbol }) => {
    const quote = bySymbol.get(symbol);
    return quote ? [{ stockId, quote }] : [];
  });
  const { fetchedAt, source } = batch;
  const intervalS = intervalOf(quotes, providerOf(quotes, source));
  const signalCount = await database.fork().transactional(async (tx) => {
    const locked = await stockQuoteRepository.lock(
      tx,
      rows.map(({ stockId }) => stockId),
    );
    const quoteOf = new Map(found.map(({ stockId, quote }) => [stockId, quote]));
    const closes = await closesBefore(tx, locked, quoteOf);
    const merged = locked.flatMap((row) => {
      const quote = quoteOf.get(row.stockId);
      if (!quote || !mayReplace(row, quote, { source, fetchedAt, intervalS })) return [];
      const storedClose = closes.get(row.stockId) ?? null;
      const measuredDelay = quote.delayMinutes === null ? quotes.delays.delayOf(exchangeOf(quote)) : null;
      const dueAt = nextDue(
        { ...quote, delayMinutes: quote.delayMinutes ?? measuredDelay },
        fetchedAt,
        intervalS,
        phaseS,
      );
      const facts = { source, fetchedAt, dueAt, intervalS, measuredDelay, storedClose };
      return [{ row, closeBefore: storedClose?.close ?? null, ...mergeQuote(row, quote, facts) }];
    });
    await stockQuoteRepository.store(
      tx,
      merged.map(({ stored }) => stored),
    );
    const stored = new Set(merged.map(({ row }) => row));
    await postponeOthers(
      tx,
      provider,
      locked.filter((row) => !stored.has(row)),
      { bySymbol, fetchedAt, mark: nextMark(fetchedAt, intervalS, phaseS) },
    );
    await requestRefreshes(
      tx,
      merged.filter(({ needsRefresh }) => needsRefresh).map(({ row }) => row),
      fetchedAt,
    );
    const checked = merged
      .filter(({ isWaiting }) => !isWaiting)
      .map(({ row, stored, closeBefore }): CheckedQuote => ({ row, quote: stored, closeBefore }));
    return checkLevels(tx, checked, services.clock());
  });
  if (signalCount === 0) return;
  observer.signals(signalCount);
  observer.sessionSignals(signalCount);
}

/** The last stored closes before the sessions of quotes, by the id of the stock. */
async function closesBefore(
  tx: EntityManager,
  rows: readonly QuoteRow[],
  quoteOf: ReadonlyMap<number, SourceQuote>,
): Promise<Map<number, StoredClose>> {
  const closes = new Map<number, StoredClose>();
  for (const { stockId, dataEndDate, lastClose } of rows) {
    const quote = quoteOf.get(stockId);
    if (!quote || dataEndDate === null || lastClose === null) continue;
    const date = sessionDateOf(quote);
    // Bars are read only in the evening, when that of the session is stored.
    const [close] =
      dataEndDate < date
        ? [{ date: dataEndDate, close: lastClose }]
        : await priceBarRepository.listBefore(tx, stockId, date, 1);
    if (close) closes.set(stockId, close);
  }
  return closes;
}

/** Plans the next tries of stocks that the answer lacks, and of those whose quote was older than the stored one. */
async function postponeOthers(
  tx: EntityManager,
  provider: QuoteProvider,
  rows: readonly QuoteRow[],
  { bySymbol, fetchedAt, mark }: { bySymbol: ReadonlyMap<string, SourceQuote>; fetchedAt: Date; mark: Date },
): Promise<void> {
  await stockQuoteRepository.postpone(
    tx,
    rows.map(({ stockId, symbol, failures }) => {
      if (bySymbol.has(symbol)) return { stockId, dueAt: mark, failures: 0, problem: null };
      const minutes = Math.min(maxBackOffMinutes, 2 ** (failures + 1));
      return {
        stockId,
        dueAt: new Date(fetchedAt.getTime() + minutes * minuteMs),
        failures: failures + 1,
        problem: `${provider.name} has no price for ${symbol} today`,
      };
    }),
  );
}

/** Requests refreshes of stocks whose bars do not fit their quotes. */
async function requestRefreshes(tx: EntityManager, rows: readonly QuoteRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await stockRepository.makeRefreshDue(
    tx,
    rows.map(({ stockId }) => stockId),
    now,
  );
  for (const { symbol } of rows) {
    await enqueueJob(
      tx,
      'refresh-scheduled-stock',
      { symbol },
      {
        maxAttempts: 1,
        jobKey: `refresh-scheduled-stock:${symbol}`,
        priority: backgroundPriority,
      },
    );
  }
}

function exchangeOf({ symbol, timezone }: SourceQuote): string {
  return `${/\.[A-Z]+$/.exec(symbol)?.[0] ?? ''} ${timezone}`;
}

function measureDelays({ quotes }: Services, { quotes: answers, fetchedAt }: QuoteBatch): void {
  const unstated = answers.filter(
    ({ marketState, delayMinutes }) => marketState === 'open' && delayMinutes === null,
  );
  for (const [exchange, ofExchange] of Map.groupBy(unstated, exchangeOf)) {
    quotes.delays.addRound(
      exchange,
      ofExchange.map(({ time }) => fetchedAt.getTime() - time.getTime()),
    );
  }
}
