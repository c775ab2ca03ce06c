import { stockRepository, userRepository, userStockRepository } from '@stockbook/db';
import { sql, type TestQuery } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

/** Resolves when a statement of another connection waits for a lock. */
async function waitForBlockedStatement(): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `;
  await expect
    .poll(async () => (await waiting.execute(harness().services.database.fork().getKysely())).rows.length)
    .toBe(1);
}

it('changes of one user that wait for each other leave connections for other users', async () => {
  const [waiting, other] = [await harness().signUp(), await harness().signUp()];
  const { token } = waiting;
  const changes = await harness()
    .services.database.fork()
    .transactional(async (tx) => {
      await sql`select from user_account where username = ${waiting.name} for update`.execute(tx.getKysely());
      const names = Array.from({ length: 30 }, (_, index) => `portfolio ${index}`);
      const sent = names.map((name) => harness().rest('POST', '/portfolios', { token, body: { name } }));
      await waitForBlockedStatement();
      expect((await harness().rest('GET', '/stocks', { token: other.token })).status).toBe(200);
      return { sent };
    });
  const statuses = (await Promise.all(changes.sent)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 201));
});

it('a stock can be removed while a refresh stores its bars and its indicators', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'AAPL');
  for (const ta_indicator of ['EMA', 'SMA']) {
    await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator });
  }
  // Locks in the order of a refresh: the stock's row, then one group of indicators after the other.
  const recalculate = (name: string): TestQuery<unknown> => sql`
    update calculated_indicator set calculated_at = now() where indicator_function = ${name}
  `;
  const removal = await harness()
    .services.database.fork()
    .transactional(async (tx) => {
      const run = (query: TestQuery<unknown>) => query.execute(tx.getKysely());
      await run(sql`select from stock where symbol = 'AAPL' for update`);
      await run(recalculate('SMA'));
      const removing = harness().rest('DELETE', '/stocks/AAPL', { token });
      await waitForBlockedStatement();
      await run(recalculate('EMA'));
      return { removing };
    });
  expect((await removal.removing).status).toBe(200);
  expect((await harness().rest('GET', '/stocks/AAPL', { token })).status).toBe(404);
});

it('changing the notes is answered 404 when the stock is removed meanwhile', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'MSFT');
  const change = await harness()
    .services.database.fork()
    .transactional(async (tx) => {
      await sql`delete from user_stock`.execute(tx.getKysely());
      const changing = harness().rest('PATCH', '/stocks/MSFT', { token, body: { notes: 'too late' } });
      await waitForBlockedStatement();
      return { changing };
    });
  expect(await change.changing).toMatchObject({ status: 404, body: { error: 'Stock not found' } });
});

it('creating a token is rejected when another request creates the hundredth meanwhile', async () => {
  const { token } = await harness().signUp();
  const { body } = await harness().rest('GET', '/auth/me', { token });
  const make = () => harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
  const fill = (first: number, last: number): TestQuery<unknown> => sql`
    insert into personal_access_token (id, user_id, name, digest, created_at, expires_at)
    select gen_random_uuid(), ${body.id}, 'script', number, now(), now() + interval '1 day'
    from generate_series(${first}::int, ${last}::int) number
  `;
  await fill(1, 99).execute(harness().services.database.fork().getKysely());
  const late = await harness()
    .services.database.fork()
    .transactional(async (tx) => {
      await userRepository.lockForUpdate(tx, String(body.id));
      const making = make();
      await waitForBlockedStatement();
      await fill(100, 100).execute(tx.getKysely());
      return { making };
    });
  expect(await late.making).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

it('a calculation locks nothing while it reads the bars', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'KO');
  const { database } = harness().services;
  const { calculating } = await database.fork().transactional(async (tx) => {
    await sql`lock table price_bar in access exclusive mode`.execute(tx.getKysely());
    const calculation = harness().calculate(token, { stock_symbol: 'KO', ta_indicator: 'SMA' });
    await waitForBlockedStatement();
    for (const table of ['stock', 'user_stock', 'user_account'] as const) {
      const free = await sql`select from ${sql.table(table)} for update skip locked`.execute(tx.getKysely());
      const all = await sql`select from ${sql.table(table)}`.execute(tx.getKysely());
      expect([table, free.rows.length]).toEqual([table, all.rows.length]);
    }
    return { calculating: calculation };
  });
  expect(await calculating).toMatchObject({ status: 'SUCCESS' });
});

it('a calculation restarts if the bars change before it is saved', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'IBM');
  const request = { stock_symbol: 'IBM', ta_indicator: 'SMA' };
  const before = await harness().calculate(token, request);
  const { calculating } = await harness()
    .services.database.fork()
    .transactional(async (tx) => {
      await sql`select from stock where symbol = 'IBM' for update`.execute(tx.getKysely());
      const calculation = harness().calculate(token, request);
      await waitForBlockedStatement();
      await sql`
        delete from price_bar using stock
        where stock_id = stock.id and symbol = 'IBM' and date > '2020-01-01'
      `.execute(tx.getKysely());
      await sql`update stock set bars_revision = bars_revision + 1 where symbol = 'IBM'`.execute(
        tx.getKysely(),
      );
      return { calculating: calculation };
    });
  const after = await calculating;
  expect([before.status, after.status]).toEqual(['SUCCESS', 'SUCCESS']);
  const { body } = await harness().rest('GET', '/indicators/IBM', { token });
  const [{ data_end_date }] = body.indicators as [{ data_end_date: string }];
  expect(data_end_date <= '2020-01-01').toBe(true);
});

it('adding a stock starts no second task when that of an equal request links it and ends meanwhile', async () => {
  const other = await harness().signUp();
  await harness().addStock(other.token, 'NVDA');
  const { token } = await harness().signUp();
  const userId = String((await harness().rest('GET', '/auth/me', { token })).body.id);
  const request = await harness()
    .services.database.fork()
    .transactional(async (tx) => {
      await userRepository.lockForUpdate(tx, userId);
      const adding = harness().rest('POST', '/stocks/', { token, body: { symbol: 'NVDA' } });
      await waitForBlockedStatement();
      const stock = await stockRepository.findBySymbol(tx, 'NVDA', null);
      await userStockRepository.link(tx, userId, stock?.id ?? 0, new Date());
      return { adding };
    });
  const { status, body } = await request.adding;
  expect([status, body]).toEqual([200, { message: 'NVDA is already on your watch list' }]);
});
