import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { User } from '../entities/user.entity.ts';
import { useTestDatabase } from '../testing/index.ts';
import { stockFacts, userRow } from '../testing/test-rows.ts';
import * as calculatedIndicatorRepository from './calculated-indicator.repository.ts';
import * as stockRepository from './stock.repository.ts';

async function userWithStock() {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const userId = randomUUID();
  await em.insert(User, userRow(userId, 'reader'));
  const { id: stockId } = await stockRepository.upsertFacts(em, stockFacts('TEST'), new Date());
  return { em, userId, stockId };
}

const result = (value: number) => ({
  outputs: ['real'],
  values: [value],
  dataStartDate: '2024-01-02',
  dataEndDate: '2024-01-02',
});

describe('values of indicators', () => {
  it('are replaced of more users than one statement has the time for', async () => {
    const { em, userId, stockId } = await userWithStock();
    const ids = Array.from({ length: 200 }, () => randomUUID());
    for (const id of ids) {
      const key = { userId, stockId, indicatorFunction: 'SMA', indicatorName: id, parameters: {} };
      await calculatedIndicatorRepository.save(em, id, key, result(1), new Date());
    }
    // 20 ms a row: all of them take longer than the 3.5 s of a statement.
    await sql`
      create function be_slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.02); return new; end $$
    `.execute(em.getKysely());
    await sql`
      create trigger slow before update on calculated_indicator for each row execute function be_slow()
    `.execute(em.getKysely());
    const replacements = calculatedIndicatorRepository.replacements(em, stockId, new Date());
    await replacements.add(ids, result(2));
    await replacements.flush();
    const { indicators } = await calculatedIndicatorRepository.listWithValues(em, userId, stockId, ids);
    expect(indicators.map(({ values }) => values[0])).toEqual(ids.map(() => 2));
  });
});
