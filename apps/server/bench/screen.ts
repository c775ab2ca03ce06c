import { type Database, priceBarRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { apiClient } from '@stockbook/testing';
import { startStack } from './support/stack.ts';

const stocks = 500;
const rounds = 3;

/** The server reads this number of stocks at a time. */
const maxParallelReads = 4;

/** The limit of any response. */
const maxSeconds = 5;

const conditions = [
  'close > sma(200)',
  'rsi(14) < 40 and close > ema(50) or macd() crosses above macd().macdsignal',
];

/** Reads the bars of one stock after the other. */
async function readBars(database: Database, ids: Iterable<number>): Promise<void> {
  for (const id of ids) await priceBarRepository.readColumns(database.fork(), id);
}

/** Measures a rule on all stocks of a long watch list, beside the time of reading their bars. */
export async function measureScreening(): Promise<void> {
  const stack = await startStack(stocks);
  const { database, server, tokens } = stack;
  const secondsOf = async (run: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await run();
    return (performance.now() - startedAt) / 1000;
  };
  try {
    const { rows } = await sql<{ id: number }>`
      with added as (
        insert into user_stock (user_id, stock_id, added_at)
        select u.id, s.id, now() from user_account u, stock s where username = 'bench1'
        on conflict do nothing
      )
      select id from stock
    `.execute(database.fork().getKysely());
    const client = apiClient(server.url, tokens[0]);
    const read = () => {
      const ids = rows.map(({ id }) => id).values();
      return Promise.all(Array.from({ length: maxParallelReads }, () => readBars(database, ids)));
    };
    for (const when of conditions) {
      for (let round = 0; round < rounds; round += 1) {
        const readS = await secondsOf(read);
        const screenS = await secondsOf(() => client.call('POST', '/signals/screen', { when }));
        process.stdout.write(
          `${when}: ${stocks} stocks, ${stack.bars.toLocaleString('en-US')} bars, screened in ${screenS.toFixed(2)} s ` +
            `(limit ${maxSeconds} s), ${(screenS / readS).toFixed(2)} times as long as reading their bars\n`,
        );
      }
    }
  } finally {
    await stack.stop();
  }
}
