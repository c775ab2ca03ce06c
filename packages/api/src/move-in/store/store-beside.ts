import {
  type EntityManager,
  type MadeByMove,
  type NamedStock,
  stockListRepository,
  userStockRepository,
} from '@stockbook/db';
import { restoreEntries } from '../../journal/restore-entries.ts';
import { fillList } from '../../lists/fill-list.ts';
import { assertNoteQuota } from '../../watch-list/assert-quotas.ts';
import { maxNotesLength } from '../../watch-list/schemas.ts';
import type { MoveContext } from './move-context.ts';
import type { StoringPlan } from './plan-storing.ts';

type Stocks = ReadonlyMap<string, NamedStock>;

/**
 * Stores the lists, the notes and the entries of the journal of a move. A list holds tracked stocks only.
 * @throws AppError CONFLICT if a quota is used up
 */
export async function storeBeside(
  tx: EntityManager,
  ctx: MoveContext,
  { lists, notes, entries }: Pick<StoringPlan, 'lists' | 'notes' | 'entries'>,
  stocks: Stocks,
): Promise<Pick<MadeByMove, 'lists' | 'notes' | 'entryIds'>> {
  const tracked = await stockListRepository.findTracked(tx, ctx.user.id, [...stocks.keys()]);
  const dated = entries.map((entry) => ({ ...entry, kind: 'note' as const, ordinal: 1 }));
  const { added } = await restoreEntries(tx, ctx, dated);
  return {
    lists: await storeLists(tx, ctx, lists, tracked),
    notes: await storeNotes(tx, ctx, notes, tracked),
    entryIds: added,
  };
}

async function storeLists(
  tx: EntityManager,
  ctx: MoveContext,
  lists: StoringPlan['lists'],
  tracked: ReadonlyMap<string, number>,
): Promise<MadeByMove['lists']> {
  const made: MadeByMove['lists'][number][] = [];
  for (const { name, symbols } of lists) {
    const stockIds = symbols.flatMap((symbol) => tracked.get(symbol) ?? []);
    if (stockIds.length === 0) continue;
    const known = await stockListRepository.findIdByName(tx, ctx.user.id, name);
    const before = new Set(known === null ? [] : await idsOf(tx, known));
    const others = stockIds.filter((id) => !before.has(id));
    if (others.length === 0) continue;
    const earlier = known === null ? null : await stockListRepository.findOfUser(tx, ctx.user.id, known);
    await fillList(tx, ctx, { listId: known, name, color: 'blue' }, others);
    const id = await stockListRepository.findIdByName(tx, ctx.user.id, name);
    const filled = id === null ? null : await stockListRepository.findOfUser(tx, ctx.user.id, id);
    if (id === null || filled === null) continue;
    const added = (await idsOf(tx, id)).filter((stockId) => !before.has(stockId));
    const changed = {
      before: earlier?.updatedAt.toISOString() ?? null,
      by: filled.updatedAt.toISOString(),
    };
    made.push({ id, isNew: known === null, stockIds: added, changed });
  }
  return made;
}

const idsOf = async (tx: EntityManager, listId: string): Promise<readonly number[]> =>
  (await stockListRepository.listStockIds(tx, [listId])).get(listId) ?? [];

/** Puts notes below existing ones, unless these have them. */
async function storeNotes(
  tx: EntityManager,
  ctx: MoveContext,
  notes: StoringPlan['notes'],
  tracked: ReadonlyMap<string, number>,
): Promise<MadeByMove['notes']> {
  const made: MadeByMove['notes'][number][] = [];
  for (const { symbol, text } of notes) {
    const stockId = tracked.get(symbol);
    if (stockId === undefined) continue;
    const before = await userStockRepository.readNote(tx, ctx.user.id, stockId);
    if (before?.includes(text)) continue;
    const after = Array.from(before === null ? text : `${before}\n${text}`)
      .slice(0, maxNotesLength)
      .join('');
    await assertNoteQuota(tx, ctx, stockId, after);
    await userStockRepository.change(tx, ctx.user.id, stockId, { notes: after });
    made.push({ stockId, before, after });
  }
  return made;
}
