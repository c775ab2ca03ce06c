import { stockChoiceRepository, transactionRepository } from '@stockbook/db';
import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import { CachedResponse, type UserContext } from '../../context.ts';
import { csvTable } from '../../csv.ts';
import { answerFigures, todayOf } from '../book/find-book.ts';
import { type LoadedBook, readBook, readSnapshot } from '../book/load-book.ts';
import { presentSkipped } from '../book/warnings.ts';
import { costMethodOf } from '../holdings/get-holdings.ts';
import { presentTransactions } from '../transactions/present.ts';
import { transaction } from '../transactions/schemas.ts';
import type { DividendList, dividendsInput } from './schemas.ts';

type DividendsInput = z.output<typeof dividendsInput>;

/**
 * Lists the dividends of a portfolio of the caller: received ones, those that may be missing, and a forecast.
 * @throws AppError NOT_FOUND
 */
export async function getDividends(
  ctx: UserContext,
  input: DividendsInput,
): Promise<DividendList | CachedResponse> {
  const { portfolioId, year = null } = input;
  const request = { portfolioIds: [portfolioId], benchmark: null };
  return answerFigures(ctx, request, input, async () => {
    const { loaded, dismissed, received } = await readSnapshot(ctx, async (tx) => {
      const book = await readBook(ctx, tx, request);
      return {
        loaded: book,
        dismissed: await stockChoiceRepository.listDismissedDividends(tx, ctx.user.id, [portfolioId]),
        received: await readReceived(ctx, tx, book, year),
      };
    });
    const [portfolio] = loaded.portfolios;
    const options = {
      method: costMethodOf(loaded),
      taxPercent: Number(portfolio?.dividendTaxPercent ?? 0),
      dismissed: dismissed.map(({ symbol, exDate }) => ({ symbol, exDate })),
      year,
    };
    const found = await computeInThread(
      { name: 'dividends', book: loaded.book, options },
      ctx.user.id,
      ctx.clientSignal(),
    );
    const { suggested, ...income } = found.totals;
    return {
      received,
      suggested: found.suggested.map(({ exDate, ...each }) => ({ ...each, ex_date: exDate })),
      forecast: found.forecast.map(({ exDate, ...each }) => ({ ...each, ex_date: exDate })),
      months: found.months.map((each) => ({ ...each })),
      by_stock: found.byStock.map(({ symbol, ...each }) => ({ symbol, ...presentIncome(each) })),
      totals: { ...presentIncome(income), suggested },
      skipped: presentSkipped(found.skipped),
    };
  });
}

async function readReceived(
  { user, ...ctx }: UserContext,
  tx: Parameters<typeof readBook>[1],
  { portfolios: [portfolio] }: LoadedBook,
  year: number | null,
): Promise<DividendList['received']> {
  if (!portfolio) return [];
  const range = year === null ? {} : { since: `${year}-01-01`, until: `${year}-12-31` };
  const filter = { type: 'DIVIDEND', ...range } as const;
  const [rows] = await transactionRepository.list(tx, user.id, portfolio.id, filter, {});
  return presentTransactions(tx, user.id, portfolio, rows, todayOf(ctx));
}

interface Income {
  readonly received: number;
  readonly forwardIncome: number;
  readonly yieldPercent: number | null;
  readonly yieldOnCostPercent: number | null;
}

function presentIncome({ received, forwardIncome, yieldPercent, yieldOnCostPercent }: Income) {
  return {
    received,
    forward_income: forwardIncome,
    yield_percent: yieldPercent,
    yield_on_cost_percent: yieldOnCostPercent,
  };
}

const csvColumns = Object.keys(transaction.shape);

/** Writes the dividends that a portfolio of the caller has received as CSV, oldest first. @throws AppError NOT_FOUND */
export async function getDividendsAsCsv(ctx: UserContext, input: DividendsInput) {
  const list = await getDividends(ctx, input);
  if (list instanceof CachedResponse) return list;
  return { csv: csvTable(csvColumns, list.received.toReversed()) };
}
