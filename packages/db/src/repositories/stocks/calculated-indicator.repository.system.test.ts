import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { User } from '../../entities/accounts.ts';
import { useTestDatabase } from '../../testing/index.ts';
import { stockFacts, userRow } from '../../testing/test-rows.ts';
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

describe('replacements', () => {
  it('replaces the values of more indicators than one statement can within its timeout', async () => {
    const { em, userId, stockId } = await userWithStock();
    const ids = Array.from({ length: 200 }, () => randomUUID());
    for (const id of ids) {
      const key = { userId, stockId, indicatorFunction: 'SMA', indicatorName: id, parameters: {} };
      await calculatedIndicatorRepository.save(em, id, key, result(1), new Date());
    }
    // 20 ms per row: all 200 take longer than statement_timeout (3.5 s).
    await sql`
      create function delay_update() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.02); return new; end $$
    `.execute(em.getKysely());
    await sql`
      create trigger slow before update on calculated_indicator for each row execute function delay_update()
    `.execute(em.getKysely());
    const replacements = calculatedIndicatorRepository.replacements(em, stockId, new Date());
    await replacements.add(ids, result(2));
    await replacements.flush();
    const { indicators } = await calculatedIndicatorRepository.listWithValues(em, userId, stockId, ids);
    expect(indicators.map(({ values }) => values[0])).toEqual(ids.map(() => 2));
  });
});
