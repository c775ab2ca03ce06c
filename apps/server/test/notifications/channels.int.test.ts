import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NewSignal, signalRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFailedDelivery } from '../support/add-failed-delivery.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({ NOTIFY_ALLOW_HOSTS: ['127.0.0.1', 'ntfy.example.com'] });

let status = 204;
const receiver = createServer((_, response) => response.writeHead(status).end());
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

beforeAll(() => new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  receiver.close();
});

function create(token: string, body: object) {
  return harness().rest('POST', '/notifications/channels', { token, body });
}

async function createWebhook(token: string) {
  const {
    status: created,
    headers,
    body,
  } = await create(token, {
    kind: 'webhook',
    name: 'Hook',
    target: receiverUrl(),
  });
  expect(created).toBe(201);
  const location = String(headers.location).replace('/api', '');
  return { id: String(body.id), path: `/notifications/channels/${body.id}`, body, location };
}

async function list(token: string) {
  const { body } = await harness().rest('GET', '/notifications/channels', { token });
  return body.channels as Record<string, unknown>[];
}

function query<Row>(statement: ReturnType<typeof sql<Row>>) {
  return statement.execute(harness().services.database.fork().getKysely());
}

describe('a channel', () => {
  it('shows its signing secret once, and stores it encrypted', async () => {
    const { token } = await harness().signUp();
    const { id, body, location } = await createWebhook(token);
    const secret = String(body.secret);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body).toMatchObject({ kind: 'webhook', is_active: true, is_confirmed: true, has_secret: true });
    const { secret: _, ...shown } = body;
    expect(await list(token)).toEqual([shown]);
    expect((await harness().rest('GET', location, { token })).body).toEqual(shown);
    expect(await harness().trpc(token).notifications.getChannel.query({ channelId: id })).toEqual(shown);
    const { rows } = await query(
      sql<{ row: string }>`select channel::text as row from notification_channel channel where id = ${id}`,
    );
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    for (const form of [secret, secret.slice(6), Buffer.from(secret).toString('hex'), key.toString('hex')]) {
      expect(rows[0]?.row).not.toContain(form);
    }
    expect(harness().logged.join('')).not.toContain(secret.slice(6));
  });

  it('gets a new secret with a new target, and keeps it otherwise', async () => {
    const { token } = await harness().signUp();
    const { path, body } = await createWebhook(token);
    const change = async (changes: object) =>
      (await harness().rest('PATCH', path, { token, body: changes })).body;
    expect(await change({ name: 'Renamed', target: receiverUrl() })).toMatchObject({
      name: 'Renamed',
      secret: null,
    });
    const moved = await change({ target: `${receiverUrl()}/moved` });
    expect(moved.secret).toMatch(/^whsec_/);
    expect(moved.secret).not.toBe(body.secret);
  });

  it('deletes the access token of an ntfy channel with a new target', async () => {
    const { token } = await harness().signUp();
    const { body } = await create(token, {
      kind: 'ntfy',
      name: 'Phone',
      target: 'https://ntfy.example.com/signals',
      token: 'tk_geheim',
    });
    expect(body).toMatchObject({ has_secret: true, secret: null });
    expect(JSON.stringify(body)).not.toContain('geheim');
    const path = `/notifications/channels/${body.id}`;
    const change = async (changes: object) =>
      (await harness().rest('PATCH', path, { token, body: changes })).body;
    expect(await change({ name: 'Phone 2' })).toMatchObject({ has_secret: true });
    expect(await change({ target: 'https://ntfy.example.com/other' })).toMatchObject({
      has_secret: false,
    });
    expect(await change({ token: 'tk_new' })).toMatchObject({ has_secret: true });
    expect(await change({ token: null })).toMatchObject({ has_secret: false });
  });

  it('cancels what waits when it is switched off', async () => {
    const { token } = await harness().signUp();
    const { id, path } = await createWebhook(token);
    const delivery = await addFailedDelivery(harness().services.database, id);
    await query(
      sql`update notification_delivery set status = 'pending', next_attempt_at = now() + interval '1 day'`,
    );
    await harness().rest('PATCH', path, { token, body: { is_active: false } });
    const { body } = await harness().rest('GET', `/notifications/deliveries?channel_id=${id}`, { token });
    expect(body.deliveries).toMatchObject([
      {
        id: delivery,
        status: 'failed',
        error: 'Cancelled: the channel was switched off',
        channel_name: 'Hook',
      },
    ]);
  });

  it('deletes a channel with its deliveries', async () => {
    const { token } = await harness().signUp();
    const { id, path } = await createWebhook(token);
    await addFailedDelivery(harness().services.database, id);
    expect((await harness().rest('DELETE', path, { token })).status).toBe(200);
    expect((await harness().rest('DELETE', path, { token })).status).toBe(404);
    expect((await harness().rest('GET', '/notifications/deliveries', { token })).body.total).toBe(0);
  });

  it('says that SECRET_KEY has changed', async () => {
    const { token } = await harness().signUp();
    const { id, path } = await createWebhook(token);
    await query(sql`update notification_channel set secret = '\\x5ec4e7' where id = ${id}`);
    const error =
      'The channel’s secret cannot be read, because the server’s SECRET_KEY has changed. Delete the channel and add it again';
    expect(await list(token)).toMatchObject([{ last_error: error }]);
    expect((await harness().rest('POST', `${path}/test`, { token })).body).toEqual({
      delivered: false,
      http_status: null,
      error,
    });
  });

  it('rejects the 21st channel, also if several come at once', async () => {
    const { token } = await harness().signUp();
    const added = await Promise.all(
      Array.from({ length: 21 }, () =>
        create(token, { kind: 'webhook', name: 'Hook', target: receiverUrl() }),
      ),
    );
    expect(added.map((response) => response.status).sort()).toEqual([...Array(20).fill(201), 409]);
    expect(added.find((response) => response.status === 409)?.body).toMatchObject({
      error: 'You have 20 channels, the maximum. Delete one first',
      code: 'CONFLICT',
    });
  });

  it.each([
    [
      'webhook',
      'https://10.0.0.1/hook',
      "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS",
    ],
    [
      'webhook',
      'https://2852039166:5432/',
      "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS",
    ],
    [
      'webhook',
      'https://no-such-host.invalid/hook',
      "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS",
    ],
    ['webhook', 'file:///etc/passwd', 'Target must be an address like https://example.com/path'],
    ['webhook', 'https://user:pass@example.com/', 'Target must not contain a user name or password'],
    [
      'ntfy',
      'https://ntfy.example.com/',
      'Target must be a topic of ntfy, like https://ntfy.sh/my-stock-signals',
    ],
    [
      'apprise',
      'https://apprise.example.com/add/key',
      'Target must be the address of a configuration, like https://apprise.example.com/notify/key',
    ],
  ])('rejects for a channel of kind %s the target %s', async (kind, target, error) => {
    const { token } = await harness().signUp();
    const { status: rejected, body } = await create(token, { kind, name: 'Hook', target });
    expect(rejected).toBe(400);
    expect(body).toMatchObject({ error, details: [{ field: 'target', message: error }] });
    const { path } = await createWebhook(token);
    if (kind !== 'webhook') return;
    expect(await harness().rest('PATCH', path, { token, body: { target } })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  it('offers no email without SMTP_URL', async () => {
    const { token, email } = await harness().signUp();
    const { body } = await harness().rest('GET', '/notifications/channels', { token });
    expect(body.kinds).toEqual(['webhook', 'ntfy', 'apprise']);
    expect(await create(token, { kind: 'email', name: 'Mail', target: email })).toMatchObject({
      status: 400,
      body: { error: 'This server sends no email: the operator must set SMTP_URL' },
    });
  });
});

describe('a test message', () => {
  it('reports the outcome and is no delivery', async () => {
    const { token } = await harness().signUp();
    const { path } = await createWebhook(token);
    const test = async () => (await harness().rest('POST', `${path}/test`, { token })).body;
    expect(await test()).toEqual({ delivered: true, http_status: 204, error: null });
    expect(await list(token)).toMatchObject([{ last_ok_at: expect.any(String), last_error: null }]);
    status = 500;
    expect(await test()).toEqual({ delivered: false, http_status: 500, error: 'The server answered 500' });
    status = 204;
    expect(await list(token)).toMatchObject([{ last_error: 'The server answered 500', failing_since: null }]);
    expect((await harness().rest('GET', '/notifications/deliveries', { token })).body.total).toBe(0);
  });

  it('sends 6 test messages a minute', async () => {
    const { token } = await harness().signUp();
    const { path } = await createWebhook(token);
    const answers: number[] = [];
    for (let call = 0; call < 7; call += 1) {
      answers.push((await harness().rest('POST', `${path}/test`, { token })).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('a delivery', () => {
  it('repeats a delivery on request by a worker, with its id', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    await harness().rest('PATCH', '/stocks/AAPL', { token, body: { notify_on_signals: true } });
    const { id } = await createWebhook(token);
    const delivery = await addFailedDelivery(harness().services.database, id);
    const { rows } = await query(sql<Pick<NewSignal, 'userId' | 'stockId'>>`
      select delivery.user_id as "userId", stock.id as "stockId" from notification_delivery delivery, stock
      where delivery.id = ${delivery} and stock.symbol = 'AAPL'
    `);
    const signal: NewSignal = {
      ...(rows[0] as Pick<NewSignal, 'userId' | 'stockId'>),
      id: randomUUID(),
      kind: 'signal',
      ruleId: null,
      strategyId: null,
      side: null,
      symbol: 'AAPL',
      barDate: '2026-11-20',
      close: 187.4,
      currency: 'USD',
      values: [],
      rules: [],
      sentence: 'AAPL',
      dataSource: 'yahoo',
      createdAt: new Date(),
    };
    await signalRepository.add(harness().services.database.fork(), [signal]);
    await query(sql`update notification_delivery set signal_ids = jsonb_build_array(${signal.id}::text)`);
    const path = `/notifications/deliveries/${delivery}/retry`;
    const { status: accepted, body } = await harness().rest('POST', path, { token });
    expect([accepted, body.status, body.attempts]).toEqual([202, 'pending', 0]);
    await expect
      .poll(async () => (await harness().rest('GET', '/notifications/deliveries', { token })).body.deliveries)
      .toMatchObject([{ id: delivery, status: 'delivered', attempts: 1, http_status: 204, error: null }]);
    expect(await harness().rest('POST', path, { token })).toMatchObject({
      status: 409,
      body: { error: 'This message has arrived already' },
    });
    expect(await harness().metrics.registry.metrics()).toContain(
      'stockbook_deliveries_total{kind="webhook",outcome="delivered"} 1',
    );
  });

  it('repeats no delivery of a channel that is switched off', async () => {
    const { token } = await harness().signUp();
    const { id, path } = await createWebhook(token);
    const delivery = await addFailedDelivery(harness().services.database, id);
    await harness().rest('PATCH', path, { token, body: { is_active: false } });
    const retry = await harness().rest('POST', `/notifications/deliveries/${delivery}/retry`, { token });
    expect(retry.status).toBe(409);
  });
});
