import { hourMs, minuteMs } from '@stockbook/common/durations';
import { removeJobs } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import type { SendResult } from '../send/destination.ts';
import { Outbox, start } from '../testing/outbox.ts';
import { resumeDeliveries } from './queue-deliveries.ts';

const arrived: SendResult = { isDelivered: true, httpStatus: 200 };
const failed: SendResult = { isDelivered: false, httpStatus: 500, error: 'The server answered 500' };
const gone: SendResult = { isDelivered: false, httpStatus: 410, error: 'Gone' };

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
  // A signal that arrives meanwhile does not change the message that was sent.
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

it('repeats the messages to devices if the worker died between sending and storing the outcomes', async () => {
  const outbox = await Outbox.open();
  for (let device = 0; device < 3; device += 1) await outbox.addChannel('web_push');
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  outbox.answer = new Error('killed');
  await expect(outbox.runDueJobs()).rejects.toThrow('killed');
  outbox.answer = arrived;
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(3);
  outbox.wait(2 * minuteMs);
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(6);
  expect(new Set(outbox.sent.map(({ id }) => id)).size).toBe(3);
  expect(await outbox.deliveries('delivered')).toMatchObject(Array(3).fill({ attempts: 2 }));
  expect(await outbox.jobs()).toBe(0);
});

it('writes the row of a delivery once when it claims an attempt', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal();
  outbox.answer = failed;
  await outbox.runNextAttempt();
  await outbox.query(sql`create table delivery_write (attempts int)`);
  await outbox.query(sql`
    create function note_write() returns trigger language plpgsql as
      'begin insert into delivery_write values (new.attempts); return null; end'
  `);
  await outbox.query(sql`
    create trigger note_write after update on notification_delivery for each row execute function note_write()
  `);
  outbox.answer = new Error('killed');
  await expect(outbox.runNextAttempt()).rejects.toThrow('killed');
  expect(await outbox.query(sql`select attempts from delivery_write`)).toEqual([{ attempts: 2 }]);
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

it('resumes all deliveries to devices without jobs by one', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel('web_push');
  await outbox.addChannel('web_push');
  await outbox.signal();
  await outbox.query(sql`delete from graphile_worker._private_jobs`);
  outbox.wait(6 * minuteMs);
  await resumeDeliveries({ database: outbox.database, clock: () => outbox.now });
  await outbox.runDueJobs(1);
  expect(outbox.sent).toHaveLength(2);
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(2);
  expect(await outbox.jobs()).toBe(0);
});
