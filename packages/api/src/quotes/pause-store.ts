import { type Database, providerStateRepository } from '@stockbook/db';
import type { PauseStore } from '@stockbook/market-data';

/** Shares the pauses and budgets of quotes between processes through the database. */
export function createPauseStore(database: Database): PauseStore {
  return {
    read: (way) => providerStateRepository.readCoolDown(database.fork(), way),
    write: (way, pause) => providerStateRepository.writeCoolDown(database.fork(), way, pause),
    takeCalls: (way, calls, windowStart, maximum) =>
      providerStateRepository.takeCalls(database.fork(), way, { calls, windowStart, maximum }),
  };
}
