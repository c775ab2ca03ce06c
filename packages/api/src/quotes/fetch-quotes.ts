import { minuteMs } from '@stockbook/common/durations';
import { enqueueJob, type QuoteRow, stockQuoteRepository } from '@stockbook/db';
import { MarketDataError, type QuoteBatch, type QuoteProvider } from '@stockbook/market-data';
import type { JobOutcome, Services } from '../context.ts';
import { backgroundPriority } from '../tasks/tasks.ts';
import { nextMark } from './next-due.ts';
import { intervalOf } from './quote-services.ts';
import { storeBatch } from './store-batch.ts';

const minuteS = minuteMs / 1000;

/** A worker that dies leaves its stocks to others after this time. */
const claimMs = 45_000;

/** A run leaves its slot to other jobs after this time. */
const maxRunMs = 40_000;

/**
 * Cron job of each minute: enqueues a fetch for each mark until the next minute if a stock is due by then. Without
 * wanted stocks it reads one index.
 */
export async function planQuotes(services: Services): Promise<void> {
  const { database, quotes, clock } = services;
  if (!quotes.isOn) return;
  const now = clock();
  await stockQuoteRepository.addStocksWithLevels(database.fork(), now);
  await planFetches(services, now, new Date(now.getTime() + minuteMs));
}

/** Enqueues a fetch for each mark until `end` if a stock is due by then. */
async function planFetches({ database, quotes }: Services, now: Date, end: Date): Promise<void> {
  const em = database.fork();
  if (!(await stockQuoteRepository.hasDue(em, now, end))) return;
  const phaseS = await stockQuoteRepository.phaseOfDatabase(em);
  const intervalS = planIntervalS(quotes);
  for (let mark = nextMark(now, intervalS, phaseS); mark <= end; ) {
    await enqueueFetch({ database }, mark);
    mark = nextMark(mark, intervalS, phaseS);
  }
}

/** Seconds between two marks: each minute has one at least. */
function planIntervalS(quotes: Services['quotes']): number {
  return Math.min(minuteS, ...quotes.providers.map((provider) => intervalOf(quotes, provider)));
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
  for (const provider of quotes.providers) {
    while (clock().getTime() - startedAt < maxRunMs && !signal.aborted) {
      const rows = await claimBatch(services, provider);
      if (rows.length === 0) break;
      await fetchBatch(services, provider, rows, phaseS, signal);
    }
  }
  // A page has made the first stock due since the last plan, which then had nothing to fetch in the marks of this
  // minute: at 15 s, the price would be stale before the next plan.
  if (planIntervalS(quotes) < minuteS) {
    const now = clock();
    await planFetches(services, now, nextMark(now, minuteS, 0));
  }
  return 'ok';
}

/** Claims stocks of a source; for the usual source, those of all sources without one of their own. */
async function claimBatch(
  { database, quotes, clock }: Services,
  provider: QuoteProvider,
): Promise<QuoteRow[]> {
  const [usual, ...others] = quotes.providers;
  const isOther = provider === usual;
  const now = clock();
  const since = new Date(now.getTime() - intervalOf(quotes, provider) * 1000);
  const { wanted, fetched } = await stockQuoteRepository.countWanted(database.fork(), now, since);
  const left = wanted <= quotes.maxSymbols ? provider.maxInstruments : quotes.maxSymbols - fetched;
  return stockQuoteRepository.claim(database.fork(), {
    now,
    until: new Date(now.getTime() + claimMs),
    limit: Math.max(0, Math.min(left, provider.maxInstruments)),
    sources: isOther ? others.map(({ source }) => source) : [provider.source],
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
  const instruments = rows.map(({ symbol, stockCurrency: currency, timezone, opens, weekendDays }) => ({
    symbol,
    currency,
    timezone,
    learned: { opens, weekendDays },
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
