import { randomUUID } from 'node:crypto';
import { type EntityManager, type ListColor, stockListRepository } from '@stockbook/db';
import type { ActorContext } from '../context.ts';
import { findList } from '../watch-list/find-list.ts';
import { assertListQuota } from './list-content.ts';
import { assertPlace } from './lists.ts';

/** The target of stocks of a file. */
interface ImportedList {
  /** Null for a list that is found by its name, or created. */
  readonly listId: string | null;
  readonly name: string;
  readonly color: ListColor;
}

/**
 * Adds stocks to the end of a user's list as far as it has room; those that are on it stay where they are. `tx` must
 * have locked the user's row.
 * @returns whether the list was created, the number of added stocks, and the stocks for which it has no room
 * @throws AppError NOT_FOUND if the id is unknown, CONFLICT if a quota is used up and nothing can be added
 */
export async function fillList(
  tx: EntityManager,
  { user, services: { clock, quotas } }: Omit<ActorContext<'clock' | 'quotas'>, 'em'>,
  { listId, name, color }: ImportedList,
  stockIds: readonly number[],
): Promise<{ isNew: boolean; added: number; leftOut: number[] }> {
  const known = listId ?? (await stockListRepository.findIdByName(tx, user.id, name));
  const id = known ?? randomUUID();
  if (known === null) {
    const position = await assertPlace(tx, user.id, name, quotas.lists);
    await stockListRepository.add(tx, { id, userId: user.id, name, color, position }, clock());
  }
  const { size } = await findList(tx, user.id, id);
  const present = new Set((await stockListRepository.listStockIds(tx, [id])).get(id));
  const others = stockIds.filter((stockId) => !present.has(stockId));
  const room = Math.max(0, quotas.stocksPerList - size);
  if (room === 0) assertListQuota(size + others.length, size, quotas);
  const added = await stockListRepository.append(tx, user.id, id, others.slice(0, room));
  if (added > 0) await stockListRepository.change(tx, id, {}, clock());
  return { isNew: known === null, added, leftOut: others.slice(room) };
}
