import { randomUUID } from 'node:crypto';
import {
  deletedItemRepository,
  type EntityManager,
  signalRuleRepository,
  stockListRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { restorableSince } from '../restorable-since.ts';
import { maxSignalRules } from '../signals/rules/schemas.ts';
import { findList } from '../watch-list/find-list.ts';
import { addStocks, presentList, presentSummary, readSymbols } from './list-content.ts';
import type {
  createListInput,
  ListOfLists,
  listInput,
  listListsInput,
  StockList,
  updateListInput,
} from './schemas.ts';

/** The caller, or the user of a task. */
type ListContext = ActorContext<'clock' | 'quotas'>;

/** Lists the caller's lists in their order. */
export async function listLists(
  { em, user }: UserContext,
  { symbols, ...page }: z.output<typeof listListsInput>,
): Promise<ListOfLists> {
  const total = await stockListRepository.countOfUser(em, user.id);
  const lists = symbols
    ? (await stockListRepository.listWithSymbols(em, user.id, page)).map(presentList)
    : (await stockListRepository.listOfUser(em, user.id, page)).map(presentSummary);
  return { lists, total };
}

/**
 * Creates a list of the caller, as the last one.
 * @throws AppError BAD_REQUEST if a stock is not tracked, CONFLICT if the name is taken or a quota is used up
 */
export async function createList(
  { em, user, services: { clock, quotas } }: ListContext,
  { name, color, symbols }: z.output<typeof createListInput>,
): Promise<StockList> {
  const id = randomUUID();
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const stockIds = await readSymbols(tx, user.id, symbols);
    const position = await assertPlace(tx, user.id, name, quotas.lists);
    await stockListRepository.add(tx, { id, userId: user.id, name, color, position }, clock());
    await addStocks(tx, user.id, { id, size: 0 }, stockIds, quotas);
    return presentList(await findList(tx, user.id, id));
  });
}

/**
 * Rejects a further list if its name is taken or the user has the maximum. `tx` must have locked the user's row.
 * @returns the number of the user's lists
 * @throws AppError CONFLICT
 */
export async function assertPlace(
  tx: EntityManager,
  userId: string,
  name: string,
  maximum: number,
): Promise<number> {
  await assertNameFree(tx, userId, name);
  const count = await stockListRepository.countOfUser(tx, userId);
  assertQuota(count, maximum, 'lists');
  return count;
}

/**
 * Returns a list of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getList(
  { em, user }: UserContext,
  { listId }: z.output<typeof listInput>,
): Promise<StockList> {
  return presentList(await findList(em, user.id, listId));
}

/**
 * Renames, colours or moves a list of the caller.
 * @throws AppError NOT_FOUND, CONFLICT if the name is taken
 */
export async function updateList(
  { em, user, services: { clock } }: UserContext,
  { listId, name, color, position }: z.output<typeof updateListInput>,
): Promise<StockList> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const { id } = await findList(tx, user.id, listId);
    if (name !== undefined) await assertNameFree(tx, user.id, name, id);
    const changes = { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) };
    await stockListRepository.change(tx, id, changes, clock());
    if (position !== undefined) await stockListRepository.move(tx, user.id, id, position);
    return presentList(await findList(tx, user.id, id));
  });
}

/** @throws AppError CONFLICT if another list of the user has the name */
async function assertNameFree(
  tx: EntityManager,
  userId: string,
  name: string,
  exceptId?: string,
): Promise<void> {
  const taken = await stockListRepository.findIdByName(tx, userId, name);
  if (taken !== null && taken !== exceptId) {
    throw new AppError('CONFLICT', `You already have a list named "${name}"`);
  }
}

/**
 * Deletes a list of the caller with the rules over it. Its stocks stay tracked, and the signals stay.
 * @returns the list as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteList(
  { em, user, services: { clock } }: UserContext,
  { listId }: z.output<typeof listInput>,
): Promise<StockList> {
  const now = clock();
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const list = await findList(tx, user.id, listId);
    const cutOff = restorableSince(now);
    await deletedItemRepository.removeList(tx, { userId: user.id, id: list.id, now, cutOff });
    return presentList(list);
  });
}

/**
 * Restores a list that the caller deleted less than ten minutes ago, with its rules and the stocks that are still
 * tracked.
 * @throws AppError NOT_FOUND, CONFLICT if its name is taken or a quota is used up
 */
export async function restoreList(
  { em, user, services: { clock, quotas } }: UserContext,
  { listId }: z.output<typeof listInput>,
): Promise<StockList> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const deleted = isUuid(listId)
      ? await deletedItemRepository.findList(tx, user.id, listId, restorableSince(clock()))
      : null;
    if (!deleted) throw notFound('List');
    await assertPlace(tx, user.id, deleted.name, quotas.lists);
    const ruleCount = await signalRuleRepository.countOfUser(tx, user.id);
    assertQuota(ruleCount + deleted.ruleCount - 1, maxSignalRules, 'signal rules');
    await deletedItemRepository.restoreList(tx, user.id, listId);
    return presentList(await findList(tx, user.id, listId));
  });
}
