import { workerStaleAfterS } from '@stockbook/api';
import {
  backupStateRepository,
  type Database,
  isDatabaseUnavailable,
  stockQuoteRepository,
  tableSizeRepository,
  taskRepository,
  workerRepository,
} from '@stockbook/db';
import { Gauge, type Registry } from 'prom-client';

/** Adds the gauges that are read from the database whenever the metrics are read. */
export function addDatabaseGauges(database: Database, registers: Registry[]): void {
  new Gauge({
    name: 'stockbook_tasks',
    help: 'Unfinished tasks by kind and status',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      this.reset();
      const counts = await unlessUnavailable(taskRepository.countUnfinishedByStatus(database.fork()), []);
      for (const { kind, status, count } of counts) this.set({ kind, status }, count);
    },
  });
  const tableRows = new Gauge({
    name: 'stockbook_table_rows',
    help: 'Rows of each table that grows with time, estimated when PostgreSQL last analyzed it',
    labelNames: ['table'],
    registers,
  });
  new Gauge({
    name: 'stockbook_table_bytes',
    help: 'Size of each table that grows with time, with its indexes',
    labelNames: ['table'],
    registers,
    async collect() {
      const sizes = await unlessUnavailable(tableSizeRepository.list(database.fork()), []);
      for (const { name, bytes, rows } of sizes) {
        this.set({ table: name }, bytes);
        if (rows !== null) tableRows.set({ table: name }, rows);
      }
    },
  });
  new Gauge({
    name: 'stockbook_quote_symbols',
    help: 'Stocks whose prices are fetched, by the state of their markets; none: without a price yet',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const counts = stockQuoteRepository.countByState(database.fork(), new Date());
      for (const { state, count } of await unlessUnavailable(counts, [])) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'stockbook_backup_last_success_timestamp_seconds',
    help: 'When the last scheduled backup was made; missing if there was none',
    labelNames: ['verified'],
    registers,
    async collect() {
      this.reset();
      const state = await unlessUnavailable(backupStateRepository.find(database.fork()), null);
      if (!state?.succeededAt) return;
      this.set({ verified: String(state.isVerified) }, state.succeededAt.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'stockbook_worker_up',
    help: '1 if any worker has sent a heartbeat recently, otherwise 0',
    registers,
    async collect() {
      const isUp = workerRepository.hasLiveWorker(database.fork(), workerStaleAfterS);
      this.set((await unlessUnavailable(isUp, false)) ? 1 : 0);
    },
  });
  addAvailabilityGauges(database, registers);
}

function addAvailabilityGauges(database: Database, registers: Registry[]): void {
  new Gauge({
    name: 'stockbook_database_connections',
    help: 'Connections of the pool, and callers waiting for one',
    labelNames: ['state'],
    registers,
    async collect() {
      const { totalCount, idleCount, waitingCount } = await database.pool();
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'stockbook_database_up',
    help: '1 if the database answers, otherwise 0',
    registers,
    async collect() {
      this.set(
        await database.ping().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
  new Gauge({
    name: 'stockbook_database_writable',
    help: '1 if the database takes writes; 0 if its disk is full, it is read-only, or it does not answer',
    registers,
    async collect() {
      this.set((await unlessUnavailable(database.takesWrites(), false)) ? 1 : 0);
    },
  });
}

/** `fallback` while the database is not available: the other metrics are served, and `stockbook_database_up` is 0. */
async function unlessUnavailable<T>(result: Promise<T>, fallback: T): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return fallback;
    throw error;
  }
}
