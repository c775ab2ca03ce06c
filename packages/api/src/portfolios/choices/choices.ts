import { formatDay } from '@stockbook/common/days';
import {
  type EntityManager,
  marketPriceRepository,
  type NamedStock,
  portfolioRepository,
  stockActionRepository,
  stockChoiceRepository,
  stockRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { dayInUtc } from '../day.ts';
import { findPortfolio, lockPortfolio } from '../portfolios.ts';
import { requestPairs } from '../rates.ts';
import { assertCovered } from '../transactions/coverage.ts';
import type { dismissDividendInput, quoteCurrencyInput, splitChoiceInput } from './schemas.ts';

interface Message {
  readonly message: string;
}

/**
 * Changes something about a stock in a portfolio of the caller.
 * @throws AppError NOT_FOUND, BAD_REQUEST if no stock has the symbol
 */
function changeStock(
  ctx: UserContext,
  { portfolioId, symbol }: { readonly portfolioId: string; readonly symbol: string },
  change: (tx: EntityManager, stock: NamedStock, portfolioId: string) => Promise<Message>,
): Promise<Message> {
  const { em, user } = ctx;
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const [stock] = await stockRepository.keepBySymbols(tx, user.id, [symbol]);
    if (!stock) {
      throw fieldError('symbol', `${symbol} is not known yet. Add it to your stocks first`);
    }
    const portfolio = await lockPortfolio(tx, user.id, portfolioId);
    const answer = await change(tx, stock, portfolio.id);
    await portfolioRepository.bumpRevision(tx, portfolio.id);
    await requestPairs(tx, ctx, portfolio);
    return answer;
  });
}

/**
 * Stores whether a split multiplied the shares of a portfolio of the caller.
 * @throws AppError NOT_FOUND, BAD_REQUEST if there is no such split or a sale would not be covered
 */
export function setSplitChoice(ctx: UserContext, input: z.output<typeof splitChoiceInput>): Promise<Message> {
  const { user, services } = ctx;
  return changeStock(ctx, input, async (tx, { id: stockId, symbol }, portfolioId) => {
    const { ex_date: exDate, choice } = input;
    const splits = await marketPriceRepository.listSplits(tx, [stockId]);
    if (splits.every((split) => split.exDate !== exDate)) {
      throw fieldError('ex_date', `${symbol} has no split on ${formatDay(exDate)}`);
    }
    const splitChoice = { portfolioId, stockId, symbol, exDate, choice };
    await assertCovered(tx, {
      userId: user.id,
      portfolioId,
      stored: [],
      stockIds: [stockId],
      splitChoice,
      today: dayInUtc(services.clock()),
    });
    await stockChoiceRepository.setSplitChoice(tx, splitChoice);
    return { message: 'Your answer was saved' };
  });
}

/**
 * Stores the currency in which a stock is quoted whose source names none.
 * @throws AppError NOT_FOUND, BAD_REQUEST, CONFLICT if the source names a currency
 */
export function setQuoteCurrency(
  ctx: UserContext,
  input: z.output<typeof quoteCurrencyInput>,
): Promise<Message> {
  return changeStock(ctx, input, async (tx, stock, portfolioId) => {
    if (stock.currency !== null) {
      throw new AppError('CONFLICT', `${stock.symbol} is quoted in ${stock.currency}`);
    }
    await stockChoiceRepository.setQuoteCurrency(tx, {
      portfolioId,
      stockId: stock.id,
      currency: input.currency,
    });
    return { message: 'The currency was saved' };
  });
}

/**
 * Dismisses a suggested dividend of a portfolio of the caller.
 * @throws AppError NOT_FOUND, BAD_REQUEST if there is no such dividend
 */
export function dismissDividend(
  ctx: UserContext,
  input: z.output<typeof dismissDividendInput>,
): Promise<Message> {
  return changeStock(ctx, input, async (tx, { id: stockId, symbol }, portfolioId) => {
    const { ex_date: exDate } = input;
    const dividends = await stockActionRepository.listDividends(tx, stockId);
    if (dividends.every((dividend) => dividend.exDate !== exDate)) {
      throw fieldError('ex_date', `${symbol} has no dividend on ${formatDay(exDate)}`);
    }
    await stockChoiceRepository.dismissDividend(tx, { portfolioId, stockId, exDate });
    return { message: 'The dividend was dismissed' };
  });
}
