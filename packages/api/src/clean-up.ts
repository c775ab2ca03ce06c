import { dayMs } from '@stockbook/common/durations';
import {
  type Database,
  deletedItemRepository,
  idempotencyKeyRepository,
  notificationDeliveryRepository,
  portfolioImportRepository,
  portfolioMoveRepository,
  securityEventRepository,
  sessionRepository,
  signalRepository,
  stockQuoteRepository,
  stockRepository,
  taskRepository,
  withStockLock,
} from '@stockbook/db';
import type { Services } from './context.ts';
import { idempotencyRetentionMs } from './idempotency/run-once.ts';
import { cleanUpDevices } from './notifications/channels/unseen-devices.ts';
import { restorableSince } from './restorable-since.ts';

/** Clients can read the result of a finished task for a week. */
const taskRetentionMs = 7 * dayMs;

/** The history of a stock that is not needed is kept for a month, in case a user adds it again. */
const untrackedRetentionMs = 30 * dayMs;

const deliveryRetentionMs = 30 * dayMs;

/** Entries in a user's inbox. */
const maxInboxEntries = 10_000;

/** Pages bound the memory after thousands of removals. */
const symbolsPerPage = 500;

type CleanUpServices = Pick<
  Services,
  'database' | 'clock' | 'log' | 'sessions' | 'accountPolicy' | 'notifier'
>;

/**
 * Deletes tasks that finished more than seven days ago, the files of imports that have ended, moves that were not
 * stored within a day, expired sessions, tokens and idempotency keys, what can no longer be restored, old security
 * events, deliveries older than 30 days, devices that were not used for 60 days, the entries of inboxes beyond 10,000,
 * and stocks that have not been needed for 30 days and that no journal is about.
 */
export async function cleanUp(services: CleanUpServices, signal: AbortSignal): Promise<void> {
  const { database, clock, log, sessions, accountPolicy } = services;
  const now = clock();
  const tasks = await taskRepository.deleteFinishedBefore(
    database.fork(),
    new Date(now.getTime() - taskRetentionMs),
  );
  await portfolioImportRepository.removeEnded(database.fork());
  await portfolioMoveRepository.removeOpenBefore(database.fork(), new Date(now.getTime() - dayMs));
  await sessionRepository.deleteExpired(database.fork(), now, sessions.idleSince());
  await securityEventRepository.deleteBefore(
    database.fork(),
    new Date(now.getTime() - accountPolicy.securityEventRetentionMs),
  );
  await idempotencyKeyRepository.deleteBefore(
    database.fork(),
    new Date(now.getTime() - idempotencyRetentionMs),
  );
  await deletedItemRepository.deleteBefore(database.fork(), restorableSince(now));
  const deliveries = await notificationDeliveryRepository.deleteCreatedBefore(
    database.fork(),
    new Date(now.getTime() - deliveryRetentionMs),
  );
  const devices = await cleanUpDevices(services);
  const signals = await signalRepository.prune(database.fork(), maxInboxEntries);
  await stockQuoteRepository.removeUnwanted(database.fork(), new Date(now.getTime() - dayMs));
  await stockRepository.noteUntracked(database.fork(), now);
  const stocks = await deleteUntracked(database, new Date(now.getTime() - untrackedRetentionMs), signal);
  log.info({ tasks, deliveries, devices, signals, stocks }, 'cleaned up');
}

/** @returns how many stocks were deleted */
async function deleteUntracked(database: Database, cutOff: Date, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    const symbols = await stockRepository.listUntrackedSince(database.fork(), cutOff, symbolsPerPage);
    let deletedFromPage = 0;
    for (const symbol of symbols) {
      // `ensureStock` holds this lock from look-up to link: it never links a stock that is being deleted.
      const isDeleted = await withStockLock(database, symbol, signal, () =>
        stockRepository.deleteUntracked(database.fork(), symbol, cutOff),
      );
      if (isDeleted) deletedFromPage += 1;
    }
    deleted += deletedFromPage;
    if (deletedFromPage === 0) return deleted;
  }
}
