import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { User } from '../../entities/accounts.ts';
import { useTestDatabase } from '../../testing/index.ts';
import { stockFacts, userRow } from '../../testing/test-rows.ts';
import * as stockRepository from '../stocks/stock.repository.ts';
import * as userStockRepository from './user-stock.repository.ts';
import { createWatchListReads } from './watch-list-reads.ts';

const now = new Date('2024-06-01T12:00:00Z');

/** Two users track the stock ONE and not the stock TWO. */
async function start() {
  const { database } = await useTestDatabase();
  const ids = { owner: randomUUID(), other: randomUUID() };
  const em = database.fork();
  const { id: stockId } = await stockRepository.upsertFacts(em, stockFacts('ONE'), now);
  await stockRepository.upsertFacts(em, stockFacts('TWO'), now);
  // One transaction writes the rows of both users, as a restore does.
  await em.transactional(async (tx) => {
    for (const [name, id] of Object.entries(ids)) {
      await tx.insert(User, userRow(id, name, now));
      await userStockRepository.link(tx, id, stockId, now);
    }
  });
  return { pool: await database.pool(), ids, stockId, reads: createWatchListReads(database) };
}

it('finds a stock only if the user tracks it', async () => {
  const { ids, stockId, reads } = await start();
  const found = await Promise.all([
    reads.findStock(ids.owner, 'ONE'),
    reads.findStock(ids.owner, 'TWO'),
    reads.findStock(ids.owner, 'NONE'),
    reads.findStock(randomUUID(), 'ONE'),
    reads.findStock(ids.other, 'ONE'),
  ]);
  const stock = {
    id: stockId,
    symbol: 'ONE',
    currency: 'USD',
    timezone: null,
    barCount: 0,
    lastClose: null,
    barsRevision: 0,
  };
  expect(found).toEqual([stock, null, null, null, stock]);
});

it('returns different revisions per user, even if one transaction wrote all rows', async () => {
  const { ids, reads } = await start();
  const [owner, other] = await Promise.all([ids.owner, ids.other].map(reads.readRevision));
  expect(owner).not.toBe(other);
});

it.each([
  ["update user_stock set notes = 'x' where user_id = $1", ['list']],
  ['delete from user_stock where user_id = $1', ['stock', 'list']],
  ['update stock set bars_revision = bars_revision + 1 where $1::uuid is not null', ['stock', 'list']],
  ["update stock set last_error = 'x' where $1::uuid is not null", ['list']],
  ["update stock set pending_close_date = '2024-05-31' where $1::uuid is not null", ['list']],
  ["update user_account set first_name = 'x' where id = $1", []],
])('changes what depends on the row: %s', async (statement, changed) => {
  const { pool, ids, reads } = await start();
  const read = async () => ({
    stock: JSON.stringify(await reads.findStock(ids.owner, 'ONE')),
    list: await reads.readRevision(ids.owner),
  });
  const before = await read();
  await pool.query(statement, [ids.owner]);
  const after = await read();
  expect((['stock', 'list'] as const).filter((each) => before[each] !== after[each])).toEqual(changed);
});
