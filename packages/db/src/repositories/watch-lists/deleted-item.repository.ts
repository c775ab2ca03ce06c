import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DeletedItem } from '../../entities/lists.ts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** Most rows of a user; beyond it the oldest can no longer be restored. */
const maxItems = 5_000;

/** Deletes what a user can no longer restore. */
async function prune(tx: EntityManager, userId: string, cutOff: Date): Promise<void> {
  await sql`
    delete from deleted_item where user_id = ${userId} and (deleted_at <= ${cutOff} or id in (
      select id from deleted_item where user_id = ${userId} order by deleted_at desc, id offset ${maxItems}
    ))
  `.execute(tx.getKysely());
}

interface Deletion {
  readonly userId: string;
  readonly id: string;
  readonly now: Date;
  /** Items that were deleted up to then can no longer be restored. */
  readonly cutOff: Date;
}

/**
 * Deletes a list with its rules, whose signals stay, and keeps both for `restoreList`. The positions of the other lists
 * stay dense.
 */
export async function removeList(tx: EntityManager, { userId, id, now, cutOff }: Deletion): Promise<void> {
  const db = tx.getKysely();
  await sql`
    insert into deleted_item (id, user_id, kind, content, deleted_at)
    select id, user_id, 'list', jsonb_build_object(
      'list', to_jsonb(list),
      'entries', (
        select coalesce(jsonb_agg(to_jsonb(entry)), '[]') from stock_list_entry entry where list_id = list.id
      ),
      'rules', (
        select coalesce(jsonb_agg(to_jsonb(rule)), '[]') from signal_rule rule where list_id = list.id
      ),
      'states', (
        select coalesce(jsonb_agg(to_jsonb(state)), '[]')
        from signal_state state join signal_rule rule on rule.id = state.rule_id where rule.list_id = list.id
      ),
      'signals', (
        select coalesce(jsonb_agg(jsonb_build_object('id', signal.id, 'rule_id', rule.id)), '[]')
        from signal join signal_rule rule on rule.id = signal.rule_id where rule.list_id = list.id
      )
    ), ${now}
    from stock_list list where user_id = ${userId} and id = ${id}
  `.execute(db);
  await sql`
    with deleted as (delete from stock_list where user_id = ${userId} and id = ${id} returning position)
    update stock_list list set position = list.position - 1
    from deleted where list.user_id = ${userId} and list.position > deleted.position
  `.execute(db);
  await prune(tx, userId, cutOff);
}

/** A deleted list, as far as it depends on what the user has whether it can be restored. */
export interface DeletedList {
  readonly name: string;
  readonly ruleCount: number;
}

/** A user's list that was deleted after `cutOff`; null without one. */
export async function findList(
  em: EntityManager,
  userId: string,
  id: string,
  cutOff: Date,
): Promise<DeletedList | null> {
  const { rows } = await sql<DeletedList>`
    select content #>> '{list,name}' as name, jsonb_array_length(content -> 'rules') as "ruleCount"
    from deleted_item where id = ${id} and user_id = ${userId} and kind = 'list' and deleted_at > ${cutOff}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/**
 * Restores a list that `findList` has found, at its place, with its rules, their signals, and the stocks that are still
 * tracked.
 */
export async function restoreList(tx: EntityManager, userId: string, id: string): Promise<void> {
  const db = tx.getKysely();
  const content = sql`(select content from deleted_item where id = ${id})`;
  await sql`
    update stock_list set position = position + 1
    where user_id = ${userId} and position >= (${content} #>> '{list,position}')::int
  `.execute(db);
  await sql`
    insert into stock_list select restored.* from jsonb_populate_record(null::stock_list, ${content} -> 'list') restored
  `.execute(db);
  await sql`
    update stock_list list
    set position = least(position, (select count(*) from stock_list where user_id = ${userId}) - 1)
    where id = ${id}
  `.execute(db);
  await sql`
    insert into stock_list_entry
    select entry.* from jsonb_populate_recordset(null::stock_list_entry, ${content} -> 'entries') entry
      join user_stock link on link.user_id = entry.user_id and link.stock_id = entry.stock_id
  `.execute(db);
  await sql`
    insert into signal_rule
    select rule.* from jsonb_populate_recordset(null::signal_rule, ${content} -> 'rules') rule
  `.execute(db);
  await sql`
    insert into signal_state
    select state.* from jsonb_populate_recordset(null::signal_state, ${content} -> 'states') state
      join stock_list_entry entry on entry.list_id = ${id} and entry.stock_id = state.stock_id
  `.execute(db);
  await sql`
    update signal set rule_id = given.rule_id
    from jsonb_to_recordset(${content} -> 'signals') as given (id uuid, rule_id uuid)
    where signal.id = given.id and signal.user_id = ${userId}
  `.execute(db);
  await tx.nativeDelete(DeletedItem, { id });
}

/** Deletes an entry of a user's journal, and keeps it for `restoreEntry`. */
export async function removeEntry(tx: EntityManager, { userId, id, now, cutOff }: Deletion): Promise<void> {
  await sql`
    with deleted as (delete from journal_entry where user_id = ${userId} and id = ${id} returning *)
    insert into deleted_item (id, user_id, kind, content, deleted_at)
    select id, user_id, 'journal_entry', jsonb_build_object('entry', to_jsonb(deleted)), ${now} from deleted
  `.execute(tx.getKysely());
  await prune(tx, userId, cutOff);
}

/** The text of a user's entry that was deleted after `cutOff`; null without one. */
export async function findEntryText(
  em: EntityManager,
  userId: string,
  id: string,
  cutOff: Date,
): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select content #>> '{entry,text}' as text from deleted_item
    where id = ${id} and user_id = ${userId} and kind = 'journal_entry' and deleted_at > ${cutOff}
  `.execute(em.getKysely());
  return rows[0]?.text ?? null;
}

/** Restores an entry that `findEntryText` has found. */
export async function restoreEntry(tx: EntityManager, id: string): Promise<void> {
  await sql`
    with deleted as (delete from deleted_item where id = ${id} returning content)
    insert into journal_entry
    select restored.* from deleted, jsonb_populate_record(null::journal_entry, content -> 'entry') restored
  `.execute(tx.getKysely());
}

/** Deletes what was deleted before `cutOff` for good. */
export async function deleteBefore(em: EntityManager, cutOff: Date): Promise<void> {
  await deleteInBatches(em, 'deleted_item', sql`deleted_at <= ${cutOff}`);
}
