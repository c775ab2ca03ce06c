import { randomUUID } from 'node:crypto';
import { type NewSignal, signalRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { Browser, PushService } from '@stockbook/testing';
import { expect } from 'vitest';
import { addFailedDelivery } from './add-failed-delivery.ts';
import type { Harness } from './harness.ts';

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** Registers a browser as a device, as the web client of Chrome on Android does. */
export function register(harness: Harness, token: string, { subscription }: Browser, fields: object = {}) {
  return harness.rest('POST', '/notifications/channels', {
    token,
    headers: { 'user-agent': chrome },
    body: { kind: 'web_push', subscription, ...fields },
  });
}

export interface Device {
  readonly token: string;
  readonly browser: Browser;
  readonly id: string;
  /** Below `/api`. */
  readonly path: string;
}

/** A new user with a device, who wants signals of AAPL. */
export async function addDevice(
  harness: Harness,
  pushService: PushService,
  fields: object = {},
): Promise<Device> {
  const { token } = await harness.signUp();
  await harness.addStock(token, 'AAPL');
  await harness.rest('PATCH', '/stocks/AAPL', { token, body: { notify_on_signals: true } });
  const browser = pushService.subscribe();
  const { status, body } = await register(harness, token, browser, fields);
  expect(status).toBe(201);
  return { token, browser, id: String(body.id), path: `/notifications/channels/${body.id}` };
}

/** Inserts signals of AAPL, and a delivery of them that the worker attempts at once. @returns its id */
export async function sendSignals(
  harness: Harness,
  { token, id }: Device,
  changes: Partial<NewSignal> = {},
  count = 1,
): Promise<string> {
  const { database } = harness.services;
  const db = database.fork().getKysely();
  const delivery = await addFailedDelivery(database, id);
  const { rows } = await sql<{ userId: string; stockId: number }>`
    select channel.user_id as "userId", stock.id as "stockId" from notification_channel channel, stock
    where channel.id = ${id} and stock.symbol = 'AAPL'
  `.execute(db);
  const [owner] = rows;
  if (!owner) throw new Error('AAPL is not stored');
  const signals = Array.from(
    { length: count },
    (_, index): NewSignal => ({
      ...owner,
      id: randomUUID(),
      kind: 'signal',
      ruleId: null,
      strategyId: null,
      side: null,
      symbol: 'AAPL',
      barDate: `2026-11-${20 - index}`,
      close: 187.4,
      currency: 'USD',
      values: [],
      rules: [],
      sentence: `AAPL: sentence ${index + 1}`,
      dataSource: 'yahoo',
      createdAt: new Date(),
      ...changes,
    }),
  );
  await signalRepository.add(database.fork(), signals);
  await sql`
    update notification_delivery
    set error = null, signal_ids = ${JSON.stringify(signals.map((signal) => signal.id))}::jsonb
    where id = ${delivery}
  `.execute(db);
  const retry = await harness.rest('POST', `/notifications/deliveries/${delivery}/retry`, { token });
  expect(retry.status).toBe(202);
  return delivery;
}

/** Waits for the outcome of an attempt. @returns the only delivery of the device */
export async function attempted(
  harness: Harness,
  { token, id }: Device,
): Promise<Record<string, unknown> | undefined> {
  const path = `/notifications/deliveries?channel_id=${id}`;
  const read = async () => {
    const { deliveries } = (await harness.rest('GET', path, { token })).body;
    return (deliveries as Record<string, unknown>[])[0];
  };
  await expect
    .poll(async () => {
      const delivery = await read();
      return delivery?.http_status ?? delivery?.error ?? null;
    })
    .not.toBeNull();
  return read();
}

/** The notices in the inbox. */
export async function noticesOf(harness: Harness, token: string): Promise<unknown[]> {
  const { signals } = (await harness.rest('GET', '/signals', { token })).body;
  return (signals as Record<string, unknown>[])
    .filter(({ kind }) => kind === 'notice')
    .map(({ sentence }) => sentence);
}

/** Signs in once more, as another browser. */
export async function signInAgain(
  harness: Harness,
  { email, password }: { email: string; password: string },
) {
  const { body } = await harness.rest('POST', '/auth/login', { body: { email, password } });
  return { token: String(body.access_token), refreshToken: String(body.refresh_token) };
}

/** The channels of a user, newest first. */
export async function listChannels(harness: Harness, token: string): Promise<Record<string, unknown>[]> {
  const { body } = await harness.rest('GET', '/notifications/channels', { token });
  return body.channels as Record<string, unknown>[];
}
