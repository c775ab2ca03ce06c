import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@stockbook/db/testing';
import { apiClient, startServer } from '@stockbook/testing';
import { type NightCost, type NightStack, startNight } from './support/night-stack.ts';
import { memoryOf, password } from './support/stack.ts';

/**
 * Stocks of the small and of the large case, at least as many as a user has: each of them is tracked by ten users with
 * ten rules each.
 */
const [small = 50, large = 250] = process.env.STOCKS?.split(',').map(Number) ?? [];
const rulesPerStock = 100;
const stocksPerUser = 20;
const usersPerStock = 10;

/** Nights without rules, and with them; the first one prepares statements, the cost is the smallest of the others. */
const nights = 3;

/** Ten rules of a user of a stock; levels differ by user, indicators are shared, as those of real users mostly are. */
const conditions = [
  'rsi(14) crosses above 50 + level',
  'rsi(14) < 30 - level',
  'sma(50) crosses above sma(200) + level',
  'close > bbands(20, 2, 2) + level',
  'volume > (2 + level) * sma(volume, 20)',
  'close crosses above ema(20) + level',
  'cci(20) > 100 + level',
  'close > close[1] + level',
  'high >= max(high, 252) - level',
  'adx(14) > 25 + level',
];

/** The part of a night after which another user adds a stock. */
const addAfter = 0.5;

interface Measured {
  readonly stocks: number;
  readonly withoutRules: NightCost;
  readonly withRules: NightCost;
  readonly signals: number;
  /** After the first night with rules, and after the last one. */
  readonly memoryMiB: readonly [start: number, end: number];
  /** From the request to the end of its task, in the middle of a night and alone. */
  readonly addMs: readonly [meanwhile: number, alone: number];
}

/** The users hold the stocks in turns: user `u` those from `u * stocksPerUser / usersPerStock` on. */
async function addRules({ query }: NightStack, stocks: number): Promise<void> {
  const users = (stocks * usersPerStock) / stocksPerUser;
  await query(sql`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    select gen_random_uuid(), name, name, name, name, '', now()
    from generate_series(0, ${users - 1}::int) number, concat('holder', number) name`);
  await query(sql`
    insert into user_stock (user_id, stock_id, added_at)
    select account.id, stock.id, now()
    from user_account account, generate_series(0, ${stocksPerUser - 1}::int) entry, stock
    where account.username like 'holder%' and stock.symbol = 'LOAD' || 1 +
      (substr(account.username, 7)::int * ${stocksPerUser / usersPerStock}::int + entry) % ${stocks}::int`);
  // One statement for all could exceed the time limit of statements.
  for (const condition of conditions) {
    await query(sql`
      insert into signal_rule (
        id, user_id, condition, scope, stock_id, trigger, quiet_bars, is_active, created_at, updated_at
      )
      select gen_random_uuid(), link.user_id,
        replace(${condition}::text, 'level', (substr(account.username, 7)::int % 50 * 0.1)::text),
        'stock', link.stock_id, 'becomes_true', 0, true, now(), now()
      from user_stock link join user_account account on account.id = link.user_id
      where account.username like 'holder%'`);
  }
  await query(sql`analyze`);
}

/** Lets the next night give the same signals: without a state, rules are armed at the last bar, that of a week ago. */
async function prepareNight({ forgetLastWeek, query }: NightStack): Promise<void> {
  await forgetLastWeek();
  await query(sql`delete from signal`);
  await query(sql`delete from signal_state`);
}

/** Another user, who uses the web process and can add a stock. */
async function signUpOther({ env }: NightStack) {
  const web = await startServer({ env: { ...env, ROLE: 'web' } });
  const credentials = { email: 'other@example.com', password };
  const anonymous = apiClient(web.url);
  await anonymous.call('POST', '/auth/register', { ...credentials, username: 'other' });
  const { access_token } = await anonymous.call<{ access_token: string }>('POST', '/auth/login', credentials);
  const { runTask } = apiClient(web.url, access_token);
  return {
    /** @returns the milliseconds from the request to the end of its task */
    async add(symbol: string): Promise<number> {
      const start = performance.now();
      await runTask('/stocks', { symbol }, { timeoutMs: 60_000, intervalMs: 10 });
      return performance.now() - start;
    },
    stop: () => web.stop(),
  };
}

async function measureSize(stocks: number): Promise<Measured> {
  const night = await startNight(stocks);
  try {
    const rules = (stocks * rulesPerStock).toLocaleString('en-US');
    await night.measure(`${stocks} stocks for the first time`);
    const plain: NightCost[] = [];
    for (let round = 0; round < nights; round += 1) {
      await night.forgetLastWeek();
      plain.push(await night.measure(`${stocks} stocks a week later`));
    }
    await addRules(night, stocks);
    const costs: NightCost[] = [];
    const memory: number[] = [];
    for (let round = 0; round < nights; round += 1) {
      await prepareNight(night);
      costs.push(await night.measure(`${stocks} stocks with ${rules} rules`));
      memory.push(await memoryOf(night.worker));
    }
    const [withoutRules, withRules] = [cheapest(plain.slice(1)), cheapest(costs.slice(1))];
    const [given] = await night.query(sql<{ count: number }>`select count(*)::int as count from signal`);
    await prepareNight(night);
    const other = await signUpOther(night);
    const [, meanwhile] = await Promise.all([
      night.measure(`${stocks} stocks with ${rules} rules while another user adds one`),
      delay(withRules.seconds * addAfter * 1_000).then(() => other.add(`LOAD${stocks + 1}`)),
    ]);
    const alone = await other.add(`LOAD${stocks + 2}`);
    await other.stop();
    return {
      stocks,
      withoutRules,
      withRules,
      signals: given?.count ?? 0,
      memoryMiB: [memory[0] ?? 0, memory.at(-1) ?? 0],
      addMs: [meanwhile, alone],
    };
  } finally {
    await night.stop();
  }
}

const totalMs = ({ workerMs, postgresMs }: NightCost) => workerMs + postgresMs;
const cheapest = (costs: readonly NightCost[]) =>
  costs.reduce((best, cost) => (totalMs(cost) < totalMs(best) ? cost : best));

const perStock = ({ withoutRules, stocks }: Measured) => totalMs(withoutRules) / stocks;
const withItsRules = ({ withRules, stocks }: Measured) => totalMs(withRules) / stocks;
const perRule = (size: Measured) => (withItsRules(size) - perStock(size)) / rulesPerStock;

const header =
  '| stocks | rules | signals | night | a stock without rules | with its rules | a rule | memory of the worker, first night | last night | add in the middle | alone |\n' +
  '| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |';

function rowOf(size: Measured): string {
  const cells = [
    ...[size.stocks, size.stocks * rulesPerStock, size.signals].map((count) => count.toLocaleString('en-US')),
    `${size.withRules.seconds.toFixed(1)} s`,
    `${perStock(size).toFixed(1)} ms`,
    `${withItsRules(size).toFixed(1)} ms`,
    `${perRule(size).toFixed(3)} ms`,
    ...size.memoryMiB.map((mib) => `${mib} MiB`),
    ...size.addMs.map((ms) => `${(ms / 1_000).toFixed(2)} s`),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Compares what a stock and a rule cost in nights of two sizes: processor time of the worker and of PostgreSQL. */
export async function measureNights(): Promise<void> {
  const [few, many] = [await measureSize(small), await measureSize(large)];
  const ratioOf = (cost: (size: Measured) => number) => (cost(many) / cost(few)).toFixed(2);
  process.stdout.write(
    `\n${header}\n${rowOf(few)}\n${rowOf(many)}\n\n` +
      `large to small: a stock without rules ${ratioOf(perStock)}, with its rules ${ratioOf(withItsRules)}, ` +
      `a rule ${ratioOf(perRule)}\n`,
  );
}
