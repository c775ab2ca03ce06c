import { bookRepository } from '@stockbook/db';
import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import type { CachedResponse, UserContext } from '../../context.ts';
import { ensurePairs } from '../../history/pairs/ensure-pairs.ts';
import { answerFiguresOf, assertNotAfterToday, readBookRows, todayOf } from '../book/find-book.ts';
import { type LoadedBook, loadBook } from '../book/load-book.ts';
import { costMethodOf, presentHoldings, readBookQuotes } from '../holdings/get-holdings.ts';
import { valueAtQuotes } from '../holdings/value-at-quotes.ts';
import { presentPerformance, riskFreeOf } from '../performance/get-performance.ts';
import type { overviewInput, PortfolioOverview } from './schemas.ts';

/**
 * Returns several portfolios of the caller as one book.
 * @throws AppError NOT_FOUND if one of them is not the caller's, BAD_REQUEST if the period ends after today
 */
export async function getOverview(
  ctx: UserContext,
  input: z.output<typeof overviewInput>,
): Promise<PortfolioOverview | CachedResponse> {
  const { ids, currency, since = null, until, series, details } = input;
  assertNotAfterToday(todayOf(ctx), 'until', until);
  const portfolioIds = ids ?? (await bookRepository.listIds(ctx.em, ctx.user.id));
  const request = { portfolioIds, currency, benchmark: null };
  const rows = await readBookRows(ctx, ctx.em, request);
  const quotes = input.quotes ? await readBookQuotes(ctx, rows) : null;
  return answerFiguresOf(ctx, rows, [input, ...(quotes?.values() ?? [])], async () => {
    const loaded = await loadBook(ctx, request);
    const { portfolios, performance, holdings } = await computeInThread(
      {
        name: 'overview',
        book: loaded.book,
        options: {
          since,
          until: until ?? null,
          benchmark: null,
          riskFreePercent: riskFreeOf(loaded),
          series,
          details,
          lots: costMethodOf(loaded),
        },
      },
      ctx.user.id,
      ctx.clientSignal(),
    );
    if (performance.skipped.some(({ kind }) => kind === 'missing_rate')) await requestRates(ctx, loaded);
    const { date: _, as_of: __, ...atClose } = presentHoldings(holdings, loaded);
    const held = quotes === null ? atClose : valueAtQuotes(atClose, quotes);
    const names = new Map(loaded.portfolios.map(({ id, name }) => [id, name]));
    return {
      currency: loaded.currency,
      cash_tracking: loaded.book.cashTracking,
      portfolios: portfolios.map(({ id, value, weightPercent, gain }) => ({
        id,
        name: names.get(id) ?? '',
        value,
        weight: weightPercent === null ? null : weightPercent / 100,
        gain,
      })),
      ...held,
      performance: presentPerformance(performance, loaded),
    };
  });
}

/** Requests the rates into the currency of an overview that none of its portfolios needs by itself. */
async function requestRates({ user, services }: UserContext, { currency, scope }: LoadedBook): Promise<void> {
  await services.database
    .fork()
    .transactional((tx) => ensurePairs(tx, { user, services }, currency, scope.currencies));
}
