import { hourMs, minuteMs } from '@stockbook/common/durations';
import {
  deliverySignalRepository,
  notificationChannelRepository,
  notificationDeliveryRepository,
  userStockRepository,
} from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { Outbox, start } from '../testing/outbox.ts';
import { queueDeliveries } from './queue-deliveries.ts';

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

it('sends to 32 devices by one job, and once to each', async () => {
  const outbox = await Outbox.open();
  for (let device = 0; device < 34; device += 1) await outbox.addChannel('web_push');
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  expect(await outbox.jobs()).toBe(1);
  await outbox.runDueJobs(1);
  expect(outbox.sent).toHaveLength(32);
  expect(await outbox.jobs()).toBe(1);
  await outbox.runDueJobs();
  expect(new Set(outbox.sent.map(({ id }) => id)).size).toBe(34);
  expect(outbox.sent).toHaveLength(34);
  expect(await outbox.deliveries('pending')).toEqual([]);
  expect(await outbox.jobs()).toBe(0);
});

it('sends once to each device if two workers run all jobs at the same time', async () => {
  const outbox = await Outbox.open();
  for (let device = 0; device < 80; device += 1) await outbox.addChannel('web_push');
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  await Promise.all([outbox.runDueJobs(), outbox.runDueJobs()]);
  expect(outbox.sent).toHaveLength(80);
  expect(new Set(outbox.sent.map(({ id }) => id)).size).toBe(80);
  expect(await outbox.deliveries('delivered')).toHaveLength(80);
});

it('sends to a device a second later if it was locked when its message was due', async () => {
  const outbox = await Outbox.open();
  const locked = await outbox.addChannel('web_push');
  await outbox.addChannel('web_push');
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  await outbox.database.fork().transactional(async (tx) => {
    const lock = sql`select from notification_channel where id = ${locked} for no key update`;
    await lock.execute(tx.getKysely());
    await outbox.runDueJobs();
  });
  expect(outbox.sent).toHaveLength(1);
  outbox.wait(1_000);
  await outbox.runDueJobs();
  expect(outbox.sent).toHaveLength(2);
  expect(await outbox.jobs()).toBe(0);
});

it('repeats failed attempts at two devices by a job for each', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel('web_push');
  await outbox.addChannel('web_push');
  await outbox.signal('AAPL');
  outbox.wait(20_000);
  outbox.answer = { isDelivered: false, httpStatus: 500, error: 'The server answered 500' };
  await outbox.runDueJobs(1);
  expect(outbox.sent).toHaveLength(2);
  expect(await outbox.deliveries('pending')).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  expect(await outbox.jobs()).toBe(2);
  outbox.answer = { isDelivered: true, httpStatus: 200 };
  outbox.wait(6_000);
  await outbox.runDueJobs(1);
  expect(outbox.sent).toHaveLength(3);
});

it('sends nothing to devices by the job of a webhook', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel('webhook');
  await outbox.signal('AAPL');
  outbox.wait(1);
  await outbox.addChannel('web_push');
  await outbox.signal('MSFT');
  outbox.wait(20_000);
  await outbox.runDueJobs(1);
  expect(outbox.outcomes).toEqual(['webhook delivered']);
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

it('names the time and the delay of a price during the session in the body of a webhook', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal('AAPL', 1, { priceTime: start, delayMinutes: 15, level: 187 });
  outbox.wait(20_000);
  await outbox.runDueJobs();
  const [signal] = JSON.parse(outbox.sent[0]?.payload ?? '').data.signals;
  const price = { price_time: start.toISOString(), delay_minutes: 15, is_confirmed: null };
  expect(signal).toMatchObject({ checked: 'session', ...price });
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
  await deliverySignalRepository.drop(outbox.database.fork(), outbox.userId, stockId);
}

it('drops the signals of a stock while an attempt joins deliveries, without a deadlock', async () => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  await outbox.signal('AAPL');
  outbox.wait(1_000);
  await outbox.signal('MSFT');
  const [last, first] = await outbox.deliveries();
  if (!last || !first) throw new Error('two deliveries are missing');
  const { id: stockId } = await outbox.stock('AAPL');
  const dropped = await outbox.database.fork().transactional(async (tx) => {
    await notificationDeliveryRepository.lockChannels(tx, [last.id]);
    await notificationDeliveryRepository.lock(tx, last.id);
    const dropping = outbox.database
      .fork()
      .transactional((other) => deliverySignalRepository.drop(other, outbox.userId, stockId));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await outbox.query(waiting)).length).toBe(1);
    expect(await deliverySignalRepository.join(tx, [last.id])).toEqual([first.id]);
    return { dropping };
  });
  await dropped.dropping;
  outbox.wait(20_000);
  await outbox.runDueJobs();
  expect(outbox.sent).toMatchObject([{ lines: ['MSFT on 2026-11-20'] }]);
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
