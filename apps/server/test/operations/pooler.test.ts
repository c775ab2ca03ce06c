import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiClient, startServer } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { signUp } from '../faults/support/caller.ts';
import { expectEachOnce, killWhileQuotesAreFetched } from '../faults/support/quote-run.ts';
import { startStack } from '../faults/support/stack.ts';
import { programFolder } from './support/packaged-program.ts';
import { startPgBouncer } from './support/pgbouncer.ts';
import { type PostgresServer, startPrimary } from './support/postgres-server.ts';
import { report } from './support/report.ts';
import { runCommand } from './support/run-command.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPrimary();
});
afterAll(() => postgres?.remove());

async function usePgBouncer(poolMode: 'session' | 'transaction' | 'statement') {
  const pooler = await startPgBouncer(postgres, poolMode);
  onTestFinished(() => pooler.remove());
  return pooler.url;
}

it.each(['transaction', 'statement'] as const)(
  'refuses a pooler in %s mode with one line, and leaves no lock behind',
  async (poolMode) => {
    const url = await usePgBouncer(poolMode);
    const sentence =
      'stockbook: DATABASE_URL leads to a connection pooler that shares sessions: set pool_mode = session in PgBouncer.';
    const start = performance.now();
    await expect(startServer({ env: { DATABASE_URL: url, LOG_LEVEL: 'error' } })).rejects.toThrow(
      new RegExp(`exited with 1 during startup\\n${sentence}$`),
    );
    report(`${poolMode} mode: refused after ${((performance.now() - start) / 1000).toFixed(1)} s`);
    expect(await runCommand(url, 'migrate')).toEqual({ code: 1, lines: [sentence] });
    expect(await postgres.query("select from pg_locks where locktype = 'advisory'")).toEqual([]);
    expect(await runCommand(postgres.url, 'migrate')).toMatchObject({ code: 0 });
  },
);

it('runs all roles, and its commands, through a pooler in session mode', async () => {
  const url = await usePgBouncer('session');
  const [web] = await Promise.all([
    startServer({ env: { DATABASE_URL: url, ROLE: 'web' } }),
    startServer({ env: { DATABASE_URL: url, ROLE: 'worker' } }).then((worker) =>
      onTestFinished(() => worker.kill()),
    ),
  ]);
  onTestFinished(() => web.kill());
  const token = await signUp(web.url, 'pooled');
  const client = apiClient(web.url, token);
  await client.runTask('/stocks/', { symbol: 'AAPL' });
  const start = performance.now();
  await client.runTask('/indicators/calculate', { stock_symbol: 'AAPL', ta_indicator: 'RSI' });
  report(`session mode: an indicator after ${(performance.now() - start).toFixed(0)} ms`);

  const folder = await programFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await runCommand(url, 'backup', join(folder, 'backup.sql.gz'))).toMatchObject({ code: 0 });
  expect(await runCommand(url, 'list-users')).toMatchObject({ code: 0 });
});

it('fetches quotes once an interval through a pooler in session mode, while processes are killed', {
  timeout: 150_000,
}, async () => {
  const stack = await startStack(await usePgBouncer('session'));
  onTestFinished(() => stack.stop());
  expectEachOnce(await killWhileQuotesAreFetched(stack, Date.now()));
});
