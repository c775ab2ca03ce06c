import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import type { RestResponse } from '../support/api-harness.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({
  MAX_STRATEGIES_PER_USER: 5,
  MAX_RULES_BYTES_PER_USER: 2048,
  MAX_PORTFOLIOS_PER_USER: 5,
  MAX_STOCKS_PER_USER: 3,
  MAX_NOTES_BYTES_PER_USER: 1024,
  MAX_SIGN_INS_PER_USER: 3,
});

const simultaneous = 50;

function manyTimes(call: (number: number) => Promise<RestResponse>): Promise<RestResponse[]> {
  return Promise.all(Array.from({ length: simultaneous }, (_, number) => call(number)));
}

function statusCounts(answers: readonly RestResponse[]): Record<number, number> {
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );
}

describe.each([
  ['strategies', 'Strategy', { name: 'x' }],
  ['portfolios', 'Portfolio', { message: 'The portfolio was deleted' }],
])('the quota of %s', (name, noun, deleted) => {
  it('reaches the quota exactly by simultaneous requests', async () => {
    const { token } = await harness().signUp();
    const answers = await manyTimes(() => harness().rest('POST', `/${name}`, { token, body: { name: 'x' } }));
    expect(statusCounts(answers)).toEqual({ 201: 5, 409: simultaneous - 5 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: `You have 5 ${name}, the maximum. Delete one first`,
      code: 'CONFLICT',
    });
    expect((await harness().rest('GET', `/${name}`, { token })).body.total).toBe(5);
  });

  it('allows new ones after a deletion over REST or tRPC', async () => {
    const { token } = await harness().signUp();
    const create = () => harness().rest('POST', `/${name}`, { token, body: { name: 'x' } });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(String((await create()).body.id));
    const removed = await harness().rest('DELETE', `/${name}/${ids[0]}`, { token });
    expect(removed).toMatchObject({ status: 200, body: deleted });
    const trpc = harness().trpc(token);
    const answer =
      name === 'strategies'
        ? await trpc.strategies.delete.mutate({ strategyId: ids[1] ?? '' })
        : await trpc.portfolios.delete.mutate({ portfolioId: ids[1] ?? '' });
    expect(answer).toMatchObject(deleted);
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
      201, 201, 409,
    ]);
  });

  it.each(['unknown', '00000000-0000-4000-8000-000000000000'])('does not delete %s', async (id) => {
    const { token } = await harness().signUp();
    const answer = await harness().rest('DELETE', `/${name}/${id}`, { token });
    expect([answer.status, answer.body]).toEqual([404, { error: `${noun} not found`, code: 'NOT_FOUND' }]);
  });

  it('limits the list of an account that already exceeds the quota', async () => {
    const { token, name: username } = await harness().signUp();
    const columns = name === 'strategies' ? 'rules, is_active' : 'currency';
    const values = name === 'strategies' ? `'{}', true` : `'USD'`;
    const pool = await harness().services.database.pool();
    await pool.query(
      `insert into ${name === 'strategies' ? 'strategy' : 'portfolio'}
         (id, user_id, name, created_at, updated_at, ${columns})
       select gen_random_uuid(), id, 'old', now(), now(), ${values}
       from user_account, generate_series(1, 20) where username = $1`,
      [username],
    );
    for (const query of ['', '?limit=1000']) {
      const { body } = await harness().rest('GET', `/${name}${query}`, { token });
      expect([(body[name] as unknown[]).length, body.total]).toEqual([5, 20]);
    }
    const { body } = await harness().rest('GET', `/${name}?offset=18`, { token });
    expect(body[name]).toHaveLength(2);
  });
});

describe('the quota of rules', () => {
  it('counts the rules of all strategies together, as they are stored', async () => {
    const { token } = await harness().signUp();
    const create = (rules: object) =>
      harness().rest('POST', '/strategies', { token, body: { name: 'x', rules } });
    // 1e-300 has 6 characters in JSON and 302 in PostgreSQL.
    const large = { prices: Array.from({ length: 5 }, () => 1e-300) };
    expect((await create(large)).status).toBe(201);
    const refused = await create(large);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The rules of all your strategies may take 2 KiB together. Delete a strategy or shorten its rules',
    ]);
    expect((await create({})).status).toBe(201);
  });
});

describe('the quota of stocks', () => {
  it('reaches the quota of stocks exactly by simultaneous requests', async () => {
    const { token } = await harness().signUp();
    const symbols = ['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN', 'META', 'TSLA', 'WMT'];
    const answers = await Promise.all(
      symbols.map((symbol) => harness().rest('POST', '/stocks', { token, body: { symbol } })),
    );
    const refusal = 'You have 3 stocks on your watch list, the maximum. Stop tracking one first';
    let added = 0;
    for (const answer of answers) {
      if (answer.status === 409) {
        expect(answer.body.error).toBe(refusal);
        continue;
      }
      const task = await harness().endOfTask(answer, token);
      if (task.status === 'SUCCESS') added += 1;
      else expect(task.message).toBe(refusal);
    }
    expect(added).toBe(3);
    expect((await harness().rest('GET', '/stocks', { token })).body.total).toBe(3);
    const rejected = await harness().rest('POST', '/stocks', { token, body: { symbol: 'IBM' } });
    expect([rejected.status, rejected.body.error]).toEqual([409, refusal]);
  });
});

describe('the quota of notes', () => {
  it('counts the bytes of all notes together', async () => {
    const { token } = await harness().signUp();
    for (const symbol of ['AAPL', 'MSFT']) await harness().addStock(token, symbol);
    const write = (symbol: string, notes: string | null) =>
      harness().rest('PATCH', `/stocks/${symbol}`, { token, body: { notes } });
    expect((await write('AAPL', 'ä'.repeat(400))).status).toBe(200);
    const refused = await write('MSFT', 'x'.repeat(225));
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'All your notes may take 1 KiB together. Shorten or delete some first',
    ]);
    expect((await write('MSFT', 'x'.repeat(224))).status).toBe(200);
    expect((await write('AAPL', null)).status).toBe(200);
    expect((await write('MSFT', 'x'.repeat(1024))).status).toBe(200);
  });

  it('allows shortening notes that already exceed it', async () => {
    const { token, name } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    await sql`
      update user_stock set notes = repeat('x', 5000)
      from user_account where user_account.id = user_id and username = ${name}
    `.execute(harness().services.database.fork().getKysely());
    const write = (length: number) =>
      harness().rest('PATCH', '/stocks/AAPL', { token, body: { notes: 'y'.repeat(length) } });
    expect([(await write(5001)).status, (await write(3000)).status]).toEqual([409, 200]);
  });
});

describe('the quota of sign-ins', () => {
  it('ends the least recently used sign-in', async () => {
    const { email, password, token, refreshToken } = await harness().signUp();
    const login = async () => {
      const { status, body } = await harness().rest('POST', '/auth/login', { body: { email, password } });
      expect(status).toBe(200);
      return String(body.access_token);
    };
    const second = await login();
    const third = await login();
    // Uses the first sign-in: the second is then the least recently used.
    const renewed = await harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    expect(renewed.status).toBe(200);
    const fourth = await login();
    const statuses = await Promise.all(
      [token, second, third, fourth].map(
        async (bearer) => (await harness().rest('GET', '/auth/me', { token: bearer })).status,
      ),
    );
    expect(statuses).toEqual([200, 401, 200, 200]);
  });

  it('never exceeds the quota of sign-ins by simultaneous sign-ins', async () => {
    const { email, password, name } = await harness().signUp();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => harness().rest('POST', '/auth/login', { body: { email, password } })),
    );
    expect(statusCounts(answers)).toEqual({ 200: 12 });
    const { rows } = await sql`
      select from session join user_account on user_account.id = user_id where username = ${name}
    `.execute(harness().services.database.fork().getKysely());
    expect(rows).toHaveLength(3);
  });
});
