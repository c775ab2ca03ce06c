import { randomUUID } from 'node:crypto';
import { enqueueDueRefreshes, requestMissingPairs } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { chartRequests, withYahoo } from '../support/with-yahoo.ts';

it('fetches the pair of a new currency once for two users, and refreshes it on no watch list', async () => {
  const { mockServer, harness, run } = await withYahoo();
  await harness.signUp();
  const { rows: users } = await run(sql`select id from user_account`);
  for (const { id: userId } of users as { id: string }[]) {
    const id = randomUUID();
    await run(sql`
      insert into portfolio (id, user_id, name, currency, created_at, updated_at)
      values (${id}, ${userId}, 'Retirement', 'SEK', now(), now())`);
    await run(sql`
      insert into transaction (id, user_id, portfolio_id, type, date, ordinal, currency, amount, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, ${id}, 'DEPOSIT', '2024-05-20', 1, 'USD', 100, now(), now())`);
  }
  await Promise.all([requestMissingPairs(harness.services), requestMissingPairs(harness.services)]);
  const tasks = async () => (await run(sql`select kind, subject, status, message from task`)).rows;
  const fetched = { status: 'SUCCESS', message: 'The USD/SEK rate was fetched' };
  await expect.poll(tasks).toEqual([{ kind: 'fetch-pair', subject: 'SEK/USD', ...fetched }]);
  const stocks = sql`
    select symbol, bar_count > 1000 as "hasBars", refresh_due_at > now() as "isFresh",
      (select count(*)::int from user_stock) as watched
    from stock`;
  const fresh = [{ symbol: 'USDSEK=X', hasBars: true, isFresh: true, watched: 0 }];
  expect((await run(stocks)).rows).toEqual(fresh);
  const requestCount = chartRequests(mockServer, 'USDSEK=X').length;
  expect(requestCount).toBe(2);

  await requestMissingPairs(harness.services);
  expect(await tasks()).toHaveLength(1);
  await run(sql`update stock set refresh_due_at = now() - interval '3 days'`);
  await enqueueDueRefreshes(harness.services);
  await expect.poll(async () => (await run(stocks)).rows).toEqual(fresh);
  expect(chartRequests(mockServer, 'USDSEK=X').length).toBeGreaterThan(requestCount);
});
