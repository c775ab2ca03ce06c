import { createPasswordHasher } from '@stockbook/api';
import { describe, expect, it } from 'vitest';
import { compose } from '../../src/composition.ts';
import { readEnv } from '../../src/env.ts';
import { buildApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { type Harness, useHarness } from '../support/harness.ts';

/** Behind a proxy, so that a test can use any client address. */
const proxied = useHarness({ AUTH_RATE_LIMIT_PER_MINUTE: 4, TRUST_PROXY: 1 });
const direct = useHarness({ AUTH_RATE_LIMIT_PER_MINUTE: 4 });

async function signIn(harness: Harness, address: string, body: { email: string; password: string }) {
  const headers = { 'x-forwarded-for': address };
  const { status } = await harness.rest('POST', '/auth/login', { body, headers });
  return status;
}

async function signUpFrom(harness: Harness, address: string, name: string) {
  const body = { email: `${name}@example.com`, username: name, password: 'a long and private sentence' };
  const headers = { 'x-forwarded-for': address };
  expect((await harness.rest('POST', '/auth/register', { body, headers })).status).toBe(201);
  return { email: body.email, password: body.password };
}

/** Sends wrong passwords from many addresses until the account counts as attacked. */
async function attack(harness: Harness, email: string, network: string): Promise<void> {
  for (let guess = 0; guess < 12; guess += 1) {
    const status = await signIn(harness, `${network}.${guess}`, { email, password: 'a wrong guess' });
    expect(status).toBe(401);
  }
}

describe('attempts from one address', () => {
  it('sends the headers of the exceeded limit', async () => {
    const attempt = () =>
      proxied().inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': '198.51.100.77' },
        payload: { email: 'limited@example.com', password: 'x' },
      });
    for (let count = 0; count < 4; count += 1) await attempt();
    const { statusCode, headers } = await attempt();
    expect(statusCode).toBe(429);
    expect(headers).toMatchObject({ 'ratelimit-limit': '4', 'ratelimit-remaining': '0' });
    expect(headers['ratelimit-reset']).toBe(headers['retry-after']);
  });

  it('counts attempts of an address together despite forged X-Forwarded-For headers', async () => {
    const body = { email: 'unknown@example.com', password: 'x' };
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push(await signIn(direct(), `10.0.0.${attempt}`, body));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });

  it('counts attempts of an address together despite forged entries before the one of the proxy', async () => {
    const body = { email: 'unknown@example.com', password: 'x' };
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      statuses.push(await signIn(proxied(), `10.0.0.${attempt}, 198.51.100.7`, body));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  it('counts attempts of an address together in batches and over REST and tRPC', async () => {
    const input = JSON.stringify({ email: 'unknown@example.com', password: 'x' });
    const batch = await proxied().inject({
      method: 'POST',
      url: `/trpc/${Array(10).fill('auth.login').join(',')}?batch=1`,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
      payload: `{${Array.from({ length: 10 }, (_, index) => `"${index}":${input}`).join()}}`,
    });
    const codes = batch.json<{ error: { data: { code: string } } }[]>().map(({ error }) => error.data.code);
    expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(4);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(6);
    expect(await signIn(proxied(), '198.51.100.1', { email: 'other@example.com', password: 'x' })).toBe(429);
  });

  it('counts attempts of all addresses of one IPv6 network together', async () => {
    const statuses = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const body = { email: `unknown${attempt}@example.com`, password: 'x' };
      statuses.push(await signIn(proxied(), `2001:db8:7:7::${attempt}`, body));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  it('counts sign-ups and refreshes as attempts of an address', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.2' };
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const call = { body: { refresh_token: 'none' }, headers };
      statuses.push((await proxied().rest('POST', '/auth/refresh', call)).status);
    }
    const body = { email: 'new@example.com', username: 'new', password: 'a long and private sentence' };
    statuses.push((await proxied().rest('POST', '/auth/register', { body, headers })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

describe('an account under a password guessing attack', () => {
  it('accepts its owner from an address of an earlier sign-in', async () => {
    const owner = await signUpFrom(proxied(), '203.0.113.1', 'attacked');
    await attack(proxied(), owner.email, '192.0.2');
    expect(await signIn(proxied(), '203.0.113.1', { ...owner, password: 'a typing mistake' })).toBe(401);
    expect(await signIn(proxied(), '203.0.113.1', owner)).toBe(200);
  });

  it('accepts its owner from a new address, but only one wrong password there', async () => {
    const owner = await signUpFrom(proxied(), '203.0.113.2', 'travelling');
    await attack(proxied(), owner.email, '192.0.3');
    expect(await signIn(proxied(), '203.0.113.77', owner)).toBe(200);
    expect(await signIn(proxied(), '203.0.113.78', { ...owner, password: 'a guess' })).toBe(401);
    expect(await signIn(proxied(), '203.0.113.78', owner)).toBe(429);
  });

  it('does not limit other accounts from the same address', async () => {
    const victim = await signUpFrom(proxied(), '203.0.113.3', 'victim');
    const other = await signUpFrom(proxied(), '203.0.113.4', 'bystander');
    await attack(proxied(), victim.email, '192.0.4');
    expect(await signIn(proxied(), '203.0.113.79', other)).toBe(200);
  });
});

describe('several web processes', () => {
  it('counts attempts at several web processes together', async () => {
    const { database } = proxied().services;
    const env = { ...readEnv(), AUTH_RATE_LIMIT_PER_MINUTE: 4, TRUST_PROXY: 1 };
    const metrics = createMetrics(database);
    const services = {
      ...proxied().services,
      limits: compose({ env, database, log: proxied().log, metrics }).limits,
    };
    const second = await buildApp(services, {
      log: proxied().log,
      trustProxy: 1,
      corsOrigins: [],
      rateLimitPerMinute: 1000,
    });
    const attempt = (app: typeof second) =>
      app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': '198.51.100.9' },
        payload: { email: 'unknown@example.com', password: 'x' },
      });
    const statuses = [];
    for (const app of [proxied().app, second, proxied().app, second, proxied().app, second]) {
      statuses.push((await attempt(app)).statusCode);
    }
    await second.close();
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

describe('hashing passwords', () => {
  it('queues a limited number of passwords, and rejects more with 503', async () => {
    const passwords = createPasswordHasher();
    const hash = () => passwords.hash('x', { isKnown: false, block: '203.0.113.9' });
    const results = await Promise.allSettled(Array.from({ length: 110 }, hash));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(102);
    expect(results.findLast(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'SERVICE_UNAVAILABLE', retryAfterS: 3 },
    });
    expect(await hash()).toContain('$argon2id$');
  });
});
