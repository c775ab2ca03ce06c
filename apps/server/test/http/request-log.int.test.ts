import { Readable } from 'node:stream';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../src/env.ts';
import { buildApp } from '../../src/http/app.ts';
import { appOptionsOf } from '../../src/http/app-options.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

type Line = Record<string, unknown> & { err?: { message: string } };

function lines(): Line[] {
  return harness().logged.map((line) => JSON.parse(line));
}

function kysely() {
  return harness().services.database.fork().getKysely();
}

async function* breakOff(): AsyncGenerator<string> {
  yield 'the beginning';
  throw new Error('the rest is missing');
}

describe('the log', () => {
  it('has a line for each request with its id, user, status and duration', async () => {
    const { token } = await harness().signUp();
    const me = await harness().rest('GET', '/auth/me?access_token=stray', { token });
    const line = lines().find(({ requestId }) => requestId === me.headers['x-request-id']);
    expect(line).toMatchObject({
      level: 30,
      method: 'GET',
      path: '/api/auth/me',
      status: 200,
      ms: expect.any(Number),
      userId: me.body.id,
    });
    const refused = await harness().rest('GET', '/auth/me');
    expect(lines().find(({ requestId }) => requestId === refused.headers['x-request-id'])).toMatchObject({
      status: 401,
      userId: null,
    });
  });

  it('truncates long paths', async () => {
    await harness().rest('GET', `/${'x'.repeat(3000)}`);
    expect(Math.max(...harness().logged.map((line) => line.length))).toBeLessThan(1000);
  });

  it('contains the cause of a 500 that the response does not reveal', async () => {
    const { token } = await harness().signUp();
    await sql`alter table portfolio rename to gone`.execute(kysely());
    for (const url of ['/api/portfolios', '/trpc/portfolios.list']) {
      const response = await harness().app.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.statusCode).toBe(500);
      expect(response.body).toContain('Something went wrong on the server. Try again.');
      expect(response.body).not.toMatch(/portfolio"|relation|\\.ts|\\bat /);
      const failures = lines().filter(
        ({ requestId, err }) => requestId === response.headers['x-request-id'] && err,
      );
      expect(failures.map(({ err }) => err?.message)).toEqual(['relation "portfolio" does not exist']);
    }
    await sql`alter table gone rename to portfolio`.execute(kysely());
  });

  it('contains the cause of a response that breaks off, with the id of its request', async () => {
    const app = await buildApp(harness().services, { log: harness().log, ...appOptionsOf(readEnv()) });
    let requestId = '';
    app.get('/broken', ({ id }, reply) => {
      requestId = id;
      return reply.send(Readable.from(breakOff()));
    });
    await expect(app.inject('/broken')).rejects.toThrow();
    expect(lines().find(({ err }) => err?.message === 'the rest is missing')).toMatchObject({
      level: 50,
      requestId,
    });
    await app.close();
  });

  it('contains no secret after requests of every kind', async () => {
    const account = await harness().signUp();
    const { token, email, password, refreshToken } = account;
    const created = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const renewed = await harness().rest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    const secrets = [
      token,
      refreshToken,
      password,
      String(created.body.token),
      String(renewed.body.access_token),
    ];
    const wrongPassword = 'a wrong and secret guess';
    await harness().rest('POST', '/auth/login', { body: { email, password: wrongPassword } });
    await harness().rest('GET', `/auth/me?access_token=${token}&password=${password}`, { token });
    await harness().rest('POST', '/auth/login', {
      body: `{"password":"${password}"`,
      headers: { 'content-type': 'application/json' },
    });
    const url = `/trpc/auth.me?input=${encodeURIComponent(JSON.stringify({ token, password }))}`;
    await harness().app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    // The error of this failing statement quotes the row that was to be inserted.
    await sql`alter table user_account add constraint refused check (username <> 'refused')`.execute(
      kysely(),
    );
    const failed = await harness().app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: 'refused@example.com', username: 'refused', password },
    });
    expect(failed.statusCode).toBe(500);
    await harness().rest('POST', '/auth/logout', { token });

    const written = harness().logged.join('');
    expect(written).toContain('violates check constraint');
    for (const secret of [...secrets, wrongPassword, '$argon2id$', 'Bearer']) {
      expect(written).not.toContain(secret);
    }
  });
});
