import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { takeFigureTurn } from '../book/find-book.ts';
import { readBook, readSnapshot } from '../book/load-book.ts';
import { quoted } from '../book/quotation.ts';
import { presentSkipped } from '../book/warnings.ts';
import { costMethodOf } from '../holdings/get-holdings.ts';
import { findPortfolio } from '../portfolios.ts';
import { readTargetsOf, symbolsOf, targetsOf } from './read-targets.ts';
import type { Rebalancing, rebalanceInput } from './schemas.ts';

/**
 * Proposes trades that bring a portfolio of the caller nearer to its targets. Stores nothing.
 * @throws AppError NOT_FOUND, BAD_REQUEST without targets or without the money for them
 */
export async function rebalancePortfolio(
  ctx: UserContext,
  input: z.output<typeof rebalanceInput>,
): Promise<Rebalancing> {
  const { id: portfolioId } = await findPortfolio(ctx.em, ctx.user.id, input.portfolioId);
  const { proposed, loaded: book } = await takeFigureTurn(ctx, async () => {
    const { loaded, targets } = await readSnapshot(ctx, async (tx) => {
      const found = targetsOf(await readTargetsOf(tx, ctx.user.id, portfolioId));
      const request = { portfolioIds: [portfolioId], benchmark: null, symbols: symbolsOf(found) };
      return { loaded: await readBook(ctx, tx, request), targets: found };
    });
    const found = await computeInThread(
      {
        name: 'rebalance',
        book: loaded.book,
        options: {
          targets,
          method: costMethodOf(loaded),
          newMoney: input.new_money,
          mode: input.mode,
          wholeShares: input.whole_shares,
          bandPercent: input.band_percent,
          minimum: input.minimum,
        },
      },
      ctx.user.id,
      ctx.clientSignal(),
    );
    return { proposed: found, loaded };
  });
  if ('problem' in proposed) {
    if (proposed.problem === 'no_targets') throw new AppError('BAD_REQUEST', proposed.message);
    throw fieldError('new_money', proposed.message);
  }
  return {
    trades: proposed.trades.map(({ fxRate, weightBefore, weightAfter, ...trade }) => ({
      ...trade,
      price: trade.symbol === null ? trade.price : quoted(book, trade.symbol, trade.price),
      fx_rate: fxRate,
      weight_before_percent: weightBefore,
      weight_after_percent: weightAfter,
    })),
    to_cash: proposed.toCash,
    left_over: proposed.leftOver,
    total: proposed.total,
    skipped: presentSkipped(proposed.skipped),
  };
}
