import { randomUUID } from 'node:crypto';
import { dayMs } from '@stockbook/common/durations';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { copyInto } from './copy-into.ts';
import { withoutTimeLimit } from './without-time-limit.ts';

/** Rows of one user. */
export interface UserSize {
  readonly stocks: number;
  /** At most one a stock. */
  readonly rules: number;
  readonly signals: number;
  readonly deliveries: number;
  /** Active ones. */
  readonly strategies: number;
  readonly tasks: number;
  readonly events: number;
  readonly portfolios: number;
  /** Of all portfolios. */
  readonly transactions: number;
}

/** 100,000 of them have 2 million links, 500,000 rules, 10 million inbox entries, 2 million deliveries, and so on. */
export const averageSize = {
  stocks: 20,
  rules: 5,
  signals: 100,
  deliveries: 20,
  strategies: 1,
  tasks: 25,
  events: 25,
  portfolios: 1,
  transactions: 50,
} satisfies UserSize;

/** One in five users has a portfolio: 20,000 of 100,000. */
const usersPerPortfolio = 5;
const withoutPortfolio: UserSize = { ...averageSize, portfolios: 0, transactions: 0 };

interface ScaleSize {
  readonly users: number;
  readonly stocks: number;
  readonly barsPerStock: number;
}

/** Tables with the columns that are filled; the others get their defaults. In the order of the foreign keys. */
const tables = {
  user_account: 'id, email, email_key, username, username_key, created_at',
  session: 'id, user_id, expires_at, created_at, last_used_at',
  user_stock: 'user_id, stock_id, added_at',
  signal_rule:
    'id, user_id, condition, scope, stock_id, trigger, quiet_bars, is_active, created_at, updated_at',
  signal_state: 'rule_id, stock_id, armed_from, evaluated_to, bars_revision',
  signal:
    'id, user_id, kind, rule_id, stock_id, symbol, bar_date, close, currency, "values", sentence, created_at',
  notification_channel: 'id, user_id, kind, name, target, is_active, confirmed_at, created_at, updated_at',
  notification_delivery: 'id, user_id, channel_id, signal_ids, status, created_at',
  strategy: 'id, user_id, name, rules, is_active, created_at, updated_at',
  task: 'id, user_id, kind, subject, payload, status, message, created_at, started_at, finished_at',
  security_event: 'id, at, user_id, kind, address',
  portfolio: 'id, user_id, name, currency, created_at, updated_at',
  transaction:
    'id, user_id, portfolio_id, type, date, ordinal, stock_id, quantity, price, currency, created_at, updated_at',
} as const;

type Table = keyof typeof tables;
type Values = readonly (string | number)[];

/** Few enough that a COPY ends within the time limit of statements, on a busy machine, too. */
const linesPerCopy = 2_000;

const symbolOf = (number: number) => `SCALE${number}`;

/**
 * Adds stocks with bars, and users of average size, by COPY.
 * @param accounts users that exist, and what each of them gets
 * @param onProgress called after each hundredth of the users
 */
export async function fillScale(
  database: Database,
  size: ScaleSize,
  accounts: readonly { readonly userId: string; readonly size: UserSize }[] = [],
  onProgress: (users: number) => void = () => {},
): Promise<void> {
  const stockIds = await addStocks(database, size);
  const pending = new Map<Table, string[]>();
  async function flush(): Promise<void> {
    for (const [table, columns] of Object.entries(tables)) {
      const lines = pending.get(table as Table) ?? [];
      for (let first = 0; first < lines.length; first += linesPerCopy) {
        await copyInto(database, `${table} (${columns})`, lines.slice(first, first + linesPerCopy));
      }
    }
    pending.clear();
  }
  function add(table: Table, values: Values): void {
    const lines = pending.get(table) ?? [];
    pending.set(table, lines);
    lines.push(`${values.join('\t')}\n`);
  }
  for (let number = 0; number < size.users; number += 1) {
    const userId = randomUUID();
    const name = `scale${number}`;
    const email = `${name}@example.com`;
    add('user_account', [userId, email, email, name, name, 'now']);
    addRows(add, userId, number, number % usersPerPortfolio === 0 ? averageSize : withoutPortfolio, stockIds);
    if (number % 100 === 99) await flush();
    if (number % Math.ceil(size.users / 100) === 0) onProgress(number);
  }
  for (const [number, account] of accounts.entries()) {
    addRows(add, account.userId, number, account.size, stockIds);
  }
  await flush();
  await withoutTimeLimit(database, (query) =>
    query(`analyze ${['stock', 'price_bar', ...Object.keys(tables)].join()}`),
  );
}

async function addStocks(database: Database, { stocks, barsPerStock }: ScaleSize): Promise<number[]> {
  const kysely = database.fork().getKysely();
  const { rows } = await sql<{ id: number }>`
    insert into stock (symbol, name, currency, timezone, is_active, data_source, data_start_date, data_end_date,
      bar_count, last_close, previous_close, last_fetched_at, refresh_due_at, created_at)
    select 'SCALE' || number, 'Scale ' || number || ' Inc.', 'USD', 'UTC', true, 'simulated',
      current_date - ${barsPerStock}::int, current_date - 1, ${barsPerStock}::int, 100, 99, now(),
      now() + interval '1 year', now()
    from generate_series(1, ${stocks}::int) number returning id
  `.execute(kysely);
  const today = Date.now();
  const bars = Array.from({ length: barsPerStock }, (_, index) => {
    const date = new Date(today - (barsPerStock - index) * dayMs).toISOString().slice(0, 10);
    const close = 100 + 10 * Math.sin(index / 20);
    return [date, close, close + 1, close - 1, close, 1_000_000 + index].join('\t');
  });
  for (const { id } of rows) {
    await copyInto(database, 'price_bar', [bars.map((bar) => `${id}\t${bar}\n`).join('')]);
  }
  return rows.map(({ id }) => id);
}

/** Adds the rows of a user; `number` selects its stocks. */
function addRows(
  add: (table: Table, values: Values) => void,
  userId: string,
  number: number,
  size: UserSize,
  stockIds: readonly number[],
): void {
  const now = Date.now();
  const timeOf = (index: number) => new Date(now - (index + 1) * 3_600_000).toISOString();
  const dateOf = (days: number) => new Date(now - (days + 1) * dayMs).toISOString().slice(0, 10);
  const stocks = Math.min(size.stocks, stockIds.length);
  const indexOf = (index: number) => (number * 7 + (index % stocks)) % stockIds.length;
  const stockOf = (index: number) => stockIds[indexOf(index)] ?? 0;
  add('session', [randomUUID(), userId, new Date(now + 30 * dayMs).toISOString(), 'now', 'now']);
  for (let index = 0; index < stocks; index += 1) add('user_stock', [userId, stockOf(index), timeOf(index)]);
  const rules = Array.from({ length: size.rules }, () => randomUUID());
  for (const [index, id] of rules.entries()) {
    const condition = `rsi(14) < ${20 + Math.floor(index / stocks)}`;
    add('signal_rule', [
      ...[id, userId, condition, 'stock', stockOf(index), 'becomes_true', 0, 'true', timeOf(index), 'now'],
    ]);
    add('signal_state', [id, stockOf(index), dateOf(400), dateOf(0), 0]);
  }
  for (let index = 0; index < size.signals; index += 1) {
    const rule = index % rules.length;
    const day = dateOf(Math.floor(index / rules.length));
    const symbol = symbolOf(indexOf(rule) + 1);
    const sentence = `${symbol}: RSI (14) is below 30`;
    add('signal', [
      ...[randomUUID(), userId, 'signal', rules[rule] ?? '', stockOf(rule), symbol, day, 100, 'USD', '[]'],
      ...[sentence, timeOf(index)],
    ]);
  }
  const channelId = randomUUID();
  // Nothing listens there: attempts fail at once.
  add('notification_channel', [
    ...[channelId, userId, 'webhook', 'Hook', 'http://127.0.0.1:9/', 'true', 'now', 'now', 'now'],
  ]);
  for (let index = 0; index < size.deliveries; index += 1) {
    add('notification_delivery', [randomUUID(), userId, channelId, '[]', 'delivered', timeOf(index % 700)]);
  }
  for (let index = 0; index < size.strategies; index += 1) {
    const named = [symbolOf(indexOf(index) + 1)];
    const text = {
      format: 'stockbook/1',
      entry: 'rsi(14) < 30',
      exit: 'rsi(14) > 70',
      scope: { symbols: named },
    };
    add('strategy', [
      ...[randomUUID(), userId, `Strategy ${index + 1}`, JSON.stringify(text), 'true', timeOf(index), 'now'],
    ]);
  }
  for (let index = 0; index < size.tasks; index += 1) {
    const time = timeOf(index % 160);
    add('task', [
      ...[randomUUID(), userId, 'add-stock', symbolOf(indexOf(index) + 1), '{}', 'SUCCESS', 'Added'],
      ...[time, time, time],
    ]);
  }
  for (let index = 0; index < size.events; index += 1) {
    add('security_event', [randomUUID(), timeOf(index % 4_000), userId, 'signed_in', '127.0.0.1']);
  }
  const portfolios = Array.from({ length: size.portfolios }, () => randomUUID());
  for (const [index, id] of portfolios.entries()) {
    add('portfolio', [id, userId, `Portfolio ${index + 1}`, 'USD', timeOf(index), 'now']);
  }
  for (let index = 0; index < size.transactions; index += 1) {
    const day = dateOf(1_000 - (index % 1_000));
    add('transaction', [
      ...[randomUUID(), userId, portfolios[index % portfolios.length] ?? '', 'BUY', day, index],
      ...[stockOf(index), 1, 100, 'USD', 'now', 'now'],
    ]);
  }
}
