import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MoveContent, PortfolioMove } from '../../entities/moves.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Page } from '../page.ts';

export type NewMove = Pick<PortfolioMove, 'id' | 'fileName' | 'digest' | 'createdAt'> & {
  readonly userId: string;
};

/** Adds a move whose files are to be read. */
export async function add(
  tx: EntityManager,
  { userId, ...move }: NewMove,
  upload: Uint8Array,
): Promise<void> {
  await tx.insert(PortfolioMove, {
    ...move,
    user: userId,
    state: 'reading',
    program: null,
    needs: null,
    answers: {},
    securities: [],
    report: null,
    problem: null,
    made: null,
    storedAt: null,
  });
  await tx.insert(MoveContent, { move: move.id, upload: Buffer.from(upload), book: null });
}

/** A page of a user's moves, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[PortfolioMove[], number]> {
  return em.findAndCount(
    PortfolioMove,
    { user: userId },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset },
  );
}

/** A move of a user without its report; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<PortfolioMove | null> {
  return em.findOne(PortfolioMove, { id, user: userId }, { refresh: true });
}

/** Locks a move of a user until the transaction ends. */
export function lockOfUser(tx: EntityManager, userId: string, id: string): Promise<PortfolioMove | null> {
  return tx.findOne(
    PortfolioMove,
    { id, user: userId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}

export type MoveChanges = Partial<Omit<PortfolioMove, 'id' | 'user' | 'createdAt'>>;

export async function change(em: EntityManager, id: string, changes: MoveChanges): Promise<void> {
  await em.nativeUpdate(PortfolioMove, { id }, changes);
}

/** The report of a move in JSON; null until its files have been read. */
export async function readReport(em: EntityManager, id: string): Promise<string | null> {
  const { rows } = await sql<{ report: string | null }>`
    select report from portfolio_move where id = ${id}
  `.execute(em.getKysely());
  return rows[0]?.report ?? null;
}

/** Bytes that one statement reads: the driver decodes them from hex digits, which would hold the event loop. */
const chunkBytes = 1024 * 1024;

/** The packed files or the packed neutral form of a move; null without. */
export async function readContent(
  em: EntityManager,
  id: string,
  part: 'upload' | 'book',
): Promise<Uint8Array<ArrayBuffer> | null> {
  const column = sql.ref(part);
  const { rows } = await sql<{ size: number | null }>`
    select octet_length(${column}) as size from move_content where move_id = ${id}
  `.execute(em.getKysely());
  const size = rows[0]?.size ?? null;
  if (size === null) return null;
  const content = new Uint8Array(size);
  for (let start = 0; start < size; start += chunkBytes) {
    const { rows: chunks } = await sql<{ chunk: Buffer | null }>`
      select substring(${column} from ${start + 1}::int for ${chunkBytes}::int) as chunk
      from move_content where move_id = ${id}
    `.execute(em.getKysely());
    // The user has taken the move back meanwhile.
    if (!chunks[0]?.chunk) return null;
    content.set(chunks[0].chunk, start);
  }
  return content;
}

/** Replaces the files of a move by their neutral form. */
export async function setBook(tx: EntityManager, id: string, book: Uint8Array): Promise<void> {
  await tx.nativeUpdate(MoveContent, { move: id }, { upload: null, book: Buffer.from(book) });
}

/** Deletes what a move has kept of its files. */
export async function removeContent(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(MoveContent, { move: id });
}

export async function remove(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(PortfolioMove, { id });
}

const isOpen = sql`state in ('reading', 'ready', 'answers_needed', 'failed')`;
const hasEnded = sql`state in ('stored', 'taken_back')`;

/** Deletes all but the newest moves of a user, of those that are not stored and of those that were. */
export async function prune(
  tx: EntityManager,
  userId: string,
  { open, ended }: { readonly open: number; readonly ended: number },
): Promise<void> {
  for (const [condition, maximum] of [
    [isOpen, open],
    [hasEnded, ended],
  ] as const) {
    await sql`
      delete from portfolio_move where id in (
        select id from portfolio_move where user_id = ${userId} and ${condition}
        order by created_at desc, id desc offset ${maximum}
      )
    `.execute(tx.getKysely());
  }
}

/** Deletes the moves that were begun before a moment and not stored. */
export async function removeOpenBefore(em: EntityManager, moment: Date): Promise<void> {
  await deleteInBatches(em, 'portfolio_move', sql`created_at < ${moment} and ${isOpen}`);
}

/** When a user last stored files of this digest by another move; null if never, or if it was taken back. */
export async function findStored(
  em: EntityManager,
  userId: string,
  digest: string,
  exceptId: string,
): Promise<Date | null> {
  const { rows } = await sql<{ storedAt: string | null }>`
    select max(stored_at) as "storedAt" from portfolio_move
    where user_id = ${userId} and digest = ${digest} and state = 'stored' and id <> ${exceptId}
  `.execute(em.getKysely());
  const storedAt = rows[0]?.storedAt ?? null;
  return storedAt === null ? null : new Date(storedAt);
}

/** Keeps the connection of a transaction that waits for a calculation: PostgreSQL ends those that are idle. */
export async function keepAlive(tx: EntityManager): Promise<void> {
  await sql`select`.execute(tx.getKysely());
}
