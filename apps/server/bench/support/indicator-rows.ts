import { randomUUID } from 'node:crypto';
import { calculatedIndicatorRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import type { Stack } from './stack.ts';

/** The maximum of lines of a user and stock: 33 indicators with three lines, and one with a single line. */
const outputsByIndicator = [
  ...Array.from({ length: 33 }, () => ['middleband', 'upperband', 'lowerband']),
  ['real'],
];

export function linesOf({ bars }: Stack): string {
  return `${outputsByIndicator.flat().length} lines a user, of one stock; ${bars.toLocaleString('en-US')} bars stored in all`;
}

/** Gives the first `users` users the first stock, with the maximum of lines. */
export async function calculatedIndicatorRows(
  { database }: Pick<Stack, 'database'>,
  users: number,
): Promise<void> {
  const em = database.fork();
  const stock = await em.findOneOrFail(Stock, { symbol: 'BENCH1' });
  const { rows } = await sql<{ id: string }>`
    select id from user_account order by substr(username, 6)::int limit ${users}::int
  `.execute(em.getKysely());
  for (const { id } of rows) {
    await sql`
      insert into user_stock (user_id, stock_id, added_at) values (${id}, ${stock.id}, now()) on conflict do nothing
    `.execute(em.getKysely());
    for (const [index, outputs] of outputsByIndicator.entries()) {
      const values = Float64Array.from(
        { length: stock.barCount * outputs.length },
        (_, at) => 100 + Math.sin(at + index),
      );
      await calculatedIndicatorRepository.save(
        em,
        randomUUID(),
        {
          userId: id,
          stockId: stock.id,
          indicatorFunction: 'SMA',
          indicatorName: String(index),
          parameters: {},
        },
        { outputs, values, dataStartDate: stock.dataStartDate, dataEndDate: stock.dataEndDate },
        new Date(),
      );
    }
  }
}
