import { bookRepository } from '@stockbook/db';
import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import type { CachedResponse, UserContext } from '../../context.ts';
import { answerFigures } from '../book/find-book.ts';
import { loadBook } from '../book/load-book.ts';
import { quoted } from '../book/quotation.ts';
import { presentHolding } from '../holdings/get-holdings.ts';
import { maxTrades, type positionsInput, type StockPositions } from './schemas.ts';

/**
 * Returns what each portfolio of the caller holds of a stock at its last close, and the trades of all.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function getPositions(
  ctx: UserContext,
  { symbol }: z.output<typeof positionsInput>,
): Promise<StockPositions | CachedResponse> {
  const portfolioIds = await bookRepository.listIds(ctx.em, ctx.user.id, symbol);
  const request = { portfolioIds, benchmark: null };
  return answerFigures(ctx, request, { symbol }, async () => {
    const loaded = await loadBook(ctx, request);
    const parts = loaded.portfolios.toReversed();
    const { positions, trades } = await computeInThread(
      { name: 'positions', book: loaded.book, options: { symbol, parts, maxTrades } },
      ctx.user.id,
      ctx.clientSignal(),
    );
    return {
      symbol,
      positions: positions.flatMap(({ portfolioId, date, holding }) => {
        const portfolio = parts.find(({ id }) => id === portfolioId);
        if (!portfolio) return [];
        return {
          portfolio_id: portfolioId,
          portfolio_name: portfolio.name,
          portfolio_currency: portfolio.currency,
          date,
          holding: presentHolding(holding, { date, method: portfolio.costMethod, loaded }),
        };
      }),
      trades: trades.map((trade) => ({
        portfolio_id: trade.portfolioId,
        type: trade.type,
        date: trade.date,
        quantity_now: trade.quantity,
        price_now: quoted(loaded, symbol, trade.price),
        currency: trade.currency,
      })),
    };
  });
}
