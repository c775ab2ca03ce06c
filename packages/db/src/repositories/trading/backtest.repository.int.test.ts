import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { User } from '../../entities/accounts.ts';
import { Backtest, BacktestResult, Strategy } from '../../entities/trading.ts';
import { useTestDatabase } from '../../testing/index.ts';
import { userRow } from '../../testing/test-rows.ts';
import * as userRepository from '../accounts/user.repository.ts';
import * as strategyRepository from './strategy.repository.ts';

it.each([
  ['a strategy', strategyRepository.remove],
  ['a user', userRepository.remove],
])('deletes %s with more results than one statement can within its timeout', async (_, remove) => {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const db = em.getKysely();
  const [userId, id] = [randomUUID(), randomUUID()];
  const now = new Date();
  await em.insert(User, userRow(userId, 'trader'));
  await strategyRepository.add(em, {
    id,
    userId,
    name: 'Mine',
    description: null,
    rules: {},
    isActive: false,
    createdAt: now,
    updatedAt: now,
  });
  await sql`
    insert into backtest (id, user_id, strategy_id, rules, settings, created_at)
    select gen_random_uuid(), ${userId}, ${id}, '{}', '{}', ${now} from generate_series(1, 50)
  `.execute(db);
  await sql`
    insert into backtest_result (
      backtest_id, position, symbol, bars_revision, start_date, end_date, statistics, dropped_orders, warnings,
      trade_count, days, equity, buy_and_hold, trades
    )
    select id, position, 'TEST', 1, '2024-01-01', '2024-01-01', '{}', 0, '{}', 0, '', '', '', ''
    from backtest, generate_series(1, 2) position
  `.execute(db);
  // 10 ms per result: all 100 take longer than the timeout.
  await sql`
    create function delay_delete() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.01); return old; end $$
  `.execute(db);
  await sql`
    create trigger slow before delete on backtest_result for each row execute function delay_delete()
  `.execute(db);
  await em.transactional(async (tx) => {
    await sql`set local statement_timeout = 700`.execute(tx.getKysely());
    await remove(tx, userId, id);
  });
  const counts = await Promise.all([em.count(Strategy), em.count(Backtest), em.count(BacktestResult)]);
  expect(counts).toEqual([0, 0, 0]);
});
