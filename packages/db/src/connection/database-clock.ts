import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

const comparisonIntervalMs = 10_000;

/** Smaller differences are left alone, so that the times of one process stay in order. */
const toleranceMs = 1_000;

/** The database's clock, which is one for all processes. */
export interface DatabaseClock {
  readonly now: () => Date;
  stop(): void;
}

export interface DatabaseClockOptions {
  /** Receives how far the machine's clock is ahead of the database's, in seconds, whenever that has changed. */
  readonly onDifference: (secondsAhead: number) => void;
  /** Milliseconds since 1970. By default it goes on evenly when the clock of the machine is set. */
  readonly machineTime?: () => number;
}

/**
 * Starts a clock that follows the database's: the queue runs a job when its time has come there, and processes on
 * other machines read the times that this one writes. While the database does not answer, the clock goes on with the
 * last difference.
 * @throws the driver's error if the database does not answer
 */
export async function startDatabaseClock(
  database: { fork(): EntityManager },
  { onDifference, machineTime = () => performance.timeOrigin + performance.now() }: DatabaseClockOptions,
): Promise<DatabaseClock> {
  let aheadMs = 0;

  async function compare(): Promise<void> {
    const sentAt = machineTime();
    const { rows } = await sql<{ nowMs: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    `.execute(database.fork().getKysely());
    const travelMs = (machineTime() - sentAt) / 2;
    const measuredMs = sentAt + travelMs - (rows[0]?.nowMs ?? 0);
    if (Math.abs(measuredMs - aheadMs) <= toleranceMs + travelMs) return;
    aheadMs = measuredMs;
    onDifference(aheadMs / 1000);
  }

  await compare();
  // A database that does not answer is reported by everything else that needs it.
  const timer = setInterval(() => compare().catch(() => {}), comparisonIntervalMs).unref();
  return {
    now: () => new Date(Math.floor(machineTime() - aheadMs)),
    stop: () => clearInterval(timer),
  };
}
