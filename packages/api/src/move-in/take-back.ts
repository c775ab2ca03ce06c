import {
  deletedItemRepository,
  type EntityManager,
  importedTransactionRepository,
  instrumentRepository,
  journalEntryRepository,
  type MadeByMove,
  movedPortfolioRepository,
  portfolioImportRepository,
  portfolioMoveRepository,
  portfolioRepository,
  stockChoiceRepository,
  stockListRepository,
  tagGroupRepository,
  transactionRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { dayInUtc } from '../portfolios/day.ts';
import { lockPortfolio } from '../portfolios/portfolios.ts';
import { assertCovered } from '../portfolios/transactions/coverage.ts';
import { restorableSince } from '../restorable-since.ts';
import { findMove, lockMove, stateOf } from './find-move.ts';

/**
 * Removes a move of the caller with everything that it has made, and nothing else. One that is not stored leaves
 * nothing behind.
 * @throws AppError NOT_FOUND, CONFLICT while it is being stored or if its portfolios have other transactions,
 *   BAD_REQUEST if a later sale would not be covered
 */
export async function takeBackMove(ctx: UserContext, moveId: string): Promise<{ message: string }> {
  const { em, user } = ctx;
  await findMove(em, user.id, moveId);
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const move = await lockMove(tx, user.id, moveId);
    const state = await stateOf(tx, user.id, move);
    if (state === 'storing') {
      throw new AppError('CONFLICT', 'This move is being stored. Wait until that has ended');
    }
    if (state === 'taken_back') throw new AppError('CONFLICT', 'This move was taken back already');
    if (state !== 'stored' || move.made === null) {
      await portfolioMoveRepository.remove(tx, move.id);
      return { message: 'Nothing was stored' };
    }
    const message = await removeMade(tx, ctx, move.made);
    await portfolioMoveRepository.change(tx, move.id, { state: 'taken_back', made: null });
    return { message };
  });
}

async function removeMade(tx: EntityManager, ctx: UserContext, made: MadeByMove): Promise<string> {
  const userId = ctx.user.id;
  const others = await movedPortfolioRepository.countOthers(tx, userId, made.portfolioIds, made.importIds);
  if (others > 0) {
    const added = others === 1 ? '1 transaction' : `${others.toLocaleString('en-US')} transactions`;
    const remedy = others === 1 ? 'Delete it first' : 'Delete them first';
    throw new AppError('CONFLICT', `You added ${added} to these portfolios. ${remedy}`);
  }
  const kept: string[] = [];
  // The watch list before the portfolios: the lock order of docs/architecture.md.
  kept.push(...(await removeNotes(tx, userId, made.notes)));
  kept.push(...(await removeLists(tx, ctx, made.lists)));
  kept.push(...(await removeEntries(tx, ctx, made.entryIds)));
  const { transactions, portfolios } = await removePortfolios(tx, ctx, made);
  const unused = await movedPortfolioRepository.listUnusedEntries(tx, userId, made.trackedIds);
  for (const stockId of unused) await userStockRepository.unlink(tx, userId, stockId);
  for (const { id, symbol, isUsed } of await movedPortfolioRepository.listInstruments(
    tx,
    userId,
    made.instrumentIds,
  )) {
    if (isUsed) kept.push(symbol);
    else await instrumentRepository.remove(tx, id);
  }
  const count = (number: number, word: string) =>
    `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
  const sentence = `${count(transactions, 'transaction')} and ${count(portfolios, 'portfolio')} were taken back`;
  return kept.length === 0 ? sentence : `${sentence}. Used elsewhere, or changed since: ${kept.join(', ')}`;
}

/** @returns names of notes that were changed since */
async function removeNotes(tx: EntityManager, userId: string, notes: MadeByMove['notes']): Promise<string[]> {
  let changed = 0;
  for (const { stockId, before, after } of notes) {
    const now = await userStockRepository.readNote(tx, userId, stockId);
    if (now === after) await userStockRepository.change(tx, userId, stockId, { notes: before });
    else if (now !== null && now !== before) changed += 1;
  }
  if (changed === 0) return [];
  return [changed === 1 ? '1 note' : `${changed.toLocaleString('en-US')} notes`];
}

/** @returns names of entries that were changed since */
async function removeEntries(
  tx: EntityManager,
  { user: { id: userId }, services }: UserContext,
  ids: MadeByMove['entryIds'],
): Promise<string[]> {
  const now = services.clock();
  let changed = 0;
  for (const id of ids) {
    const entry = await journalEntryRepository.findOfUser(tx, userId, id);
    if (!entry) continue;
    if (entry.updatedAt.getTime() !== entry.createdAt.getTime()) changed += 1;
    else await deletedItemRepository.removeEntry(tx, { userId, id, now, cutOff: restorableSince(now) });
  }
  if (changed === 0) return [];
  return [changed === 1 ? '1 journal entry' : `${changed.toLocaleString('en-US')} journal entries`];
}

/** @returns names of lists that the user has added stocks to since */
async function removeLists(
  tx: EntityManager,
  { user: { id: userId }, services }: UserContext,
  lists: MadeByMove['lists'],
): Promise<string[]> {
  const now = services.clock();
  const kept: string[] = [];
  for (const { id, isNew, stockIds, changed } of lists) {
    const list = await stockListRepository.findOfUser(tx, userId, id);
    if (!list) continue;
    const content = (await stockListRepository.listStockIds(tx, [id])).get(id) ?? [];
    const others = content.filter((stockId) => !stockIds.includes(stockId));
    if (isNew && others.length === 0) {
      await deletedItemRepository.removeList(tx, { userId, id, now, cutOff: restorableSince(now) });
    } else {
      await stockListRepository.setContent(tx, userId, id, others);
      if (changed.before !== null && list.updatedAt.toISOString() === changed.by) {
        await stockListRepository.change(tx, id, {}, new Date(changed.before));
      }
      if (isNew) kept.push(list.name);
    }
  }
  return kept;
}

/** Removes what the move has stored in portfolios, those that it has made with all they have. */
async function removePortfolios(
  tx: EntityManager,
  ctx: UserContext,
  { importIds, portfolioIds, groupIds, splitChoices }: MadeByMove,
): Promise<{ readonly transactions: number; readonly portfolios: number }> {
  const userId = ctx.user.id;
  const imports = await movedPortfolioRepository.listOfImports(tx, userId, importIds);
  let [transactions, portfolios] = [0, 0];
  for (const { importId, portfolioId } of imports) {
    await lockPortfolio(tx, userId, portfolioId);
    const isMade = portfolioIds.includes(portfolioId);
    if (!isMade) await assertRemovable(tx, ctx, portfolioId, importId);
    transactions += await importedTransactionRepository.removeOfImport(tx, userId, importId);
    if (isMade) {
      await portfolioRepository.remove(tx, userId, portfolioId);
      portfolios += 1;
      continue;
    }
    await portfolioImportRepository.remove(tx, importId);
    const groups = await tagGroupRepository.listNames(tx, userId, portfolioId);
    for (const { id } of groups) if (groupIds.includes(id)) await tagGroupRepository.remove(tx, id);
    for (const choice of splitChoices) {
      if (choice.portfolioId === portfolioId) await stockChoiceRepository.removeSplitChoice(tx, choice);
    }
    await portfolioRepository.bumpRevision(tx, portfolioId);
  }
  return { transactions, portfolios };
}

/** @throws AppError BAD_REQUEST if a later sale would not be covered */
async function assertRemovable(
  tx: EntityManager,
  { user, services: { clock } }: UserContext,
  portfolioId: string,
  importId: string,
): Promise<void> {
  const stocks = await importedTransactionRepository.listStocksOfImport(tx, user.id, importId);
  const stockIds = stocks.map(({ id }) => id);
  const rows = await transactionRepository.listOfStocks(tx, user.id, portfolioId, stockIds);
  const removed = rows.filter((row) => row.importId === importId).map(({ id }) => id);
  const today = dayInUtc(clock());
  await assertCovered(tx, { userId: user.id, portfolioId, stored: [], removed, stockIds, today });
}
