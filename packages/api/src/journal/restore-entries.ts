import { createHash, randomUUID } from 'node:crypto';
import { type EntityManager, journalEntryRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ActorContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertNotFuture, assertRoom } from './entries.ts';
import type { createEntryInput } from './schemas.ts';
import { distinctWords } from './words.ts';

/** An entry of an export. */
interface RestoredEntry extends z.output<typeof createEntryInput> {
  readonly day: string;
  /** Its number among equal entries of the export, from 1. */
  readonly ordinal: number;
  readonly created_at?: string | null | undefined;
  readonly updated_at?: string | null | undefined;
}

/**
 * Stores entries of an export, oldest first, about any symbols. An entry is new if the user has fewer equal ones than
 * its number. `tx` must have locked the user's row.
 * @returns the ids of new entries, the number of those which were rejected, and why the first of these was
 */
export async function restoreEntries(
  tx: EntityManager,
  { user, services: { clock, quotas } }: Omit<ActorContext<'clock' | 'quotas'>, 'em'>,
  entries: readonly RestoredEntry[],
): Promise<{ added: string[]; rejected: number; reason: AppError | null }> {
  const now = clock();
  const days = [...new Set(entries.map(({ day }) => day))];
  const equal = await journalEntryRepository.countEqual(tx, user.id, days);
  const stored = new Map(equal.map(({ count, digest, ...entry }) => [keyOf(entry, digest), count]));
  const usage = await journalEntryRepository.usageOfUser(tx, user.id);
  // Entries that were written at the same time are ordered by their ids.
  const ids = entries.map(() => randomUUID()).sort();
  const added: string[] = [];
  const reasons: AppError[] = [];
  for (const [index, entry] of entries.entries()) {
    const { symbol, day, kind, text, ordinal } = entry;
    if ((stored.get(keyOf(entry, digestOf(text))) ?? 0) >= ordinal) continue;
    try {
      assertNotFuture(day, now);
      assertRoom(usage, quotas, text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.push(error);
      continue;
    }
    const createdAt = pastTime(entry.created_at, now);
    const id = ids[index] ?? randomUUID();
    await journalEntryRepository.add(tx, {
      id,
      userId: user.id,
      symbol,
      day,
      text,
      kind,
      words: distinctWords(text),
      createdAt,
      updatedAt: pastTime(entry.updated_at, createdAt),
    });
    usage.count += 1;
    usage.bytes += Buffer.byteLength(text);
    added.push(id);
  }
  return { added, rejected: reasons.length, reason: reasons[0] ?? null };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

const keyOf = ({ symbol, day, kind }: Pick<RestoredEntry, 'symbol' | 'day' | 'kind'>, digest: string) =>
  `${symbol} ${day} ${kind} ${digest}`;

/** The time of an export; `latest` without one, or if it lies after `latest`. */
function pastTime(time: string | null | undefined, latest: Date): Date {
  const read = time ? new Date(time) : latest;
  return read < latest ? read : latest;
}
