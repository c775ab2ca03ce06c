import { describe, expect, it } from 'vitest';
import { dailyBars, decisionsAt, type Prices } from '../../test/simulate/daily-bars.ts';
import { truth } from '../evaluate/truth.ts';
import { defaultSettings, type ExitLimits, type SimulationSettings } from './settings.ts';
import { type Decisions, simulate } from './simulate.ts';

const noLimits: ExitLimits = { stop_loss_percent: null, take_profit_percent: null, max_bars: null };
const free: SimulationSettings = { ...defaultSettings, commission_percent: 0, spread_percent: 0 };
const flat = (price: number): Prices => [price, price, price, price];

/** Simulates without costs unless `settings` says otherwise. */
function run(
  prices: readonly Prices[],
  {
    entry,
    exit,
    first,
    limits,
    settings,
  }: {
    entry: readonly number[];
    exit?: readonly number[];
    first?: number;
    limits?: Partial<ExitLimits>;
    settings?: Partial<SimulationSettings>;
  },
) {
  const decisions: Decisions = decisionsAt(prices.length, entry, exit, first);
  return simulate(dailyBars(prices), decisions, { ...noLimits, ...limits }, { ...free, ...settings });
}

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

describe('size', () => {
  const size = (price: number, settings: Partial<SimulationSettings>) =>
    run([flat(price), flat(price), flat(price)], { entry: [1], settings }).trades[0]?.size;

  it('spends all cash when the price divides it', () => {
    expect(size(100, {})).toBe(100);
  });

  it('takes the floor of the exact quotient, as 1 // 0.1 does in Python', () => {
    expect(size(0.1, { cash: 1 })).toBe(9);
  });

  it('is a whole number of units when the product of size and price is rounded', () => {
    expect(size(0.07, { cash: 9e13 })).toSatisfy(Number.isInteger);
  });

  it('spends size_percent of the cash', () => {
    expect(size(100, { size_percent: 33.3 })).toBe(33);
  });

  it('counts the spread, the commission and once the fixed commission', () => {
    // (10,000 − 505) / (102 + 1) = 92.2; without the fixed commission it would be 97.
    expect(size(100, { spread_percent: 2, commission_percent: 1, commission_fixed: 505 })).toBe(92);
  });

  it('is a multiple of 1e-8 with fractional shares', () => {
    expect(size(30_000, { fractional: true })).toBe(0.33333333);
  });

  it('drops an order that the cash does not suffice for, and decides again at the next close', () => {
    const { trades, droppedOrders, pending } = run([flat(100), flat(100), flat(200), flat(100), flat(100)], {
      entry: [1, 2, 3],
      settings: { cash: 150 },
    });
    expect(droppedOrders).toBe(1);
    expect(trades).toMatchObject([{ entry_bar: 3, size: 1 }]);
    expect(pending).toBeNull();
  });

  it('drops an order when the fixed commission exceeds the cash', () => {
    const { trades, droppedOrders } = run([flat(100), flat(100), flat(100)], {
      entry: [1],
      settings: { commission_fixed: 10_001, fractional: true },
    });
    expect([trades, droppedOrders]).toEqual([[], 1]);
  });
});

describe('costs', () => {
  const settings = { commission_percent: 1, commission_fixed: 5, spread_percent: 2 };

  it('charges the spread at entry and commissions at entry and exit', () => {
    const { trades, equity } = run([flat(100), flat(100), flat(100), flat(110)], {
      entry: [1],
      exit: [2],
      settings,
    });
    // (10,000 − 5) / (102 + 1) = 97 shares at 102; 5 + 98.94 at entry, 5 + 106.70 at exit.
    const [trade] = trades;
    expect(trade).toMatchObject({ entry_price: 102, size: 97, exit_price: 110 });
    expect(trade?.commission).toBeCloseTo(215.64, 10);
    expect(trade?.profit).toBeCloseTo(560.36, 10);
    expect(trade?.return_percent).toBeCloseTo(5.66363452597, 10);
    expect(equity[2]).toBeCloseTo(10_000 - 103.94 - 194, 10);
    expect(equity[3]).toBeCloseTo(10_560.36, 10);
  });

  it('sizes with the commission on the open and charges it on the entry price', () => {
    const { trades, equity } = run([flat(100), flat(100), flat(102)], {
      entry: [1],
      settings: { cash: 105.0612, commission_percent: 1, spread_percent: 2 },
    });
    // 102 × 1.02 + 102 × 0.01 = 105.06 fits; 104.04 + 1.0404 paid is 0.0192 more than the cash.
    expect(trades).toMatchObject([{ size: 1 }]);
    expect(equity[2]).toBeCloseTo(105.0612 - 1.0404 + (102 - 104.04), 10);
  });
});

describe('ruin', () => {
  it('sells at the close and keeps an equity of 0 when the equity is no longer above 0', () => {
    const { trades, equity, pending } = run(
      [flat(100), flat(100), [100, 100, 0.5, 0.5], flat(100), flat(100)],
      {
        entry: [1, 2, 3, 4],
        settings: { cash: 119.01, commission_percent: 9, spread_percent: 10 },
      },
    );
    // One share at 110 and a commission of 9.90 leave 109.11 + (0.50 − 110) = −0.39.
    expect(trades).toMatchObject([{ entry_bar: 2, exit_bar: 2, exit_price: 0.5, reason: 'ruin' }]);
    expect([...equity]).toEqual([119.01, 119.01, 0, 0, 0]);
    expect(pending).toBeNull();
  });

  it.each([
    ['exceeds', 90, 60],
    ['equals', 75, 75],
  ])(
    'ends the run when the fixed commission of a sale %s the equity',
    (_, commission_fixed, equityAfterPurchase) => {
      const { trades, equity, droppedOrders, pending } = run(new Array<Prices>(6).fill(flat(100)), {
        entry: [1, 3, 4, 5],
        exit: [2],
        settings: { cash: 150, commission_fixed, fractional: true },
      });
      expect(trades).toMatchObject([{ profit: -2 * commission_fixed, reason: 'exit' }]);
      expect([...equity]).toEqual([150, 150, equityAfterPurchase, 0, 0, 0]);
      expect([droppedOrders, pending]).toEqual([0, null]);
    },
  );
});

describe('dividends', () => {
  const prices = [flat(100), flat(100), flat(100), flat(100), flat(100)];
  const equityWith = (dividends: Record<number, number>) => {
    const { trades, equity } = simulate(
      dailyBars(prices, { dividends }),
      decisionsAt(5, [1], [3]),
      noLimits,
      free,
    );
    expect(trades).toMatchObject([{ entry_bar: 2, exit_bar: 4, profit: 0 }]);
    return [...equity];
  };

  it('adds the dividend of shares held at the close before the ex-date', () => {
    expect(equityWith({ 3: 2 })).toEqual([10_000, 10_000, 10_000, 10_200, 10_200]);
  });

  it('adds the dividend of shares that are sold at the open of the ex-date', () => {
    expect(equityWith({ 4: 2 })).toEqual([10_000, 10_000, 10_000, 10_000, 10_200]);
  });

  it('adds nothing for shares that are bought at the open of the ex-date', () => {
    expect(equityWith({ 2: 2 })).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
  });
});
