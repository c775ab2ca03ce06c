import {
  type Database,
  signInRepository,
  stockRepository,
  taskRepository,
  withStockLock,
} from '@stockbook/db';
import type { Services } from '../context.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Finished tasks are kept so long. */
const keptMs = 7 * dayMs;

/** Histories of stocks on no watch list are kept so long, for users who come back. */
const untrackedKeptMs = 30 * dayMs;

/** Symbols are listed in pages, so that memory stays bounded after thousands of removals. */
const symbolsAtATime = 500;

/**
 * Deletes what has had its time: finished tasks after seven days, expired sign-ins and sessions, histories that nobody
 * has tracked for 30 days.
 */
export async function cleanUp(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const tasks = await taskRepository.deleteFinishedBefore(database.fork(), new Date(now.getTime() - keptMs));
  await signInRepository.deleteExpired(database.fork(), now);
  await stockRepository.noteUntracked(database.fork(), now);
  const stocks = await deleteUntracked(database, new Date(now.getTime() - untrackedKeptMs), signal);
  log.info({ tasks, stocks }, 'cleaned up');
}

/** @returns how many stocks were deleted */
async function deleteUntracked(database: Database, moment: Date, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    const symbols = await stockRepository.listUntrackedSince(database.fork(), moment, symbolsAtATime);
    let deletedOfPage = 0;
    for (const symbol of symbols) {
      // An add holds this lock from its look-up to its link: it never links a stock that is deleted meanwhile.
      const isDeleted = await withStockLock(database, symbol, signal, () =>
        stockRepository.deleteUntracked(database.fork(), symbol, moment),
      );
      if (isDeleted) deletedOfPage += 1;
    }
    deleted += deletedOfPage;
    if (deletedOfPage === 0) return deleted;
  }
}
