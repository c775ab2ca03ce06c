import { hourMs, minuteMs } from '@stockbook/common/durations';
import type { NewSignal } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { accept, answerWith, type PushService, startPushService, verifyVapid } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { addDevice, attempted, type Device, noticesOf, sendSignals } from '../support/with-devices.ts';

const harness = useHarness({
  NOTIFY_ALLOW_HOSTS: ['localhost'],
  PUBLIC_URL: 'https://stocks.example.com',
});

let pushService: PushService;
beforeAll(async () => {
  pushService = await startPushService();
});
afterAll(() => pushService.close());

const add = (fields?: object) => addDevice(harness(), pushService, fields);
const send = (device: Device, changes?: Partial<NewSignal>, count?: number) =>
  sendSignals(harness(), device, changes, count);
const outcomeOf = (device: Device) => attempted(harness(), device);
const read = async ({ token, path }: Device) => (await harness().rest('GET', path, { token })).body;

describe('a push service that accepts', () => {
  it('gets a message that only the device can read, signed by this server', async () => {
    pushService.answer(accept);
    const device = await add();
    const at = new Date(Date.now() - hourMs);
    const delivery = await send(device, { createdAt: at });
    expect(await outcomeOf(device)).toMatchObject({ status: 'delivered', http_status: 201, error: null });
    expect(device.browser.messages()).toEqual([
      {
        v: 1,
        to: device.id,
        title: 'Signal: AAPL',
        body: 'AAPL: sentence 1',
        url: '/stocks/AAPL?date=2026-11-20',
        tag: delivery,
        at: at.getTime(),
        unread: 1,
      },
    ]);
    const { headers } = pushService.received.at(-1) ?? {};
    expect(headers).toMatchObject({ urgency: 'normal', 'content-encoding': 'aes128gcm' });
    expect(headers).not.toHaveProperty('topic');
    // The signal is an hour old: 23 hours are left.
    expect(Number(headers?.ttl)).toBeGreaterThan(82_700);
    expect(Number(headers?.ttl)).toBeLessThanOrEqual(82_800);
    const offer = (await harness().rest('GET', '/notifications/web-push', { token: device.token })).body;
    expect(verifyVapid(headers?.authorization ?? '')).toMatchObject({
      publicKey: offer.public_key,
      claims: { aud: pushService.origin, sub: 'https://stocks.example.com' },
    });
    expect(await read(device)).toMatchObject({ last_ok_at: expect.any(String), last_error: null });
  });

  it('gets only the number of signals when the device hides details', async () => {
    pushService.answer(accept);
    const device = await add({ shows_details: false });
    await send(device, {}, 2);
    await outcomeOf(device);
    expect(device.browser.messages()).toMatchObject([
      { title: 'Stockbook', body: '2 new signals', url: '/signals', unread: 2 },
    ]);
    expect(JSON.stringify(device.browser.messages())).not.toContain('AAPL');
  });

  it('gets a level urgently, for what is left of four hours', async () => {
    pushService.answer(accept);
    const device = await add();
    const createdAt = new Date(Date.now() - hourMs);
    await send(device, { createdAt, priceTime: createdAt, delayMinutes: 0, level: 187.5 });
    await outcomeOf(device);
    const { headers } = pushService.received.at(-1) ?? {};
    expect(headers).toMatchObject({ urgency: 'high' });
    expect(Number(headers?.ttl)).toBeGreaterThan(10_700);
    expect(Number(headers?.ttl)).toBeLessThanOrEqual(10_800);
  });
});

describe('a push service that refuses', () => {
  it.each([404, 410])('ends the device when it answers %d', async (status) => {
    pushService.answer(answerWith(status));
    const device = await add();
    await send(device);
    await expect
      .poll(async () => (await harness().rest('GET', device.path, { token: device.token })).status)
      .toBe(404);
    const { body } = await harness().rest('GET', '/notifications/deliveries', { token: device.token });
    expect(body).toEqual({ deliveries: [], total: 0 });
    expect(await noticesOf(harness(), device.token)).toEqual([
      'Notifications on Chrome on Android ended: the browser has cancelled them.',
    ]);
    expect(device.browser.messages()).toHaveLength(1);
  });

  it.each([
    [400, 'The push service refuses this server (400): check PUBLIC_URL or MAIL_FROM'],
    [401, 'The push service refuses this server (401): check PUBLIC_URL or MAIL_FROM'],
    [403, "The push service refuses this server (403): check PUBLIC_URL or MAIL_FROM, or the server's clock"],
  ])('gets no second request when it answers %d', async (status, error) => {
    pushService.answer(answerWith(status));
    const device = await add();
    await send(device);
    expect(await outcomeOf(device)).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at: null,
      http_status: status,
      error,
    });
    expect(await read(device)).toMatchObject({
      is_active: true,
      last_error: error,
      failing_since: expect.any(String),
    });
  });

  it('switches the channel off after five days of it', async () => {
    pushService.answer(answerWith(403));
    const device = await add();
    await sql`
      update notification_channel set failing_since = now() - interval '5 days' where id = ${device.id}
    `.execute(harness().services.database.fork().getKysely());
    await send(device);
    await outcomeOf(device);
    expect(await read(device)).toMatchObject({ is_active: false });
    expect(await noticesOf(harness(), device.token)).toEqual([
      "The channel Chrome on Android was switched off, because it failed for five days: The push service refuses this server (403): check PUBLIC_URL or MAIL_FROM, or the server's clock",
    ]);
  });

  it('gets a message that is too large once again without details', async () => {
    pushService.answer(answerWith(413), accept);
    const device = await add();
    await send(device);
    expect(await outcomeOf(device)).toMatchObject({ status: 'delivered', attempts: 1, http_status: 201 });
    expect(device.browser.messages()).toMatchObject([
      { title: 'Signal: AAPL', body: 'AAPL: sentence 1' },
      { title: 'Stockbook', body: '1 new signal', url: '/signals' },
    ]);
  });

  it.each([true, false])(
    'gets no third request when the message without details is too large, too: details shown %s',
    async (shows_details) => {
      pushService.answer(answerWith(413));
      const device = await add({ shows_details });
      await send(device);
      expect(await outcomeOf(device)).toMatchObject({
        status: 'failed',
        attempts: 1,
        next_attempt_at: null,
        error: 'The push service refuses the size of the message (413)',
      });
      expect(device.browser.messages()).toHaveLength(shows_details ? 2 : 1);
    },
  );
});

describe('a push service that does not answer now', () => {
  it.each([429, 503])('gets the next request when it wants it after status %d', async (status) => {
    pushService.answer(answerWith(status, { 'retry-after': '600' }));
    const device = await add();
    const before = Date.now();
    await send(device);
    const delivery = await outcomeOf(device);
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, http_status: status });
    const waitMs = Date.parse(String(delivery?.next_attempt_at)) - before;
    expect(waitMs).toBeGreaterThanOrEqual(10 * minuteMs);
    expect(waitMs).toBeLessThan(11 * minuteMs);
  });

  it('ends the wait when the message is of no use any more', async () => {
    pushService.answer(answerWith(503, { 'retry-after': '7200' }));
    const device = await add();
    const createdAt = new Date(Date.now() - 3 * hourMs);
    await send(device, { createdAt, priceTime: createdAt });
    const delivery = await outcomeOf(device);
    expect(Date.parse(String(delivery?.next_attempt_at))).toBe(createdAt.getTime() + 4 * hourMs);
  });

  it.each([
    ['500', answerWith(500), 'The server answered 500'],
    [
      'a redirect to a private address',
      answerWith(307, { location: 'http://127.0.0.1:1/' }),
      'The server redirects (307): enter the final address',
    ],
    [
      'no answer',
      ({ socket }: { socket: { destroy(): void } }) => socket.destroy(),
      'The server closed the connection',
    ],
  ])('gets the next request by the usual plan after %s', async (_, listener, error) => {
    pushService.answer(listener);
    const device = await add();
    const before = Date.now();
    await send(device);
    const delivery = await outcomeOf(device);
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, error });
    // 5 seconds, and up to a tenth more.
    expect(Date.parse(String(delivery?.next_attempt_at)) - before).toBeLessThan(15_000);
  });

  it.each([
    ['at the close', 24 * hourMs, {}],
    ['of a level', 4 * hourMs, { delayMinutes: 0, level: 187.5 }],
  ])('gets no signal %s that is too old', async (_, usefulMs, changes) => {
    const device = await add();
    const createdAt = new Date(Date.now() - usefulMs);
    const priceTime = 'level' in changes ? { priceTime: createdAt } : {};
    await send(device, { createdAt, ...changes, ...priceTime });
    expect(await outcomeOf(device)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      error: 'Too old to send',
    });
    expect(device.browser.messages()).toEqual([]);
  });
});

it('sends a test message at once, and ends a device whose browser has cancelled it', async () => {
  pushService.answer(accept, answerWith(410));
  const device = await add();
  const test = async () =>
    (await harness().rest('POST', `${device.path}/test`, { token: device.token })).body;
  expect(await test()).toEqual({ delivered: true, http_status: 201, error: null });
  expect(pushService.received.at(-1)?.headers).toMatchObject({ ttl: '60', urgency: 'normal' });
  expect(device.browser.messages()).toMatchObject([
    { title: 'Stockbook', body: 'Test notification for Chrome on Android', url: '/signals', unread: 0 },
  ]);
  expect(await test()).toEqual({
    delivered: false,
    http_status: 410,
    error: 'The browser has cancelled notifications on this device (410)',
  });
  expect(await noticesOf(harness(), device.token)).toEqual([
    'Notifications on Chrome on Android ended: the browser has cancelled them.',
  ]);
  expect((await harness().rest('GET', device.path, { token: device.token })).status).toBe(404);
});
