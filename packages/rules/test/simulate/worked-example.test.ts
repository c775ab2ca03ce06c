import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { truthOf } from '../../src/evaluate/truth.ts';
import { defaultSettings, simulate, statisticNames, statistics } from '../../src/simulate/index.ts';
import { dailyBars, type Prices } from './daily-bars.ts';

const page = readFileSync(new URL('../../../../docs/backtests.md', import.meta.url), 'utf8');

/** The rows of the table whose header starts with `firstColumn`, as texts. */
function table(firstColumn: string): string[][] {
  const lines = page.split('\n');
  const header = lines.findIndex((line) => line.startsWith(`| ${firstColumn} `));
  const rows = lines.slice(header + 2);
  return rows.slice(0, rows.indexOf('')).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll(/[`,]/g, '').replace('−', '-').trim()),
  );
}

/** `value` with as many decimals as `printed` has. */
function printedLike(printed: string, value: number | null | undefined): string {
  return value == null ? '' : value.toFixed(printed.split('.')[1]?.length ?? 0);
}

const prices = table('Bar').map(
  ([, open, high, low, close]): Prices => [Number(open), Number(high), Number(low), Number(close)],
);
const consecutiveDays = dailyBars(prices);
/** Monday to Friday. */
const bars = { ...consecutiveDays, day: consecutiveDays.day.map((day, bar) => (bar < 5 ? day : day + 2)) };
const risesAt = (bar: number, sign: 1 | -1) =>
  truthOf(sign * ((bars.close[bar] ?? 0) - (bars.close[bar - 1] ?? Number.NaN)) > 0);
const simulation = simulate(
  bars,
  {
    entry: Uint8Array.from(bars.close, (_, bar) => risesAt(bar, 1)),
    exit: Uint8Array.from(bars.close, (_, bar) => risesAt(bar, -1)),
    first: 2,
  },
  { stop_loss_percent: 5, take_profit_percent: 8, max_bars: null },
  defaultSettings,
);

it('has the equity of the example in docs/backtests.md', () => {
  const equity = table('Bar').map((cells) => cells[5] ?? '');
  expect(equity).toHaveLength(10);
  expect(equity.map((printed, bar) => printedLike(printed, simulation.equity[bar]))).toEqual(equity);
});

it('has the trades of the example in docs/backtests.md', () => {
  const trades = table('Entry bar');
  expect(trades).toHaveLength(3);
  const columns = [
    'entry_bar',
    'entry_price',
    'exit_bar',
    'exit_price',
    'size',
    'profit',
    'return_percent',
    'commission',
  ] as const;
  const actual = trades.map((cells, index) => {
    const trade = simulation.trades[index];
    return [...columns.map((name, column) => printedLike(cells[column] ?? '', trade?.[name])), trade?.reason];
  });
  expect(actual).toEqual(trades);
  expect(simulation.pending).toBe('exit');
});

it('has the statistics of the example in docs/backtests.md', () => {
  const rows = table('Statistic').map((cells) => [cells[0], cells[3] ?? '']);
  const actual = statistics(bars, simulation);
  expect(
    statisticNames.map((name, index) => [name, printedLike(rows[index]?.[1] ?? '', actual[name])]),
  ).toEqual(rows);
});
