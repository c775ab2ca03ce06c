import { sql } from '@stockbook/db/testing';
import { medianOf } from './support/median.ts';
import { type NightStack, startNight } from './support/night-stack.ts';

const stocks = 500;
const rulesPerStock = 20;

/** Nights of each kind, in turns. */
const rounds = 3;

/** Rules of usual kinds. Each stock has the same ones, of one user. */
const conditions = [
  ...[20, 25, 30, 70, 75, 80].map((level) => `rsi(14) crosses above ${level}`),
  'sma(50) crosses above sma(200)',
  'macd(12, 26, 9) crosses above macd(12, 26, 9).macdsignal',
  'close > bbands(20, 2, 2)',
  'close < bbands(20, 2, 2).lowerband',
  'high >= max(high, 252)',
  'low <= min(low, 252)',
  'volume > 2 * sma(volume, 20)',
  'close crosses above ema(20) and adx(14) > 25',
  'close crosses below ema(20) or rsi(14) < 30',
  'stoch().slowk crosses above stoch().slowd',
  'cci(20) > 100',
  'close > close[1]',
  'close > close[20] * 1.1',
  'price touches sma(100)',
];

/** Compares nights with rules and nights without, and prints the ratio of their medians. */
export async function measureSignals(): Promise<void> {
  const night = await startNight(stocks);
  try {
    await night.measure(`${stocks} stocks for the first time`);
    const without: number[] = [];
    const withRules: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await night.forgetLastWeek();
      without.push((await night.measure('a week later, without rules')).seconds);
      await addRules(night);
      await night.forgetLastWeek();
      const title = `a week later, with ${(stocks * rulesPerStock).toLocaleString('en-US')} rules`;
      withRules.push((await night.measure(title)).seconds);
      const [given] = await night.query(sql<{ count: number }>`select count(*)::int as count from signal`);
      process.stdout.write(`${given?.count ?? 0} signals\n`);
      await night.query(sql`delete from signal`);
      await night.query(sql`delete from signal_rule`);
    }
    const ratio = medianOf(withRules) / medianOf(without);
    process.stdout.write(`A night with rules takes ${ratio.toFixed(2)} times as long as one without.\n`);
  } finally {
    await night.stop();
  }
}

/** Without a state, rules are armed at the last stored bar: that of a week ago. */
async function addRules({ query }: NightStack): Promise<void> {
  await query(sql`
    insert into signal_rule (
      id, user_id, condition, scope, stock_id, trigger, quiet_bars, is_active, created_at, updated_at
    )
    select gen_random_uuid(), u.id, condition, 'stock', s.id, 'becomes_true', 0, true, now(), now()
    from user_account u, stock s, unnest(${conditions.slice(0, rulesPerStock)}::text[]) condition`);
}
