import { randomUUID } from 'node:crypto';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { connectionConfig } from '../connection/connection-config.ts';
import { restore } from './restore.ts';

/** PostgreSQL's `insufficient_privilege`. */
const insufficientPrivilege = '42501';

/**
 * Restores a script of `backUp` into a new database on the server of `url`, and drops that database again.
 *
 * @returns false if the role may not create databases
 * @throws BackupError if the script cannot be restored
 */
export async function restoreOnTrial(url: string, source: AsyncIterable<Buffer>): Promise<boolean> {
  const name = `stockbook_trial_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ ...connectionConfig(url), application_name: 'stockbook backup' });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    try {
      await client.query(`create database ${escapeIdentifier(name)} template template0`);
    } catch (error) {
      if (error instanceof DatabaseError && error.code === insufficientPrivilege) return false;
      throw error;
    }
    try {
      const trial = new URL(url);
      trial.pathname = `/${name}`;
      await restore(trial.href, source);
      return true;
    } finally {
      await client.query(`drop database ${escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}
