import {
  notificationChannelRepository,
  notificationDeliveryRepository,
  removeJobs,
  userStockRepository,
} from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../durations.ts';
import { queueDeliveries } from '../queue-deliveries.ts';
import type { SendResult } from '../send/destination.ts';
import { Outbox, start } from '../testing/outbox.ts';
import { resumeDeliveries } from './resume-deliveries.ts';

const arrived: SendResult = { isDelivered: true, httpStatus: 200 };
const failed: SendResult = { isDelivered: false, httpStatus: 500, error: 'The server answered 500' };
const gone: SendResult = { isDelivered: false, httpStatus: 410, error: 'Gone' };

it('joins all signals within 20 seconds of the first into one message, newest first', async () => {
  const outbox = await Outbox.open();
  const channelId = await outbox.addChannel();
  await outbox.signal('AAPL', 2);
  outbox.wait(19_000);
  await outbox.signal('MSFT');
  await outbox.runDueJobs();
  expect(outbox.sent).toEqual([]);
  outbox.wait(1_000);
  await outbox.runDueJobs();
  outbox.wait(minuteMs);
  await outbox.runDueJobs();
  expect(outbox.sent).toMatchObject([
    {
      title: '3 signals: MSFT, AAPL',
      lines: ['MSFT on 2026-11-20', 'AAPL on 2026-11-20', 'AAPL on 2026-11-19'],
      link: 'https://stocks.example.com/signals',
    },
  ]);
  const [delivery] = await outbox.deliveries();
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, httpStatus: 200, nextAttemptAt: null });
  expect(delivery?.id).toBe(outbox.sent[0]?.id);
  expect(await outbox.channel(channelId)).toMatchObject({ lastError: null, lastOkAt: expect.any(Date) });
  expect(outbox.outcomes).toEqual(['webhook delivered']);
  expect(await outbox.jobs()).toBe(0);
});

it('sends one message to each channel, and later signals in a message of their own', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel('webhook');
  await outbox.addChannel('ntfy');
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(2);
  await outbox.signal('MSFT');
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(outbox.sent.map(({ lines }) => lines.length)).toEqual([1, 1, 1, 1]);
  expect(outbox.sent[3]).toMatchObject({
    title: 'Signal: MSFT',
    link: 'https://stocks.example.com/stocks/MSFT?date=2026-11-20',
  });
});

it('bounds the body of a webhook and says how many signals are missing', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal('AAPL', 100);
  outbox.wait(20_000);
  await outbox.runDueJobs();
  const { payload = '', id } = outbox.sent[0] ?? {};
  expect(Buffer.byteLength(payload)).toBeLessThan(20_000);
  const { type, timestamp, data } = JSON.parse(payload);
  expect([type, timestamp]).toEqual(['signal.fired', start.toISOString()]);
  expect(data.signals.length).toBeGreaterThan(30);
  expect(data.signals.length + data.truncated).toBe(100);
  expect(data.signals[0]).toMatchObject({
    symbol: 'AAPL',
    bar_date: '2026-11-20',
    values: [{ operand: 'rsi(14)', now: 31.2, before: 28.9 }],
  });
  expect((await outbox.deliveries())[0]).toMatchObject({ id, signalIds: { length: 100 } });
});

it('sends neither simulated signals nor notices, nor those of stocks without notifications', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal('AAPL', 1, { dataSource: 'simulated' });
  await outbox.signal('AAPL', 1, { kind: 'notice' });
  await outbox.query(sql`update user_stock set notify_on_signals = false`);
  await outbox.signal('MSFT');
  expect(await outbox.deliveries()).toEqual([]);
  expect(await outbox.jobs()).toBe(0);
});

it('sends nothing to channels that are switched off or not confirmed', async () => {
  const outbox = await Outbox.open();
  const [off, unconfirmed] = [await outbox.addChannel(), await outbox.addChannel()];
  await notificationChannelRepository.change(outbox.database.fork(), off, { isActive: false });
  await notificationChannelRepository.change(outbox.database.fork(), unconfirmed, { confirmedAt: null });
  await outbox.signal();
  expect(await outbox.deliveries()).toEqual([]);
});

it('repeats a failed delivery ten times by the plan, with the same id and body', async () => {
  const outbox = await Outbox.open();
  const channelId = await outbox.addChannel();
  outbox.answer = failed;
  await outbox.signal();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const before = outbox.now.getTime();
    await outbox.runNextAttempt();
    waits.push((outbox.now.getTime() - before) / 1000);
  }
  const planned = [20, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, wait] of waits.entries()) {
    expect(wait / (planned[index] ?? 0)).toBeGreaterThan(0.89);
    expect(wait / (planned[index] ?? 0)).toBeLessThan(1.11);
  }
  expect(new Set(outbox.sent.map(({ id, payload }) => `${id} ${payload}`)).size).toBe(1);
  expect(await outbox.deliveries()).toMatchObject([
    {
      status: 'failed',
      attempts: 10,
      nextAttemptAt: null,
      httpStatus: 500,
      error: 'The server answered 500',
    },
  ]);
  expect(await outbox.channel(channelId)).toMatchObject({
    isActive: true,
    lastError: 'The server answered 500',
  });
  expect(outbox.outcomes).toEqual([...Array(9).fill('webhook retrying'), 'webhook failed']);
  expect(await outbox.jobs()).toBe(0);
});

it('waits as long as the target asks', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  const retryAt = new Date(start.getTime() + hourMs);
  outbox.answer = { ...failed, httpStatus: 429, retryAt };
  await outbox.signal();
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(await outbox.deliveries()).toMatchObject([{ status: 'pending', nextAttemptAt: retryAt }]);
});

it('repeats a message with the same id if the worker died between sending and storing the outcome', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  outbox.answer = new Error('killed');
  await expect(outbox.runDueJobs()).rejects.toThrow('killed');
  outbox.answer = arrived;
  // What arrives meanwhile does not change the message that was sent.
  await outbox.signal('MSFT');
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(1);
  outbox.wait(2 * minuteMs);
  await outbox.runDueJobs();
  const [first, ...others] = outbox.sent;
  expect(others.map(({ id }) => id)).toContain(first?.id);
  expect(others.find(({ id }) => id === first?.id)?.payload).toBe(first?.payload);
  expect(outbox.sent).toHaveLength(3);
  expect((await outbox.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

it('switches a channel off when its target is gone, cancels what waits and says so in the inbox', async () => {
  const outbox = await Outbox.open();
  const channelId = await outbox.addChannel();
  outbox.answer = gone;
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(await outbox.channel(channelId)).toMatchObject({ isActive: false, lastError: 'Gone' });
  expect(await outbox.deliveries()).toMatchObject([{ status: 'failed', httpStatus: 410, attempts: 1 }]);
  expect(await outbox.notices()).toEqual([
    'The channel My channel was switched off, because its address is gone (410)',
  ]);
});

it('switches a channel off after five days of failure', async () => {
  const outbox = await Outbox.open();
  const channelId = await outbox.addChannel();
  outbox.answer = failed;
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  await outbox.runDueJobs();
  outbox.wait(5 * 24 * hourMs - minuteMs);
  await outbox.signal('MSFT');
  await outbox.runDueJobs();
  expect(await outbox.channel(channelId)).toMatchObject({ isActive: true });
  outbox.wait(minuteMs);
  await outbox.runDueJobs();
  expect(await outbox.channel(channelId)).toMatchObject({ isActive: false });
  expect((await outbox.deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(await outbox.notices()).toEqual([
    'The channel My channel was switched off, because it failed for five days: The server answered 500',
  ]);
});

it('holds messages beyond 60 an hour and joins them into the next', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  for (let message = 0; message < 60; message += 1) {
    await outbox.signal('AAPL', 1, { barDate: '2026-11-20' });
    outbox.wait(20_000);
    await outbox.runDueJobs();
  }
  expect(outbox.sent).toHaveLength(60);
  for (let message = 0; message < 3; message += 1) {
    await outbox.signal('MSFT');
    outbox.wait(20_000);
    await outbox.runDueJobs();
  }
  expect(outbox.sent).toHaveLength(60);
  expect(outbox.outcomes.slice(60)).toEqual(['webhook held', 'webhook held', 'webhook held']);
  // The first message was sent 20 s after the start.
  outbox.now = new Date(start.getTime() + hourMs + 20_000);
  await outbox.runDueJobs();
  expect(outbox.sent.slice(60)).toMatchObject([{ lines: { length: 3 } }]);
});

it.each([
  ['the switch', (outbox: Outbox, stockId: number) => cancelBySwitch(outbox, stockId)],
  [
    'the stock',
    (outbox: Outbox, stockId: number) =>
      userStockRepository.unlink(outbox.database.fork(), outbox.userId, stockId),
  ],
])('takes the signals of a stock out of what waits when %s goes away', async (_, remove) => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal('AAPL');
  await outbox.signal('MSFT');
  await remove(outbox, (await outbox.stock('AAPL')).id);
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(outbox.sent).toMatchObject([{ lines: ['MSFT on 2026-11-20'] }]);
  await outbox.signal('MSFT');
  await remove(outbox, (await outbox.stock('MSFT')).id);
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(1);
  expect((await outbox.deliveries('failed')).map(({ error }) => error)).toEqual([
    'Cancelled: notifications of these stocks are switched off',
  ]);
  expect(outbox.outcomes).toEqual(['webhook delivered', 'webhook cancelled']);
});

/** Off and on again: what waited stays cancelled. */
async function cancelBySwitch(outbox: Outbox, stockId: number): Promise<void> {
  await notificationDeliveryRepository.dropSignals(outbox.database.fork(), outbox.userId, stockId);
}

it('fails a delivery with the reason if SECRET_KEY has changed', async () => {
  const outbox = await Outbox.open();
  const channelId = await outbox.addChannel();
  await outbox.query(sql`update notification_channel set secret = '\\x00'`);
  await outbox.signal();
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(outbox.sent).toEqual([]);
  expect(await outbox.channel(channelId)).toMatchObject({ lastError: expect.stringMatching(/SECRET_KEY/) });
});

it('resumes deliveries without jobs, as after a restored backup', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal();
  const [delivery] = await outbox.deliveries();
  await removeJobs(outbox.database.fork(), [`deliver:${delivery?.id}`]);
  const services = { database: outbox.database, clock: () => outbox.now };
  await resumeDeliveries(services);
  expect(await outbox.jobs()).toBe(0);
  outbox.wait(6 * minuteMs);
  await resumeDeliveries(services);
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(1);
});

it('adds deliveries of two transactions at the same time without waiting', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.database.fork().transactional(async (tx) => {
    const signals = await outbox.signal('AAPL');
    await queueDeliveries(tx, signals, outbox.now);
    // Would time out on a lock that the open transaction holds.
    await outbox.signal('MSFT');
    outbox.wait(20_000);
    await outbox.runDueJobs();
  });
  expect(outbox.sent).toMatchObject([{ lines: { length: 2 } }]);
});
