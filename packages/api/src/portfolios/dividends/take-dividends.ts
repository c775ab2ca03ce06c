import { isDeepStrictEqual } from 'node:util';
import { formatDay } from '@stockbook/common/days';
import { computeInThread, type SuggestedDividend } from '@stockbook/portfolio/thread';
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { type BookRequest, readBookRows, todayOf } from '../book/find-book.ts';
import { type LoadedBook, readBook } from '../book/load-book.ts';
import { lockPortfolio } from '../portfolios.ts';
import { presentTransactions } from '../transactions/present.ts';
import type { NewTransaction } from '../transactions/schemas.ts';
import { addTransactions } from '../transactions/store.ts';
import type { takeDividendsInput, takenDividends } from './schemas.ts';

type Input = z.output<typeof takeDividendsInput>;

/** Suggestions are computed again if the portfolio or the prices change meanwhile. */
const maxAttempts = 3;

/**
 * Stores suggested dividends as transactions of a portfolio of the caller, all or none.
 * @throws AppError NOT_FOUND, BAD_REQUEST if no shares were held or there was no such dividend, CONFLICT if one is
 *   taken already
 */
export async function takeDividends(ctx: UserContext, input: Input): Promise<z.infer<typeof takenDividends>> {
  assertDistinct(input);
  const request = { portfolioIds: [input.portfolioId], benchmark: null };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // By the connection that stores the transactions, which may already be in use for an idempotency key. `store` finds
    // out whether its statements saw different states.
    const loaded = await readBook(ctx, ctx.em, request);
    const transactions = await draftsOf(ctx, loaded, input);
    const stored = await store(ctx, request, loaded, transactions);
    if (stored !== null) return stored;
  }
  throw new AppError('CONFLICT', 'The portfolio keeps changing. Try again');
}

function assertDistinct({ dividends }: Input): void {
  const names = dividends.map(({ symbol, ex_date }) => `${symbol} ${ex_date}`);
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index !== -1) throw fieldError(`dividends[${index}].ex_date`, 'Each dividend can be named once');
}

/** The transactions of the requested dividends. @throws AppError BAD_REQUEST, CONFLICT */
async function draftsOf(
  ctx: UserContext,
  loaded: LoadedBook,
  { dividends }: Input,
): Promise<NewTransaction[]> {
  const taxPercent = Number(loaded.portfolios[0]?.dividendTaxPercent ?? 0);
  // Without a lock: nothing is locked during a calculation.
  const { open, all } = await computeInThread(
    { name: 'dividendsToTake', book: loaded.book, options: { taxPercent } },
    ctx.user.id,
    ctx.clientSignal(),
  );
  return dividends.map(({ symbol, ex_date, date, taxes }, index) => {
    const isRequested = (each: SuggestedDividend) => each.symbol === symbol && each.exDate === ex_date;
    const found = open.find(isRequested);
    if (found) {
      const { amount, currency } = found;
      return {
        type: 'DIVIDEND',
        date: date ?? ex_date,
        symbol,
        amount: storable(amount),
        currency,
        taxes: storable(taxes ?? found.taxes),
        ex_date,
      };
    }
    if (all.some(isRequested)) throw new AppError('CONFLICT', 'That dividend is in your portfolio already');
    throw fieldError(
      `dividends[${index}].ex_date`,
      `There is no dividend of ${symbol} with the ex-date ${formatDay(ex_date)} on shares that you held`,
    );
  });
}

/** The decimal text of a number with the digits that a transaction can have. */
function storable(amount: number): string {
  return new Decimal(amount).toSignificantDigits(15).toDecimalPlaces(10).toFixed();
}

/** @returns null if the portfolio or a price has changed since the book was loaded */
function store(
  ctx: UserContext,
  request: BookRequest,
  loaded: LoadedBook,
  transactions: readonly NewTransaction[],
): Promise<z.infer<typeof takenDividends> | null> {
  const [{ id } = { id: '' }] = loaded.portfolios;
  return ctx.em.transactional(async (tx) => {
    await lockPortfolio(tx, ctx.user.id, id);
    const { scope, stocks } = await readBookRows(ctx, tx, request);
    if (!isDeepStrictEqual({ scope, stocks }, { scope: loaded.scope, stocks: loaded.stocks })) return null;
    const { portfolio, rows } = await addTransactions(tx, ctx, {
      portfolioId: id,
      transactions,
      isList: true,
    });
    return { transactions: await presentTransactions(tx, ctx.user.id, portfolio, rows, todayOf(ctx)) };
  });
}
