import { restOperations } from '@stockbook/api';
import { openDatabase } from '@stockbook/db';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/composition.ts';
import { readEnv } from '../../src/env.ts';
import { buildApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { assertValidResponse } from '../support/contract.ts';

/** Pages of this address may exchange a code of the operator. */
const publicUrl = 'http://localhost';

let app: FastifyInstance;
let close: () => Promise<unknown>;
let metricsText: () => Promise<string>;

beforeAll(async () => {
  // Nothing listens on this port.
  const database = openDatabase({ url: 'postgres://x:x@127.0.0.1:1/x', poolSize: 2, warn: () => {} });
  const log = pino({ level: 'silent' });
  const metrics = createMetrics(database);
  const env = { ...readEnv(), MARKET_DATA: 'simulated' as const, PUBLIC_URL: publicUrl };
  const services = compose({ env, database, log, metrics });
  app = await buildApp(services, { log, trustProxy: false, corsOrigins: [], rateLimitPerMinute: 1_000_000 });
  metricsText = () => metrics.registry.metrics();
  close = async () => {
    await app.close();
    await database.close();
  };
});
afterAll(() => close());

const body = {
  email: 'you@example.com',
  username: 'trader',
  password: 'a long and private sentence',
  refresh_token: 'x',
  token: 'x',
  code: 'x',
  response: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
};

/** The operations that work without the database, and their status. */
const independent: Record<string, number> = {
  'system.health': 503,
  'system.ready': 503,
  'system.live': 200,
  'system.version': 200,
};

describe('while the database cannot be reached', () => {
  it.each(restOperations().map((operation) => [operation.name, operation] as const))(
    '%s answers 503 with retry-after',
    async (name, { method, path }) => {
      const url = path.replaceAll(/\{\w+\}/g, 'AAPL');
      const response = await app.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: 'Bearer token', origin: publicUrl },
        ...(['POST', 'PUT', 'PATCH'].includes(method) ? { payload: body } : {}),
      });
      const { statusCode: status, headers, body: text } = response;
      assertValidResponse(method, url, { status, headers, text });
      const expected = independent[name] ?? 503;
      expect(status).toBe(expected);
      if (expected === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      if (!(name in independent)) {
        expect(response.json()).toEqual({
          error: 'The database cannot be reached. Try again shortly.',
          code: 'SERVICE_UNAVAILABLE',
        });
      }
    },
  );

  it('reports the unavailable parts in health', async () => {
    const health = await app.inject({ method: 'GET', url: '/api/health' });
    expect(health.json()).toMatchObject({
      status: 'unhealthy',
      database: 'unavailable',
      worker: 'unavailable',
    });
  });

  it('tRPC answers 503 with retry-after', async () => {
    const response = await app.inject({
      method: 'GET',
      url: '/trpc/auth.me',
      headers: { authorization: 'Bearer token' },
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.json().error.data.code).toBe('SERVICE_UNAVAILABLE');
  });

  it('metrics that need no database are still served', async () => {
    const text = await metricsText();
    expect(text).toContain('stockbook_database_up 0');
    expect(text).toContain('operation="system.health"');
  });
});
