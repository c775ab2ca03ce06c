import { describe, expect, it } from 'vitest';
import { dailyBars, decisionsAt } from '../../test/simulate/daily-bars.ts';
import { flat, free, noLimits, run } from '../../test/simulate/run.ts';
import { truth } from '../evaluate/truth.ts';
import { type Decisions, simulate } from './simulate.ts';

describe('orders', () => {
  const rising = [flat(100), flat(101), flat(102), flat(103), flat(104), flat(105)];

  it('fills an order at the open after the decision', () => {
    const { trades, equity, pending } = run(rising, { entry: [1], exit: [3] });
    expect(trades).toMatchObject([
      { entry_bar: 2, entry_price: 102, size: 98, exit_bar: 4, exit_price: 104, profit: 196, reason: 'exit' },
    ]);
    expect([...equity]).toEqual([10_000, 10_000, 10_000, 10_098, 10_196, 10_196]);
    expect(pending).toBeNull();
  });

  it('takes no decision before the first decision bar', () => {
    const { trades, equity, firstDecision } = run(rising, { entry: [0, 1, 2, 3], first: 3 });
    expect(trades).toMatchObject([{ entry_bar: 4 }]);
    expect([...equity.slice(0, 4)]).toEqual([10_000, 10_000, 10_000, 10_000]);
    expect(firstDecision).toBe(3);
  });

  it('does not buy when entry and exit are true at the same close', () => {
    expect(run(rising, { entry: [1, 2, 3, 4], exit: [1, 2, 3, 4] }).trades).toEqual([]);
  });

  it('buys again one bar after the sale at the earliest', () => {
    const { trades } = run(rising, { entry: [1, 2, 3, 4], exit: [2] });
    expect(trades).toMatchObject([
      { entry_bar: 2, exit_bar: 3 },
      { entry_bar: 4, exit_bar: null },
    ]);
  });

  it('sells with reason time when the position is held for max_bars', () => {
    const { trades } = run(rising, { entry: [1], limits: { max_bars: 2 } });
    expect(trades).toMatchObject([{ entry_bar: 2, exit_bar: 5, reason: 'time' }]);
  });

  it('sells with reason exit when the exit rule is true at the close of max_bars', () => {
    const { trades } = run(rising, { entry: [1], exit: [4], limits: { max_bars: 2 } });
    expect(trades).toMatchObject([{ exit_bar: 5, reason: 'exit' }]);
  });

  it.each([
    ['entry', { entry: [5] }],
    ['exit', { entry: [1], exit: [5] }],
    ['exit', { entry: [1], limits: { max_bars: 3 } }],
    [null, { entry: [1] }],
  ] as const)('reports %s as pending when the last close decides it', (pending, strategy) => {
    expect(run(rising, strategy).pending).toBe(pending);
  });

  it('lists a position that is held after the last bar with null in the exit fields', () => {
    expect(run(rising, { entry: [3] }).trades).toEqual([
      {
        entry_bar: 4,
        entry_price: 104,
        size: 96,
        exit_bar: null,
        exit_price: null,
        profit: null,
        return_percent: null,
        commission: null,
        reason: 'open',
      },
    ]);
  });

  it('counts an unknown rule as false', () => {
    const unknown = new Uint8Array(rising.length).fill(truth.unknown);
    const { entry, exit } = decisionsAt(rising.length, [1], [3]);
    const tradesOf = (decisions: Pick<Decisions, 'entry' | 'exit'>) =>
      simulate(dailyBars(rising), { ...decisions, first: 1 }, noLimits, free).trades;
    expect(tradesOf({ entry: unknown, exit })).toEqual([]);
    expect(tradesOf({ entry, exit: unknown })).toMatchObject([{ entry_bar: 2, reason: 'open' }]);
  });

  it('fails when no bar follows the look-back', () => {
    expect(() => run(rising, { entry: [], first: 6 })).toThrow(
      'The first decision is at bar 6, the run has 6 bars',
    );
  });
});

describe('stop and take-profit', () => {
  it('sells at the stop when the low reaches it', () => {
    const { trades } = run([flat(100), flat(100), flat(104), [104, 105, 95, 99]], {
      entry: [1],
      limits: { stop_loss_percent: 5 },
    });
    expect(trades).toMatchObject([{ entry_bar: 2, exit_bar: 3, exit_price: 95, reason: 'stop' }]);
  });

  it('sells at the open when the bar opens below the stop', () => {
    const { trades } = run([flat(100), flat(100), flat(100), [90, 91, 89, 90]], {
      entry: [1],
      limits: { stop_loss_percent: 5 },
    });
    expect(trades).toMatchObject([{ exit_bar: 3, exit_price: 90, reason: 'stop' }]);
  });

  it('sells in the bar of the purchase', () => {
    const { trades, equity } = run([flat(100), flat(100), [98, 99, 94, 97], flat(97)], {
      entry: [1],
      limits: { stop_loss_percent: 5 },
    });
    expect(trades).toMatchObject([{ entry_bar: 2, exit_bar: 2, exit_price: 95, size: 102, profit: -306 }]);
    expect([...equity]).toEqual([10_000, 10_000, 9_694, 9_694]);
  });

  it('sells at the take-profit when the high reaches it', () => {
    const { trades } = run([flat(100), flat(100), flat(101), [102, 111, 102, 103]], {
      entry: [1],
      limits: { take_profit_percent: 10 },
    });
    expect(trades).toMatchObject([{ exit_bar: 3, reason: 'take_profit' }]);
    expect(trades[0]?.exit_price).toBeCloseTo(110, 12);
  });

  it('sells at the open when the bar opens above the take-profit', () => {
    const { trades } = run([flat(100), flat(100), flat(100), [120, 121, 119, 120]], {
      entry: [1],
      limits: { take_profit_percent: 10 },
    });
    expect(trades).toMatchObject([{ exit_bar: 3, exit_price: 120, reason: 'take_profit' }]);
  });

  it('sells at the stop when the bar opens above the take-profit and falls below the stop', () => {
    const { trades } = run([flat(100), flat(100), flat(100), [120, 121, 90, 100]], {
      entry: [1],
      limits: { stop_loss_percent: 5, take_profit_percent: 10 },
    });
    expect(trades).toMatchObject([{ exit_bar: 3, exit_price: 95, reason: 'stop' }]);
  });

  it('orders again at the close of the bar in which the stop sold', () => {
    const { trades } = run([flat(100), flat(100), flat(100), [96, 97, 90, 96], flat(96)], {
      entry: [1, 3],
      limits: { stop_loss_percent: 5 },
    });
    expect(trades).toMatchObject([
      { exit_bar: 3, reason: 'stop' },
      { entry_bar: 4, reason: 'open' },
    ]);
  });
});
