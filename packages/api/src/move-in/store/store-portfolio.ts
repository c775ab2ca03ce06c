import {
  type EntityManager,
  type MadeByMove,
  type NamedStock,
  type PortfolioMove,
  portfolioImportRepository,
  portfolioRepository,
  stockChoiceRepository,
  tagGroupRepository,
  transactionRepository,
} from '@stockbook/db';
import { dayInUtc } from '../../portfolios/day.ts';
import { createPortfolio, lockPortfolio } from '../../portfolios/portfolios.ts';
import { requestPairs } from '../../portfolios/rates.ts';
import { createPortfolioInput } from '../../portfolios/schemas.ts';
import { maxTagGroups } from '../../portfolios/tags/schemas.ts';
import { createTagGroup } from '../../portfolios/tags/tags.ts';
import { assertCovered } from '../../portfolios/transactions/coverage.ts';
import {
  assertStockQuota,
  assertTransactionQuotas,
  nextOrdinals,
  quotesOf,
} from '../../portfolios/transactions/store.ts';
import type { MoveContext } from './move-context.ts';
import type { StoringPortfolio } from './plan-storing.ts';

/** Transactions of one statement: with more, it could exceed the time limit of statements. */
const rowsPerStatement = 1_000;

/** Imports of a portfolio that can be taken back, besides those of moves. */
const maxImports = 100;

interface StoringOptions {
  readonly stocks: ReadonlyMap<string, NamedStock>;
  readonly fileName: PortfolioMove['fileName'];
  readonly mapping: Readonly<Record<string, unknown>>;
}

/**
 * Stores the transactions of a portfolio of a move, which it creates unless the user has it.
 * @throws AppError CONFLICT if a quota is used up, BAD_REQUEST if a sale would not be covered
 */
export async function storePortfolio(
  tx: EntityManager,
  ctx: MoveContext,
  portfolio: StoringPortfolio,
  { stocks, fileName, mapping }: StoringOptions,
): Promise<Pick<MadeByMove, 'groupIds' | 'splitChoices'>> {
  const { user, services } = ctx;
  const { id, isNew, importId, rows, counts } = portfolio;
  const actor = { em: tx, user, services };
  const now = services.clock();
  if (isNew) {
    const { name, description, currency, cashTracking } = portfolio;
    const input = createPortfolioInput.parse({ name, description, currency, cash_tracking: cashTracking });
    await createPortfolio(actor, input, { id });
  }
  const locked = await lockPortfolio(tx, user.id, id);
  await assertTransactionQuotas(tx, ctx, id, rows.length);
  const { movePreset } = portfolioImportRepository;
  const added = {
    id: importId,
    portfolioId: id,
    fileName,
    preset: movePreset,
    mapping,
    counts,
    createdAt: now,
  };
  await portfolioImportRepository.add(tx, added, maxImports);
  const ordinals = await nextOrdinals(tx, id, rows);
  const stored = rows.map(({ symbol, ...row }, index) => ({
    ...row,
    portfolioId: id,
    symbol,
    stockId: symbol === null ? null : (stocks.get(symbol)?.id ?? null),
    ...quotesOf({ symbol }, stocks),
    ordinal: ordinals[index] ?? 1,
    importId,
    createdAt: now,
    updatedAt: now,
  }));
  // The plan has judged the sales of a new portfolio; another one may have changed since.
  if (!isNew) {
    const stockIds = stored.flatMap(({ stockId }) => stockId ?? []);
    const today = dayInUtc(now);
    await assertCovered(tx, { userId: user.id, portfolioId: id, stored, stockIds, today });
  }
  for (let start = 0; start < stored.length; start += rowsPerStatement) {
    await transactionRepository.addAll(tx, user.id, id, stored.slice(start, start + rowsPerStatement));
  }
  await assertStockQuota(tx, user.id, id);
  const splitChoices = await storeSplitChoices(tx, user.id, portfolio, stocks);
  await portfolioRepository.bumpRevision(tx, id);
  await requestPairs(tx, ctx, locked);
  return { splitChoices, groupIds: await storeGroups(actor, portfolio) };
}

async function storeSplitChoices(
  tx: EntityManager,
  userId: string,
  { id, keptSplits }: StoringPortfolio,
  stocks: ReadonlyMap<string, NamedStock>,
): Promise<MadeByMove['splitChoices']> {
  const known = await stockChoiceRepository.listSplitChoices(tx, userId, [id]);
  const made: MadeByMove['splitChoices'][number][] = [];
  for (const { symbol, exDate } of keptSplits) {
    const stockId = stocks.get(symbol)?.id;
    const isKnown = known.some((choice) => choice.stockId === stockId && choice.exDate === exDate);
    if (stockId === undefined || isKnown) continue;
    await stockChoiceRepository.setSplitChoice(tx, { portfolioId: id, stockId, exDate, choice: 'kept' });
    made.push({ portfolioId: id, stockId, exDate });
  }
  return made;
}

/** Adds the groups that the portfolio does not have. Targets of a portfolio that the user has stay as they are. */
async function storeGroups(
  actor: Parameters<typeof createTagGroup>[0],
  { id, isNew, groups }: StoringPortfolio,
): Promise<string[]> {
  const { em, user } = actor;
  const names = (await tagGroupRepository.listNames(em, user.id, id)).map(({ name }) => name);
  const room = maxTagGroups - names.length;
  const added = groups.filter(({ name }) => !names.includes(name)).slice(0, Math.max(0, room));
  const ids: string[] = [];
  for (const { name, tags } of added) {
    const own = tags.map((tag) => ({
      name: tag.name,
      target_percent: isNew ? tag.targetPercent : null,
      shares: [...tag.shares],
    }));
    const group = await createTagGroup(actor, { portfolioId: id, name, tags: own });
    ids.push(group.id);
  }
  return ids;
}
