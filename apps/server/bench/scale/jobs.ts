import { dayMs } from '@stockbook/common/durations';
import {
  conversionRepository,
  type Database,
  notificationDeliveryRepository,
  packedClosesRepository,
  securityEventRepository,
  sessionRepository,
  signalRepository,
  stockRepository,
  taskRepository,
} from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { Comparisons, SideName } from './comparison.ts';
import type { Report } from './report.ts';

const before = (days: number) => new Date(Date.now() - days * dayMs);

/** Statements of jobs for all users, without the refresh of stocks, which `bench -- --night` measures. */
const jobs: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'due stocks, every five minutes': (database) =>
    stockRepository.listDueForRefresh(database.fork(), new Date(), 200),
  'untracked stocks, at night': (database) => stockRepository.noteUntracked(database.fork(), new Date()),
  'currencies of all portfolios, at night': (database) => conversionRepository.listAll(database.fork()),
  'inboxes above their limit, at night': (database) => signalRepository.prune(database.fork(), 10_000),
  'expired sessions, at night': (database) =>
    sessionRepository.deleteExpired(database.fork(), new Date(), before(7)),
  'ended tasks, at night': (database) => taskRepository.deleteFinishedBefore(database.fork(), before(7)),
  'old deliveries, at night': (database) =>
    notificationDeliveryRepository.deleteCreatedBefore(database.fork(), before(30)),
  'overdue deliveries, every five minutes': (database) =>
    notificationDeliveryRepository.listOverdue(database.fork(), new Date(), 200),
  'devices of due deliveries, with each attempt': (database) =>
    database.fork().transactional((tx) => {
      const due = { now: new Date(), limit: 32 };
      return notificationDeliveryRepository.lockDevicesOfDue(tx, due);
    }),
  'old security events, at night': (database) =>
    securityEventRepository.deleteBefore(database.fork(), before(180)),
};

const rounds = 5;

/** Adds an untracked pair that is due: the most that the search for due stocks has to read. */
export async function addDuePair(database: Database): Promise<void> {
  await sql`
    insert into stock (symbol, name, currency, timezone, is_active, data_source, refresh_due_at, created_at)
    values ('EURUSD=X', 'EUR/USD', 'USD', 'UTC', true, 'simulated', now() - interval '1 minute', now())
    on conflict (symbol, owner_id) do update set refresh_due_at = excluded.refresh_due_at
  `.execute(database.fork().getKysely());
}

/** Compares the jobs on both databases, in turns. A job that fails is reported. */
export async function compareJobs(
  sides: readonly { readonly name: SideName; readonly database: Database }[],
  comparisons: Comparisons,
  report: Report,
): Promise<void> {
  for (const [title, run] of Object.entries(jobs)) {
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const { name, database } of sides) {
          const start = performance.now();
          await run(database);
          comparisons.add(title, name, performance.now() - start);
        }
      }
      report.log(comparisons.rowOf(title));
    } catch (error) {
      report.fail(title, error);
    }
  }
}

/** Packs the closes of all stocks, as a refresh does. */
export async function packCloses(database: Database): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from stock`.execute(database.fork().getKysely());
  for (const { id } of rows) await packedClosesRepository.repack(database.fork(), id, null);
}
