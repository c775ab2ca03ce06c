import { createTestDatabase } from '@stockbook/db/testing';
import { expect, it, onTestFinished } from 'vitest';
import { runSignalNights } from './support/signal-run.ts';

// The long form: node apps/server/test/faults/run-faults.ts --signals
it('gives every signal once and delivers it when workers are killed in the middle of nights', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const run = await runSignalNights({
    databaseUrl,
    stocks: 10,
    rulesPerStock: 20,
    kills: 3,
    seed: 16,
    maxRunMs: 300,
  });
  expect(run.expected.length).toBeGreaterThan(50);
  expect(run.given).toEqual(run.expected);
  expect(run.outbox.owed).toBeGreaterThan(20);
  expect(run.outbox.violations).toEqual([]);
});
