import { setTimeout as delay } from 'node:timers/promises';
import { cleanUp } from '@stockbook/api';
import { stockRepository, userStockRepository, withStockLock } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { addFailedDelivery } from '../support/add-failed-delivery.ts';
import { useHarness } from '../support/harness.ts';
import { withYahoo } from '../support/with-yahoo.ts';

const harness = useHarness();

const clean = () => cleanUp(harness().services, new AbortController().signal);
const find = (symbol: string) =>
  stockRepository.findBySymbol(harness().services.database.fork(), symbol, null);

/** Sets `untracked_since` of stocks to `days` days ago. */
async function setUntracked(days: number, ...symbols: string[]): Promise<void> {
  await sql`
    update stock set untracked_since = now() - make_interval(days => ${days}) where symbol = any(${symbols}::text[])
  `.execute(harness().services.database.fork().getKysely());
}

async function trackAndRemove(token: string, symbol: string): Promise<void> {
  await harness().addStock(token, symbol);
  await harness().rest('DELETE', `/stocks/${symbol}`, { token });
}

it('deletes a stock that has been untracked for 30 days, with its bars', async () => {
  const { token } = await harness().signUp();
  await trackAndRemove(token, 'AAPL');
  await trackAndRemove(token, 'MSFT');
  await clean();
  const apple = await find('AAPL');
  expect(apple?.untrackedSince).toBeInstanceOf(Date);
  await setUntracked(31, 'AAPL');
  await setUntracked(29, 'MSFT');
  await clean();
  expect([await find('AAPL'), (await find('MSFT'))?.symbol]).toEqual([null, 'MSFT']);
  const { rows } = await sql`select from price_bar where stock_id = ${apple?.id}`.execute(
    harness().services.database.fork().getKysely(),
  );
  expect(rows).toEqual([]);
  expect(await harness().addStock(token, 'AAPL')).toMatchObject({ status: 'SUCCESS' });
});

it('restarts the 30 days when a stock is tracked again', async () => {
  const { token } = await harness().signUp();
  await trackAndRemove(token, 'NVDA');
  await setUntracked(31, 'NVDA');
  await trackAndRemove(token, 'NVDA');
  await clean();
  expect((await find('NVDA'))?.symbol).toBe('NVDA');
});

it('keeps a tracked stock despite an old untracked_since', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'KO');
  await setUntracked(31, 'KO');
  await clean();
  expect(await find('KO')).toMatchObject({ untrackedSince: null });
});

it('does not delete a stock that is being added', async () => {
  const { database } = harness().services;
  const { token, name } = await harness().signUp();
  await trackAndRemove(token, 'IBM');
  await trackAndRemove(token, 'DIS');
  await setUntracked(40, 'DIS');
  await setUntracked(31, 'IBM');
  // Under its lock, like an add task: finds the stock first, and links it later.
  const { cleaning } = await withStockLock(database, 'IBM', new AbortController().signal, async () => {
    const stock = await find('IBM');
    const running = clean();
    await expect.poll(() => find('DIS')).toBe(null);
    await delay(200);
    const { rows } = await sql<{ id: string }>`select id from user_account where username = ${name}`.execute(
      database.fork().getKysely(),
    );
    await userStockRepository.link(database.fork(), rows[0]?.id ?? '', stock?.id ?? 0, new Date());
    return { cleaning: running };
  });
  await cleaning;
  expect((await harness().rest('GET', '/stocks/IBM', { token })).status).toBe(200);
});

it('deletes finished tasks after seven days, and expired sign-ins', async () => {
  const { harness, token, run } = await withYahoo();
  await harness.addStock(token, 'AAPL');
  await harness.addStock(token, 'MSFT');
  await run(sql`update task set finished_at = now() - interval '8 days' where subject = 'AAPL'`);
  const { refreshToken } = await harness.signUp();
  await run(
    sql`update session set expires_at = now() - interval '1 second' where created_at = (select max(created_at) from session)`,
  );
  await cleanUp(harness.services, new AbortController().signal);
  const { rows } = await run(sql`select subject from task`);
  expect(rows).toEqual([{ subject: 'MSFT' }]);
  expect((await run(sql`select id from session`)).rows).toHaveLength(1);
  const renewed = await harness.rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
  expect(renewed.status).toBe(401);
});

it('keeps 10,000 entries of an inbox, and deletes the oldest read ones first', async () => {
  const { token } = await harness().signUp();
  const db = harness().services.database.fork().getKysely();
  // The oldest 10 are unread, the next 10 are read.
  await sql`
    insert into signal (id, user_id, kind, bar_date, "values", sentence, is_read, created_at)
    select gen_random_uuid(), user_id, 'notice', '2026-01-01', '[]', number, number between 11 and 20,
      now() + number * interval '1 second'
    from (select id as user_id from user_account order by created_at desc limit 1) u, generate_series(1, 10005) number
  `.execute(db);
  await clean();
  const { body } = await harness().rest('GET', '/signals/?limit=1', { token });
  expect(body).toMatchObject({ total: 10_000, unread: 9_995 });
  const { rows } = await sql<{ sentence: string }>`
    select sentence from signal order by created_at limit 12
  `.execute(db);
  expect(rows.map(({ sentence }) => Number(sentence))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17]);
});

it('deletes prices that nothing has wanted for a day', async () => {
  const db = harness().services.database.fork().getKysely();
  await sql`
    insert into stock (symbol, name, is_active, refresh_due_at, created_at)
    select symbol, '', true, now() + interval '1 year', now() from unnest(array['OLD', 'WANTED', 'LEVEL']) symbol
  `.execute(db);
  await sql`
    insert into stock_quote (stock_id, wanted_until)
    select id, now() - case symbol when 'WANTED' then interval '23 hours' else interval '25 hours' end
    from stock where symbol in ('OLD', 'WANTED', 'LEVEL')
  `.execute(db);
  await sql`
    insert into signal_rule (id, user_id, condition, scope, stock_id, "trigger", quiet_bars, is_active, session_level,
      created_at, updated_at)
    select gen_random_uuid(), (select id from user_account limit 1), 'price touches 1', 'stock', id, 'once', 0, true, 1,
      now(), now()
    from stock where symbol = 'LEVEL'
  `.execute(db);
  await clean();
  const { rows } = await sql`
    select symbol from stock_quote join stock on stock.id = stock_id order by symbol
  `.execute(db);
  expect(rows).toEqual([{ symbol: 'LEVEL' }, { symbol: 'WANTED' }]);
});

it('deletes deliveries after 30 days', async () => {
  const { token } = await harness().signUp();
  const channel = { kind: 'webhook', name: 'Hook', target: 'https://hooks.example.com/' };
  const created = await harness().rest('POST', '/notifications/channels', { token, body: channel });
  const { database } = harness().services;
  for (const age of ['30 days 1 minute', '29 days 23 hours']) {
    const id = await addFailedDelivery(database, String(created.body.id));
    await sql`
      update notification_delivery set created_at = now() - ${age}::interval, error = ${age} where id = ${id}
    `.execute(database.fork().getKysely());
  }
  await clean();
  const { body } = await harness().rest('GET', '/notifications/deliveries', { token });
  expect(body).toMatchObject({ total: 1, deliveries: [{ error: '29 days 23 hours' }] });
});

it('deletes security events after 180 days', async () => {
  const { token } = await harness().signUp();
  const age = (days: number) =>
    sql`update security_event set at = now() - make_interval(days => ${days})`.execute(
      harness().services.database.fork().getKysely(),
    );
  const count = async () => (await harness().rest('GET', '/auth/events', { token })).body.total;
  await age(179);
  await clean();
  expect(await count()).toBe(1);
  await age(181);
  await clean();
  expect(await count()).toBe(0);
});
