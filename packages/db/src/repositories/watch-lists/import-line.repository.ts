import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ImportLine } from '../../entities/watch-lists.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

export type NewImportLine = Pick<
  ImportLine,
  'position' | 'text' | 'item' | 'verdict' | 'symbol' | 'message' | 'finishedAt'
>;

export type ImportLineEnd = Pick<ImportLine, 'verdict' | 'symbol' | 'message'>;

type LineKey = Pick<ImportLine, 'position'> & { readonly taskId: string };

/** Characters of one statement, at least: a line may have 500 transactions. */
const charactersPerInsert = 1_000_000;

/** Adds lines as JSON: as entities, 20,000 of them would take 600 ms of processor time. */
export async function add(tx: EntityManager, taskId: string, lines: readonly NewImportLine[]): Promise<void> {
  let part: string[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const json = JSON.stringify(line);
    part.push(json);
    length += json.length;
    if (length < charactersPerInsert && index < lines.length - 1) continue;
    await insert(tx, taskId, `[${part.join(',')}]`);
    part = [];
    length = 0;
  }
}

async function insert(tx: EntityManager, taskId: string, lines: string): Promise<void> {
  await sql`
    insert into import_line (task_id, position, text, item, verdict, symbol, message, finished_at)
    select ${taskId}, position, text, item, verdict, symbol, message, "finishedAt"
    from json_to_recordset(${lines}::json) as line (position integer, text text, item jsonb, verdict text,
      symbol text, message text, "finishedAt" timestamptz)
  `.execute(tx.getKysely());
}

/** The first line that has not ended; null if all have. */
export function findUnfinished(em: EntityManager, taskId: string): Promise<ImportLine | null> {
  return em.findOne(
    ImportLine,
    { task: taskId, finishedAt: null },
    { populate: ['task'], orderBy: { position: 'asc' }, refresh: true },
  );
}

/** Ends a line; does nothing if it has ended. @returns whether this call ended it */
export async function finish(
  em: EntityManager,
  { taskId, position }: LineKey,
  end: ImportLineEnd,
  now: Date,
): Promise<boolean> {
  const key = { task: taskId, position, finishedAt: null };
  return (await em.nativeUpdate(ImportLine, key, { ...end, finishedAt: now })) > 0;
}

/** Changes the message of a line that has ended. */
export async function amend(
  em: EntityManager,
  { taskId, position }: LineKey,
  message: string,
): Promise<void> {
  await em.nativeUpdate(
    ImportLine,
    { task: taskId, position, message: null, finishedAt: { $ne: null } },
    { message },
  );
}

export async function noteCounted(em: EntityManager, { taskId, position }: LineKey): Promise<void> {
  await em.nativeUpdate(ImportLine, { task: taskId, position }, { isCounted: true });
}

export async function noteFailedAttempt(
  em: EntityManager,
  { taskId, position }: LineKey,
  failedAttempts: number,
): Promise<void> {
  await em.nativeUpdate(ImportLine, { task: taskId, position }, { failedAttempts });
}

/** The number of a task's lines, and how many of them have ended. */
export async function progressOf(
  em: EntityManager,
  taskId: string,
): Promise<{ current: number; total: number }> {
  const { rows } = await sql<{ current: number; total: number }>`
    select count(finished_at)::int as current, count(*)::int as total from import_line where task_id = ${taskId}
  `.execute(em.getKysely());
  return rows[0] ?? { current: 0, total: 0 };
}

export interface ShownImportLine
  extends Pick<ImportLine, 'position' | 'text' | 'symbol' | 'verdict' | 'message'> {
  /** Null for a stock. */
  readonly kind: string | null;
  /** The stock's name, if the stock is stored. */
  readonly name: string | null;
}

/** Some of a task's lines after a position, in their order. */
export async function listAfter(
  em: EntityManager,
  taskId: string,
  position: number,
  limit: number,
): Promise<ShownImportLine[]> {
  const { rows } = await sql<ShownImportLine>`
    select line.position, line.text, line.item ->> 'kind' as kind, line.symbol, line.verdict, line.message, stock.name
    from import_line line join task on task.id = line.task_id
      left join stock on stock.symbol = line.symbol and ${isSeenBy(sql`task.user_id`)}
    where task_id = ${taskId} and position > ${position} order by position limit ${limit}
  `.execute(em.getKysely());
  return rows;
}

export function countAdded(em: EntityManager, taskId: string): Promise<number> {
  return em.count(ImportLine, { task: taskId, verdict: 'added' });
}
