import { randomUUID } from 'node:crypto';
import { type StoredQuote, stockQuoteRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { Outbox, start } from '../notifications/testing/outbox.ts';
import { checkLevels } from './check-levels.ts';

const prices: Omit<StoredQuote, 'stockId' | 'source'> = {
  sourceName: null,
  currency: 'USD',
  price: 101,
  time: start,
  previousClose: 99,
  open: 99.5,
  high: 101,
  low: 99.5,
  volume: null,
  sessionDate: '2026-11-20',
  marketState: 'open',
  extendedKind: null,
  extendedPrice: null,
  extendedTime: null,
  delayMinutes: 0,
  delayFrom: 'source',
  isRebased: false,
  fetchedAt: start,
  dueAt: start,
  refreshedFor: null,
};

it.each([
  ['yahoo', 1],
  ['simulated', 0],
] as const)('queues a signal by a price of %s for %i channels, after 20 s', async (source, count) => {
  const outbox = await Outbox.open();
  await outbox.addChannel();
  const { id: stockId } = await outbox.stock('AAPL');
  await outbox.query(sql`insert into stock_quote (stock_id) values (${stockId})`);
  await outbox.query(sql`
    insert into signal_rule (id, user_id, condition, scope, stock_id, "trigger", quiet_bars, is_active, session_level,
      created_at, updated_at)
    values (${randomUUID()}, ${outbox.userId}, 'price touches 100', 'stock', ${stockId}, 'every_bar', 0, true, 100,
      ${start}::timestamptz - interval '1 day', ${start}::timestamptz - interval '1 day')
  `);
  const signals = await outbox.database.fork().transactional(async (tx) => {
    const rows = await stockQuoteRepository.lock(tx, [stockId]);
    const quotes = rows.map((row) => ({
      row,
      quote: { ...prices, stockId, source },
      closeBefore: null,
    }));
    return checkLevels(tx, quotes, start);
  });
  expect(signals).toBe(1);
  const waiting = await outbox.deliveries('pending');
  expect(waiting.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(
    Array.from({ length: count }, () => new Date(start.getTime() + 20_000)),
  );
});
