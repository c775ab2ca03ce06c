import { type AllocatedStock, allocation, type Holding, type TagGroup } from '@stockbook/portfolio';
import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import type { CachedResponse, UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { answerFigures, assertNotAfterToday, todayOf } from '../book/find-book.ts';
import { type LoadedBook, readBook, readSnapshot } from '../book/load-book.ts';
import { presentSkipped } from '../book/warnings.ts';
import { readTargetsOf } from './read-targets.ts';
import type { Allocation, allocationInput } from './schemas.ts';

/**
 * Divides the value of a portfolio of the caller by a property of its stocks, or by the tags of a group.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the group is not known or the day is after today
 */
export async function getAllocation(
  ctx: UserContext,
  input: z.output<typeof allocationInput>,
): Promise<Allocation | CachedResponse> {
  const { portfolioId, by, group, date } = input;
  assertNotAfterToday(todayOf(ctx), 'date', date);
  if (by === 'tag' && group === undefined) throw fieldError('group', 'group is required with by=tag');
  const request = { portfolioIds: [portfolioId], benchmark: null };
  return answerFigures(ctx, request, input, async () => {
    const { loaded, groups, stockTargets } = await readSnapshot(ctx, async (tx) => ({
      loaded: await readBook(ctx, tx, request),
      ...(await readTargetsOf(tx, ctx.user.id, portfolioId)),
    }));
    const dividedBy = by === 'tag' ? findGroup(groups, group) : by;
    const options = { date: date ?? null, closed: false };
    const found = await computeInThread(
      { name: 'holdings', book: loaded.book, options },
      ctx.user.id,
      ctx.clientSignal(),
    );
    const { parts, total } = allocation({
      by: dividedBy,
      stocks: found.holdings.map((each) => allocatedStock(each, loaded)),
      cash: loaded.book.cashTracking ? found.cash : null,
      targets: stockTargets,
    });
    return {
      by,
      group: typeof dividedBy === 'string' ? null : dividedBy.name,
      date: found.date,
      parts: parts.map(({ weightPercent, targetPercent, symbols, ...part }) => ({
        ...part,
        weight_percent: weightPercent,
        target_percent: targetPercent,
        symbols: [...symbols],
      })),
      total,
      skipped: presentSkipped(found.skipped),
    };
  });
}

/** @throws AppError BAD_REQUEST */
function findGroup(groups: readonly TagGroup[], name: string | undefined): TagGroup {
  const group = groups.find((each) => each.name === name);
  if (!group) throw fieldError('group', `There is no tag group named "${name}"`);
  return group;
}

/** The names that sources have for the types of own instruments. */
const sourceTypes: Readonly<Record<string, string>> = {
  Stock: 'equity',
  Fund: 'mutualfund',
  Crypto: 'cryptocurrency',
  Index: 'index',
};

const joinedType = (type: string | null) => (type === null ? null : (sourceTypes[type] ?? type));

function allocatedStock(
  { symbol, value, currency }: Holding,
  { stocksBySymbol }: LoadedBook,
): AllocatedStock {
  const stock = stocksBySymbol.get(symbol);
  return {
    symbol,
    name: stock?.name ?? symbol,
    value,
    currency,
    sector: stock?.sector ?? null,
    exchange: stock?.exchange ?? null,
    isin: stock?.isin ?? null,
    type: joinedType(stock?.type ?? null),
  };
}
