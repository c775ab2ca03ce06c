import { calculate, catalogue, floatColumns, lookBack } from '@stockbook/indicators';
import { Bench } from 'tinybench';
import { type BarColumns, parseRule, type Rule, RuleEvaluation, readRule } from '../src/index.ts';

const barCount = 9_300;
const texts = [
  'rsi(14) crosses above 30',
  'rsi(14) crosses below 70 and close > sma(200)',
  'sma(50) crosses above sma(200)',
  'sma(50) crosses below sma(200)',
  'close > bbands(20, 2, 2).upperband',
  'close < bbands(20, 2, 2).lowerband and rsi(14) < 30',
  'macd(12, 26, 9) crosses above macd(12, 26, 9).macdsignal',
  'macd(12, 26, 9).macdhist > macd(12, 26, 9).macdhist[1]',
  'high > max(high, 252)[1]',
  'low < min(low, 252)[1]',
  'volume > 2 * sma(volume, 20)',
  'price touches sma(200)',
  'price touches 100',
  'stoch(14, 3, 3) crosses above 20',
  'cci(20) crosses 100 or cci(20) crosses -100',
  'atr(14) > 0.03 * close',
  'ema(rsi(14), 9) crosses above 50',
  'close > close[1] and close[1] > close[2] and close[2] > close[3]',
  'not (close < open or close < ema(20))',
  '(close - low) / (high - low) > 0.8 and volume > sma(volume, 50)',
];

/** A random walk, the same on every run. */
function randomWalk(): Record<keyof BarColumns, number[]> {
  const columns: Record<keyof BarColumns, number[]> = { open: [], high: [], low: [], close: [], volume: [] };
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let price = 100;
  for (let bar = 0; bar < barCount; bar++) {
    const open = price;
    price *= 1 + (random() - 0.5) * 0.04;
    columns.open.push(open);
    columns.high.push(Math.max(open, price) * (1 + random() * 0.01));
    columns.low.push(Math.min(open, price) * (1 - random() * 0.01));
    columns.close.push(price);
    columns.volume.push(Math.floor(random() * 1e6));
  }
  return columns;
}

const bars: BarColumns = floatColumns(randomWalk());
const rules = texts.map((text): Rule => {
  const { rule } = readRule(text);
  if (!rule) throw new RangeError(`Not a rule: ${text}`);
  return rule;
});

/** The indicators that the rules need, each once. */
function calculateIndicators(): void {
  for (const timeperiod of [50, 200]) calculate('SMA', bars, { timeperiod });
  for (const name of ['RSI', 'MACD', 'BBANDS', 'CCI', 'ATR', 'EMA']) calculate(name, bars);
  calculate('STOCH', bars, { fastk_period: 14 });
  for (const timeperiod of [20, 50]) calculate('SMA', { ...bars, close: bars.volume }, { timeperiod });
  calculate('MAX', { ...bars, close: bars.high }, { timeperiod: 252 });
  calculate('MIN', { ...bars, close: bars.low }, { timeperiod: 252 });
  calculate('EMA', bars, { timeperiod: 9 });
}

function evaluate(): void {
  const evaluation = new RuleEvaluation(bars);
  for (const rule of rules) evaluation.truthOf(rule);
}

let total = 0;
function readColumns(): void {
  for (const column of Object.values(bars)) {
    for (const value of column) total += value;
  }
}

const bench = new Bench({ time: 0, iterations: 60, warmup: true, warmupTime: 0, warmupIterations: 5 });
bench.add('reading the columns', readColumns);
bench.add('their indicators alone', calculateIndicators);
bench.add(`evaluating ${rules.length} rules`, evaluate);
bench.add(`parsing ${rules.length} rules`, () => {
  for (const text of texts) parseRule(text, catalogue, lookBack);
});
await bench.run();
const medians = bench.tasks.map(({ name, result }) => ({
  name,
  ms: 'latency' in result ? result.latency.p50 : Number.NaN,
}));
const indicatorsMs = medians[1]?.ms ?? Number.NaN;
process.stdout.write(
  `${barCount.toLocaleString('en')} bars: median time, and as a multiple of the indicators alone\n`,
);
for (const { name, ms } of medians) {
  process.stdout.write(
    `${name.padEnd(26)}${ms.toFixed(2).padStart(8)} ms${(ms / indicatorsMs).toFixed(2).padStart(8)} x\n`,
  );
}
if (!Number.isFinite(total)) throw new RangeError('The columns are not finite');
