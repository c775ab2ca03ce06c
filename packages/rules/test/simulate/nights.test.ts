import { dateOfDay } from '@stockbook/common/days';
import { expect, it } from 'vitest';
import { defaultSettings, orders } from '../../src/simulate/index.ts';
import { StrategySimulation } from '../../src/simulate/strategy-simulation.ts';
import { answer } from '../../src/thread/decide-answer.ts';
import { historyOf, rulesOf } from '../../src/thread/read-request.ts';
import { takeSteps } from '../take-steps.ts';

/** `NIGHTS=2000` checks every night of the history. */
const nights = Number(process.env.NIGHTS ?? 50);
const barCount = 2_300;

const none = { stop_loss_percent: null, take_profit_percent: null, max_bars: null };
const strategies = [
  { entry: 'close > sma(10)', exit: 'close < sma(10)', limits: none },
  { entry: 'sma(5) crosses above sma(20)', exit: 'sma(5) crosses below sma(20)', limits: none },
  { entry: 'rsi(14) crosses above 30', exit: 'rsi(14) crosses above 70', limits: none },
  { entry: 'rsi(3) < 20', exit: 'rsi(3) > 60', limits: { ...none, max_bars: 5 } },
  {
    entry: 'macd(12, 26, 9) crosses above macd(12, 26, 9).macdsignal',
    exit: null,
    limits: { ...none, max_bars: 8 },
  },
  { entry: 'close < bbands(20, 2, 2).lowerband', exit: 'close > sma(20)', limits: none },
  { entry: 'high >= max(high, 20)', exit: 'low <= min(low, 10)', limits: none },
  { entry: 'close > ema(9)', exit: null, limits: { ...none, stop_loss_percent: 3 } },
  { entry: 'close > ema(9)', exit: null, limits: { ...none, take_profit_percent: 4 } },
  {
    entry: 'close > ema(9)',
    exit: null,
    limits: { stop_loss_percent: 3, take_profit_percent: 3, max_bars: 4 },
  },
  { entry: 'volume > 1.2 * sma(volume, 10)', exit: 'close < close[3]', limits: none },
  { entry: 'close > open', exit: 'close < open', limits: none },
  { entry: 'price touches sma(30)', exit: 'cci(14) > 100', limits: none },
  { entry: 'stoch().slowk crosses above stoch().slowd', exit: 'stoch().slowk > 80', limits: none },
  { entry: 'atr(14) > atr(14)[1]', exit: 'atr(14) < atr(14)[2]', limits: none },
  { entry: 'ema(rsi(14), 9) crosses above 50', exit: 'ema(rsi(14), 9) crosses below 50', limits: none },
  { entry: 'close / close[20] > 1.02', exit: 'close / close[20] < 0.99', limits: none },
  { entry: 'not (close < sma(15)) and rsi(5) < 60', exit: 'rsi(5) > 75', limits: { ...none, max_bars: 30 } },
  { entry: 'close > 1', exit: 'close > 1', limits: none },
  { entry: 'close > 1', exit: null, limits: { ...none, max_bars: 1 } },
];

/** A walk with gaps, the same in every run. */
function walk(count: number) {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const rows: [number, number, number, number, number][] = [];
  let price = 100;
  for (let bar = 0; bar < count; bar++) {
    const open = price * (1 + (random() - 0.5) * 0.02);
    price = open * (1 + (random() - 0.495) * 0.04);
    const high = Math.max(open, price) * (1 + random() * 0.015);
    const low = Math.min(open, price) * (1 - random() * 0.015);
    rows.push([open, high, low, price, Math.round(1_000 + random() * 1_000)]);
  }
  const column = (index: 0 | 1 | 2 | 3 | 4) => Float64Array.from(rows, (row) => row[index]);
  return {
    date: rows.map((_, bar) => dateOfDay(15_000 + bar)),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
  };
}

it('decides night by night the orders of the simulation of the whole history', {
  timeout: 200 * nights,
}, () => {
  const settings = { ...defaultSettings, fractional: true };
  const bars = walk(barCount);
  const whole = new StrategySimulation(historyOf(bars, null));
  const expected = strategies.map((strategy) => {
    const run = takeSteps(whole.run(rulesOf(strategy), { since: null, until: null }, settings));
    if (!('simulation' in run)) throw new Error(`${strategy.entry} needs ${run.neededBars} bars`);
    return run.simulation.orders;
  });
  const names = Object.keys(orders) as (keyof typeof orders)[];
  const counts = { none: 0, entry: 0, exit: 0 };
  const nightsBack = Math.min(nights, barCount - 1);
  for (let last = barCount - nightsBack; last < barCount; last++) {
    const upTo = (column: Float64Array) => column.slice(0, last + 1);
    const known = {
      date: bars.date.slice(0, last + 1),
      open: upTo(bars.open),
      high: upTo(bars.high),
      low: upTo(bars.low),
      close: upTo(bars.close),
      volume: upTo(bars.volume),
    };
    const request = {
      bars: known,
      strategies: strategies.map((strategy) => ({ ...strategy, after: last - 1 })),
      settings,
      maxOrders: 10,
      maxDurationMs: 60_000,
    };
    const decided = takeSteps(answer(request)).map((decision) =>
      'failure' in decision ? decision : (decision.orders[0]?.side ?? 'none'),
    );
    const expectedNow = expected.map((column) => names.find((name) => orders[name] === column[last]));
    expect([last, decided]).toEqual([last, expectedNow]);
    for (const name of expectedNow) counts[name ?? 'none'] += 1;
  }
  expect(counts.entry).toBeGreaterThan(nightsBack / 5);
  expect(counts.exit).toBeGreaterThan(nightsBack / 5);
});
