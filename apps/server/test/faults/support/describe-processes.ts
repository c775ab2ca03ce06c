import { sql } from '@stockbook/db/testing';
import { describe, it } from 'vitest';
import { chartRequests } from '../../support/with-yahoo.ts';
import { call, endOf, type Reply, signUp, type TaskPath, taskIdOf } from './caller.ts';
import { useOwnStack } from './own-stack.ts';

const maxTaskMs = 60_000;

/** Sends `count` requests at once. */
function atOnce(count: number, send: (number: number) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => send(number)));
}

/** The distinct tasks of the replies. */
const taskIdsOf = (replies: readonly Reply[]) => [
  ...new Set(replies.map(taskIdOf).filter((id) => id !== null)),
];

interface Item {
  readonly stock: { symbol: string; last_close: number };
  readonly is_favorite: boolean;
}

/** Declares the tests of several processes on one database; they may run concurrently. */
export function describeProcesses(): void {
  describe('several processes on one database', () => {
    it('does the work once when fifty equal requests arrive at several processes at the same time', async ({
      onTestFinished,
      expect,
    }) => {
      const { start, mockServer, database } = await useOwnStack(onTestFinished);
      const webs = await Promise.all([start('web'), start('web'), start('worker'), start('worker')]);
      const urlOf = (number: number) => webs[number % 2]?.url ?? '';
      const token = await signUp(urlOf(0), 'eager');
      const ended = async (taskPath: TaskPath, replies: readonly Reply[]) => {
        const ends = await Promise.all(
          taskIdsOf(replies).map((id) => endOf(() => urlOf(0), taskPath, id, token, maxTaskMs)),
        );
        for (const end of ends) expect(end).toMatchObject({ status: 'SUCCESS' });
        return ends.length;
      };
      const items = async () => (await call(urlOf(1), 'GET', '/stocks/', { token })).body.stocks as Item[];

      const adds = await atOnce(50, (number) =>
        call(urlOf(number), 'POST', '/stocks/', { token, body: { symbol: 'AAPL' } }),
      );
      for (const { outcome } of adds) expect(outcome).toBe('acknowledged');
      expect(await ended('/stocks/tasks', adds)).toBe(1);
      // One request confirms the symbol, one loads its history.
      expect(chartRequests(mockServer, 'AAPL')).toHaveLength(2);

      const favorites = await atOnce(50, (number) =>
        call(urlOf(number), 'PATCH', '/stocks/AAPL', { token, body: { is_favorite: true } }),
      );
      for (const { status } of favorites) expect(status).toBe(200);
      expect(await items()).toMatchObject([{ stock: { symbol: 'AAPL' }, is_favorite: true }]);

      const calculations = await atOnce(50, (number) =>
        call(urlOf(number), 'POST', '/indicators/calculate', {
          token,
          body: { stock_symbol: 'AAPL', ta_indicator: 'RSI' },
        }),
      );
      for (const { status } of calculations) expect(status).toBe(202);
      await ended('/indicators/task', calculations);
      expect((await call(urlOf(0), 'GET', '/indicators/AAPL', { token })).body.total).toBe(1);

      // Ten users at once: each has a separate task and watch list entry, and the history is downloaded once.
      const tokens = await Promise.all(
        Array.from({ length: 10 }, (_, number) => signUp(urlOf(number), `many${number}`)),
      );
      const many = await Promise.all(
        tokens.map(async (own, number) => {
          const reply = await call(urlOf(number), 'POST', '/stocks/', {
            token: own,
            body: { symbol: 'MSFT' },
          });
          return endOf(() => urlOf(number), '/stocks/tasks', taskIdOf(reply) ?? '', own, maxTaskMs);
        }),
      );
      for (const end of many) expect(end).toMatchObject({ status: 'SUCCESS' });
      const { rows } = await sql`select symbol from stock order by symbol`.execute(
        database.fork().getKysely(),
      );
      expect(rows).toEqual([{ symbol: 'AAPL' }, { symbol: 'MSFT' }]);
      expect(chartRequests(mockServer, 'MSFT')).toHaveLength(2);
    });

    it('serves the current state immediately after another process has changed it', async ({
      onTestFinished,
      expect,
    }) => {
      const { start, mockServer } = await useOwnStack(onTestFinished);
      const [one, other] = await Promise.all([start('web'), start('web'), start('worker')]);
      const token = await signUp(one.url, 'everywhere');
      const ended = async (reply: Reply) =>
        endOf(() => one.url, '/stocks/tasks', taskIdOf(reply) ?? '', token, maxTaskMs);
      await ended(await call(one.url, 'POST', '/stocks/', { token, body: { symbol: 'AAPL' } }));
      const lastClose = async (url: string) =>
        ((await call(url, 'GET', '/stocks/AAPL', { token })).body.stock as Item['stock']).last_close;
      const closes = async (url: string) =>
        ((await call(url, 'GET', '/stocks/AAPL/data', { token })).body.data as { close: number }[]).map(
          ({ close }) => close,
        );
      // Fills the response caches of both processes.
      const before = await Promise.all([one, other].map(({ url }) => closes(url)));
      const lastBefore = await Promise.all([one, other].map(({ url }) => lastClose(url)));
      expect(before[0]).toEqual(before[1]);

      mockServer.restate('AAPL', 0.5);
      expect(await ended(await call(one.url, 'POST', '/stocks/AAPL/refresh', { token }))).toMatchObject({
        status: 'SUCCESS',
      });
      for (const { url } of [one, other]) {
        const after = await closes(url);
        expect(after[0]).toBeCloseTo((before[0]?.[0] ?? 0) / 2, 2);
        expect(await lastClose(url)).toBeCloseTo((lastBefore[0] ?? 0) / 2, 1);
      }

      expect((await call(one.url, 'DELETE', '/stocks/AAPL', { token })).status).toBe(200);
      expect((await call(other.url, 'GET', '/stocks/AAPL', { token })).status).toBe(404);

      expect((await call(one.url, 'POST', '/auth/logout', { token })).status).toBe(200);
      expect((await call(other.url, 'GET', '/auth/me', { token })).status).toBe(401);
      expect((await call(one.url, 'GET', '/auth/me', { token })).status).toBe(401);
    });

    it('shares the limit of sign-in attempts among processes', async ({ onTestFinished, expect }) => {
      const { start } = await useOwnStack(onTestFinished);
      const limits = { AUTH_RATE_LIMIT_PER_MINUTE: '6' };
      const [one, other] = await Promise.all([start('web', limits), start('web', limits)]);
      const statuses: number[] = [];
      for (let number = 0; number < 8; number += 1) {
        const { url } = number % 2 === 0 ? one : other;
        const body = { email: 'unknown@example.com', password: 'a wrong password' };
        statuses.push((await call(url, 'POST', '/auth/login', { body })).status);
      }
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    });

    it('ends an add task with FAILURE when its stock is removed meanwhile, and does not add the stock again', async ({
      onTestFinished,
      expect,
    }) => {
      const { start, mockServer, database } = await useOwnStack(onTestFinished);
      const [web, worker] = await Promise.all([start('web'), start('worker')]);
      const token = await signUp(web.url, 'undecided');
      const total = async () => (await call(web.url, 'GET', '/stocks/', { token })).body.total;
      const add = async () => {
        const reply = await call(web.url, 'POST', '/stocks/', { token, body: { symbol: 'NVDA' } });
        return taskIdOf(reply) ?? '';
      };
      // The first request confirms the symbol; the second, for the history, gets no response.
      mockServer.behave('hang', { symbol: 'NVDA', endpoint: 'chart', times: 1 });
      mockServer.behave('market-open', { symbol: 'NVDA', endpoint: 'chart', times: 1 });
      const first = await add();
      await expect.poll(() => chartRequests(mockServer, 'NVDA'), { timeout: 10_000 }).toHaveLength(2);
      await expect.poll(total).toBe(1);
      expect((await call(web.url, 'DELETE', '/stocks/NVDA', { token })).status).toBe(200);
      expect(await endOf(() => web.url, '/stocks/tasks', first, token, 1_000)).toEqual({
        status: 'FAILURE',
        message: 'NVDA was removed from your watch list',
      });
      // The second attempt, in another worker, changes nothing.
      const [, next] = await Promise.all([worker.kill(), start('worker')]);
      const jobs = sql`select id from graphile_worker._private_jobs`;
      await expect
        .poll(async () => (await jobs.execute(database.fork().getKysely())).rows, { timeout: 15_000 })
        .toEqual([]);
      expect(await total()).toBe(0);
      // A later request to add the stock starts a new task.
      const second = await add();
      expect(second).not.toBe(first);
      expect(await endOf(() => web.url, '/stocks/tasks', second, token, maxTaskMs)).toMatchObject({
        status: 'SUCCESS',
      });
      expect(await total()).toBe(1);
      expect(next.hasEnded).toBe(false);
    });
  });
}
