import { expect, it, onTestFinished, vi } from 'vitest';
import { useTestDatabase } from '../testing/index.ts';
import { startDatabaseClock } from './database-clock.ts';

const hourMs = 3_600_000;

/** Starts a clock on a machine whose own is wrong. @returns by how much the times differ from those of the database */
async function startClock(machineAheadMs: number) {
  const { database } = await useTestDatabase();
  const onDifference = vi.fn<(secondsAhead: number) => void>();
  const machineTime = () => Date.now() + machineAheadMs;
  const clock = await startDatabaseClock(database, { onDifference, machineTime });
  onTestFinished(() => clock.stop());
  // The database is on this machine.
  return { differenceMs: Math.abs(clock.now().getTime() - Date.now()), onDifference };
}

it.each([2 * hourMs, -400 * 24 * hourMs])(
  'follows the database on a machine that is %i ms ahead',
  async (ms) => {
    const { differenceMs, onDifference } = await startClock(ms);
    expect(differenceMs).toBeLessThan(2_000);
    expect(onDifference).toHaveBeenCalledOnce();
    expect(Math.abs((onDifference.mock.calls[0]?.[0] ?? 0) - ms / 1000)).toBeLessThan(2);
  },
);

it('keeps the time of a machine that differs by less than a second', async () => {
  const { differenceMs, onDifference } = await startClock(500);
  expect(onDifference).not.toHaveBeenCalled();
  expect(differenceMs).toBeLessThan(1_000);
});
