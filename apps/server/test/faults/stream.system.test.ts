import { expect, it } from 'vitest';
import { runFaults } from './support/fault-run.ts';

// The short form of `run-faults.ts`: every kind of kill once, in the middle of a stream of writes.
it('faults neither lose an acknowledged write, nor repeat a task, nor leave a job or lock behind', {
  timeout: 120_000,
}, async () => {
  const kinds = ['kill web', 'kill worker', 'kill PostgreSQL'];
  const ledger = await runFaults({ seconds: 12, seed: 20261121, writers: 4, kinds });
  expect(ledger.violations).toEqual([]);
  expect(ledger.writes.acknowledged).toBeGreaterThan(10);
});
