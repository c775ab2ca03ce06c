import { randomUUID } from 'node:crypto';
import { barSummaryRepository, type Database, packedClosesRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import { symbolOf } from './bench-data.ts';
import { copyInto } from './copy-into.ts';

export const stockCount = 200;
const dayMs = 24 * 60 * 60 * 1000;
const daysOfLife = 20 * 365;
const startMs = Date.now() - daysOfLife * dayMs;

const dateAt = (days: number) => new Date(startMs + days * dayMs).toISOString().slice(0, 10);

/** The day of the first transaction. */
export const firstDay = dateAt(0);

/** Currencies of the quotes; a stock's number modulo this selects one. The portfolios are in EUR. */
const currencies = ['EUR', 'USD', 'GBp', 'JPY'];

/** Units of the second currency for one of the first; the day-to-day change is that of a stock. */
const pairs = { 'EURUSD=X': 1.1, 'EURGBP=X': 0.85, 'EURJPY=X': 140 };

/** Names the currencies of the stocks, and adds the pairs with a history each. */
export async function fillCurrencies(database: Database): Promise<void> {
  const kysely = database.fork().getKysely();
  await sql`
    update stock set currency = (${currencies}::text[])[substr(symbol, 6)::int % ${currencies.length}::int + 1]
  `.execute(kysely);
  for (const [symbol, rate] of Object.entries(pairs)) {
    const { rows } = await sql<{ id: number }>`
      insert into stock
        (symbol, name, currency, timezone, is_active, data_source, last_fetched_at, refresh_due_at, created_at)
      values (${symbol}, ${symbol}, 'USD', 'UTC', true, 'simulated', now(), now() + interval '1 year', now())
      returning id
    `.execute(kysely);
    const [{ id } = { id: 0 }] = rows;
    await sql`
      insert into price_bar
      select ${id}::int, date, value, value, value, value, 0 from (
        select date, ${rate}::float8 * (1 + sin(date - '1970-01-01'::date) / 20) as value
        from price_bar where stock_id = (select min(id) from stock)
      ) rate
    `.execute(kysely);
    const summary = await barSummaryRepository.summarize(database.fork(), id);
    await packedClosesRepository.repack(database.fork(), id, null);
    await database.fork().nativeUpdate(Stock, { id }, summary);
  }
  await sql`analyze`.execute(kysely);
}

/** @returns ids of new, empty portfolios of a user, in EUR */
export async function addPortfolios(database: Database, username: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into portfolio (id, user_id, name, currency, created_at, updated_at)
    select gen_random_uuid(), u.id, 'Portfolio ' || number, 'EUR', now() + number * interval '1 second', now()
    from user_account u, generate_series(1, ${count}::int) number where username = ${username}
    returning id
  `.execute(database.fork().getKysely());
  return rows.map(({ id }) => id);
}

const columns =
  'id, user_id, portfolio_id, type, date, ordinal, stock_id, quantity, price, amount, currency, fees, created_at, updated_at';
const linesPerStatement = 1_000;
const none = String.raw`\N`;

/** Of ten transactions of a stock: seven purchases, a sale and two dividends. */
const kinds = ['BUY', 'BUY', 'BUY', 'DIVIDEND', 'BUY', 'BUY', 'SELL', 'BUY', 'DIVIDEND', 'BUY'];

/**
 * Adds transactions of all stocks over 20 years by COPY, the same number for each stock, dealt to the portfolios in
 * turn by stock.
 */
export async function addTransactions(
  database: Database,
  username: string,
  portfolioIds: readonly string[],
  count: number,
): Promise<void> {
  const kysely = database.fork().getKysely();
  const { rows: users } = await sql<{ id: string }>`
    select id from user_account where username = ${username}
  `.execute(kysely);
  const { rows: stocks } = await sql<{ id: number; currency: string; number: number }>`
    select id, currency, substr(symbol, 6)::int as number from stock where symbol like ${`${symbolOf(0).slice(0, -1)}%`}
    order by number limit ${stockCount}::int
  `.execute(kysely);
  const perStock = count / stocks.length;
  const lines = stocks.flatMap(({ id, currency, number }) =>
    Array.from({ length: perStock }, (_, index) => {
      const type = kinds[index % kinds.length] ?? 'BUY';
      const days = Math.floor(((daysOfLife - 40) * index) / perStock) + (number % 30);
      const isDividend = type === 'DIVIDEND';
      const [quantity, price] = isDividend ? [none, none] : [type === 'SELL' ? 3 : 10, 50.25];
      return [
        randomUUID(),
        users[0]?.id,
        portfolioIds[number % portfolioIds.length],
        type,
        dateAt(days),
        number,
        id,
        quantity,
        price,
        isDividend ? 12.5 : none,
        currency,
        1.5,
        'now',
        'now',
      ].join('\t');
    }),
  );
  // All at once could exceed statement_timeout on a busy machine.
  for (let first = 0; first < lines.length; first += linesPerStatement) {
    const chunk = lines.slice(first, first + linesPerStatement).map((line) => `${line}\n`);
    await copyInto(database, `transaction (${columns})`, [chunk.join('')]);
  }
  await sql`analyze transaction`.execute(kysely);
}
