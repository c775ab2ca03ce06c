import { minuteMs } from '@stockbook/common/durations';
import {
  type Database,
  personalAccessTokenRepository,
  sessionRepository,
  type TokenAttributes,
  writeProblemOf,
} from '@stockbook/db';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';

/** `last_used_at` of sessions is precise to a quarter of an hour, so that not every request writes. */
const sessionUseIntervalMs = 15 * minuteMs;
/** The same for personal access tokens. */
const tokenUseIntervalMs = 60 * minuteMs;
/** Sessions whose last recorded use this process remembers. */
const maxRememberedUses = 10_000;

/** Records the uses of sessions and personal access tokens, with the address of the client. */
export function createUseRecorder(database: Database, log: Log) {
  /** When this process recorded the last use of a session, by its id, in milliseconds since 1970. */
  const recordedUses = new LRUCache<string, number>({ max: maxRememberedUses });

  return {
    /** Remembers a use that was written otherwise. */
    remember(sessionId: string, now: Date): void {
      recordedUses.set(sessionId, now.getTime());
    },
    /** Does not wait for the write: a read that is served from the cache makes no other. */
    noteSession(id: string, address: string, now: Date): void {
      const unlessSince = new Date(now.getTime() - sessionUseIntervalMs);
      if ((recordedUses.get(id) ?? 0) > unlessSince.getTime()) return;
      recordedUses.set(id, now.getTime());
      sessionRepository
        .noteUse(database.fork(), id, { at: now, address, unlessSince })
        .catch((error: unknown) => log.warn({ err: error }, 'use of a sign-in not recorded'));
    },
    async noteToken({ id, lastUsedAt }: TokenAttributes, address: string, now: Date): Promise<void> {
      if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= tokenUseIntervalMs) return;
      await personalAccessTokenRepository
        .noteUse(database.fork(), id, { at: now, address })
        .catch((error) => {
          // Reads go on while the database takes no writes.
          if (writeProblemOf(error) === null) throw error;
          log.warn({ err: error }, 'use of a token not recorded');
        });
    },
  };
}
