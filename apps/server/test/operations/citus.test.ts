import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@stockbook/db';
import { expect, it, onTestFinished } from 'vitest';
import { projectDir } from '../../src/env.ts';
import { programFolder, runProgram } from './support/packaged-program.ts';
import { startPrimary } from './support/postgres-server.ts';
import { runCommand } from './support/run-command.ts';

it('changes no table when deploy/citus.sql runs on a server without Citus', async () => {
  const postgres = await startPrimary();
  onTestFinished(() => postgres.remove());
  expect(await runCommand(postgres.url, 'migrate')).toMatchObject({ code: 0 });
  const folder = await programFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, 'citus.sql');
  await copyFile(join(projectDir, 'deploy/citus.sql'), script);
  const database = openDatabase({ url: postgres.url, poolSize: 1, warn: () => {} });
  onTestFinished(() => database.close());
  const pool = await database.pool();
  const foreignKeys = async () =>
    (await pool.query(`select conname from pg_constraint where contype = 'f' order by conname`)).rows;
  const before = await foreignKeys();
  expect(before).toContainEqual({ conname: 'stock_split_stock_id_foreign' });
  await expect(runProgram('psql', '-v', 'ON_ERROR_STOP=1', '-f', script, postgres.url)).rejects.toThrow(
    'function citus_version() does not exist',
  );
  expect(await foreignKeys()).toEqual(before);
});
