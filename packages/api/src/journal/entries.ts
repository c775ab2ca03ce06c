import { randomUUID } from 'node:crypto';
import {
  deletedItemRepository,
  type EntityManager,
  type JournalEntryRow,
  journalEntryRepository,
  type SearchWord,
  stockRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../context.ts';
import { AppError, fieldError, notFound } from '../errors.ts';
import { dayInUtc, lastDay } from '../portfolios/day.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota, formatBytes, type Quotas } from '../quotas/quotas.ts';
import { restorableSince } from '../restorable-since.ts';
import type { OutputStream } from '../streaming/output-stream.ts';
import { csvPieces, streamCsv, streamList } from '../streaming/stream-list.ts';
import type {
  createEntryInput,
  entryInput,
  Journal,
  JournalEntry,
  listJournalInput,
  updateEntryInput,
} from './schemas.ts';
import { distinctWords, highlightsIn, matches, type Term, termsOf } from './words.ts';

/** The caller, or the user of a task. */
type JournalContext = ActorContext<'clock' | 'quotas'>;

const defaultLimit = 100;

/**
 * Lists the caller's entries, newest first.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listJournal(
  ctx: UserContext,
  { q = '', limit = defaultLimit, ...filter }: z.output<typeof listJournalInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  return streamList(ctx, async (): Promise<Journal> => {
    const terms = termsOf(q);
    const words = await searchWords(em, user.id, terms);
    const [rows, total] = await journalEntryRepository.listOfUser(em, user.id, { ...filter, limit, words });
    const entries = rows.map((row) => ({
      ...presentEntry(row),
      ...(q.trim() === '' ? {} : { highlights: highlightsIn(row.text, terms) }),
    }));
    return { entries, total };
  });
}

/** Finds the stocks of the user's entries whose symbol or name has a word of a search. */
async function searchWords(em: EntityManager, userId: string, terms: readonly Term[]): Promise<SearchWord[]> {
  if (terms.length === 0) return [];
  const stocks = await journalEntryRepository.listStocks(em, userId);
  const named = stocks.map(({ symbol, name }) => ({
    symbol,
    keys: distinctWords(`${symbol} ${name ?? ''}`),
  }));
  return terms.map((term) => ({
    ...term,
    symbols: named.filter(({ keys }) => keys.some((key) => matches(term, key))).map(({ symbol }) => symbol),
  }));
}

/**
 * Adds an entry to the caller's journal.
 * @throws AppError NOT_FOUND if the stock is unknown, BAD_REQUEST if the day lies in the future, CONFLICT if a quota is
 *   used up
 */
export async function createEntry(
  ctx: UserContext,
  { symbol, ...entry }: z.output<typeof createEntryInput>,
): Promise<JournalEntry> {
  const stock = await stockRepository.findBySymbol(ctx.em, symbol, ctx.user.id);
  if (!stock) throw notFound('Stock');
  return ctx.em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, ctx.user.id);
    const id = await storeEntry(tx, ctx, { symbol: stock.symbol, ...entry });
    return presentEntry(await findEntry(tx, ctx.user.id, id));
  });
}

/**
 * Stores an entry about any symbol. `tx` must have locked the user's row.
 * @returns its id
 * @throws AppError BAD_REQUEST if the day lies in the future, CONFLICT if a quota is used up
 */
async function storeEntry(
  tx: EntityManager,
  { user, services: { clock, quotas } }: JournalContext,
  { symbol, text, kind, day }: z.output<typeof createEntryInput>,
): Promise<string> {
  const now = clock();
  const id = randomUUID();
  assertNotFuture(day, now);
  assertRoom(await journalEntryRepository.usageOfUser(tx, user.id), quotas, text);
  await journalEntryRepository.add(tx, {
    id,
    userId: user.id,
    symbol,
    day: day ?? dayInUtc(now),
    text,
    kind,
    words: distinctWords(text),
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** @throws AppError BAD_REQUEST */
export function assertNotFuture(day: string | undefined, now: Date): void {
  if (day !== undefined && day > lastDay(now)) throw fieldError('day', 'An entry cannot lie in the future');
}

/** The number of entries in a journal, and the bytes of their texts. */
interface Usage {
  readonly count: number;
  readonly bytes: number;
}

/** Rejects a further entry that a journal has no room for. @throws AppError CONFLICT */
export function assertRoom({ count, bytes }: Usage, quotas: Quotas, text: string): void {
  assertQuota(count, quotas.journalEntries, 'journal entries');
  assertBytes(bytes + Buffer.byteLength(text), quotas);
}

/** @throws AppError CONFLICT */
function assertBytes(bytes: number, { journalBytes }: Quotas): void {
  if (bytes <= journalBytes) return;
  throw new AppError(
    'CONFLICT',
    `Your journal has ${formatBytes(journalBytes)}, the maximum. Delete an entry first`,
    { isQuota: true },
  );
}

/**
 * Returns an entry of the caller's journal.
 * @throws AppError NOT_FOUND
 */
export async function getEntry(
  { em, user }: UserContext,
  { entryId }: z.output<typeof entryInput>,
): Promise<JournalEntry> {
  return presentEntry(await findEntry(em, user.id, entryId));
}

/**
 * Changes an entry of the caller's journal. Shortening is always allowed.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the day lies in the future, CONFLICT if the journal gets too large
 */
export async function updateEntry(
  { em, user, services: { clock, quotas } }: UserContext,
  { entryId, text, kind, day }: z.output<typeof updateEntryInput>,
): Promise<JournalEntry> {
  const now = clock();
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const entry = await findEntry(tx, user.id, entryId);
    assertNotFuture(day, now);
    const changed = {
      id: entry.id,
      text: text ?? entry.text,
      kind: kind ?? entry.kind,
      day: day ?? entry.day,
    };
    const growth = Buffer.byteLength(changed.text) - Buffer.byteLength(entry.text);
    if (growth > 0) {
      const { bytes } = await journalEntryRepository.usageOfUser(tx, user.id);
      assertBytes(bytes + growth, quotas);
    }
    const words = distinctWords(changed.text);
    await journalEntryRepository.change(tx, user.id, { ...changed, words, updatedAt: now });
    return presentEntry(await findEntry(tx, user.id, entry.id));
  });
}

/**
 * Deletes an entry of the caller's journal.
 * @returns the entry as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteEntry(
  { em, user, services: { clock } }: UserContext,
  { entryId }: z.output<typeof entryInput>,
): Promise<JournalEntry> {
  const now = clock();
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const entry = await findEntry(tx, user.id, entryId);
    const cutOff = restorableSince(now);
    await deletedItemRepository.removeEntry(tx, { userId: user.id, id: entry.id, now, cutOff });
    return presentEntry(entry);
  });
}

/**
 * Restores an entry that the caller deleted less than ten minutes ago.
 * @throws AppError NOT_FOUND, CONFLICT if a quota is used up
 */
export async function restoreEntry(
  { em, user, services: { clock, quotas } }: UserContext,
  { entryId }: z.output<typeof entryInput>,
): Promise<JournalEntry> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const text = isUuid(entryId)
      ? await deletedItemRepository.findEntryText(tx, user.id, entryId, restorableSince(clock()))
      : null;
    if (text === null) throw notFound('Entry');
    assertRoom(await journalEntryRepository.usageOfUser(tx, user.id), quotas, text);
    await deletedItemRepository.restoreEntry(tx, entryId);
    return presentEntry(await findEntry(tx, user.id, entryId));
  });
}

const csvColumns = ['day', 'symbol', 'name', 'kind', 'text', 'created_at', 'updated_at'];

/**
 * Writes the caller's whole journal as CSV, newest first.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function exportJournal(ctx: UserContext): Promise<OutputStream> {
  return streamCsv(ctx, async function* () {
    const [rows] = await journalEntryRepository.listOfUser(ctx.em, ctx.user.id);
    yield* csvPieces(csvColumns, rows, presentEntry);
  });
}

/** @throws AppError NOT_FOUND, the same for an unknown entry and for that of another user */
async function findEntry(em: EntityManager, userId: string, id: string): Promise<JournalEntryRow> {
  const entry = isUuid(id) ? await journalEntryRepository.findOfUser(em, userId, id) : null;
  if (!entry) throw notFound('Entry');
  return entry;
}

/** Maps an entry to its API shape. */
function presentEntry(row: JournalEntryRow): JournalEntry {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    currency: row.currency,
    ...(row.quotedIn === 'percent' && { quoted_in: row.quotedIn }),
    day: row.day,
    kind: row.kind,
    text: row.text,
    close: row.close,
    close_date: row.closeDate,
    last_close: row.lastClose,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
