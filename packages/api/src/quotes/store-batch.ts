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
  exchangeOf,
  type QuoteBatch,
  type QuoteProvider,
  type SourceQuote,
  tradingHours,
} from '@stockbook/market-data';
import type { Services } from '../context.ts';
import { backgroundPriority } from '../tasks/tasks.ts';
import { type CheckedQuote, checkLevels } from './check-levels.ts';
import { mayReplace, mergeQuote, type StoredClose, sessionDateOf } from './merge-quote.ts';
import { nextDue, nextMark } from './next-due.ts';
import { intervalOf, providerOf } from './quote-services.ts';

/** Minutes until a stock is tried again of which the source has no price. */
const maxBackOffMinutes = 60;

/** Stores the answer of a source, and checks the levels of its stocks in the same transaction. */
export async function storeBatch(
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
  const mark = nextMark(fetchedAt, intervalS, phaseS);
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
      const delayMinutes = quote.delayMinutes ?? measuredDelay;
      const hours = tradingHours(row.symbol, quote.timezone, row);
      const dueAt = nextDue({ ...quote, delayMinutes }, hours, fetchedAt, mark);
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
      { bySymbol, fetchedAt, mark },
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
