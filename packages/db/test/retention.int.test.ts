import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { growingTables, list } from '../src/repositories/tasks/table-size.repository.ts';
import { useTestDatabase } from '../src/testing/index.ts';

/** Tables with what users keep, as many rows as their quotas allow, and with the state of the server. */
const otherTables = [
  'backup_state',
  'calculated_indicator',
  'dismissed_dividend',
  'drawing_set',
  'example_entry',
  'journal_entry',
  'notification_channel',
  'passkey',
  'personal_access_token',
  'portfolio',
  'portfolio_tag',
  'portfolio_tag_group',
  'portfolio_tag_share',
  'portfolio_target',
  'provider_connection',
  'provider_state',
  'quote_currency',
  'recovery_code',
  'schema_migration',
  'second_factor',
  'session_check',
  'signal_rule',
  'signal_state',
  'split_choice',
  'stock_list',
  'stock_list_entry',
  'strategy',
  'strategy_state',
  'study_set',
  'transaction',
  'user_account',
  'user_stock',
  'worker_heartbeat',
];

it('knows of every table whether it grows with time', async () => {
  const { database } = await useTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
  `.execute(database.fork().getKysely());
  expect([...growingTables, ...otherTables].sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('documents how long each table that grows with time keeps its rows', async () => {
  const text = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('## What is kept, and for how long');
  const [table = ''] = section.split('\n## ');
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual([...growingTables]);
});

it('estimates the size of each table that grows with time', async () => {
  const { database } = await useTestDatabase();
  const sizes = await list(database.fork());
  expect(sizes.map(({ name }) => name)).toEqual([...growingTables]);
  expect(sizes.every(({ bytes }) => bytes > 0)).toBe(true);
});
