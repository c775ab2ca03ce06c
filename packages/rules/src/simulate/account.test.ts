import { describe, expect, it } from 'vitest';
import { dailyBars, decisionsAt, type Prices } from '../../test/simulate/daily-bars.ts';
import { flat, free, noLimits, run } from '../../test/simulate/run.ts';
import type { SimulationSettings } from './settings.ts';
import { simulate } from './simulate.ts';

describe('size', () => {
  const size = (price: number, settings: Partial<SimulationSettings>) =>
    run([flat(price), flat(price), flat(price)], { entry: [1], settings }).trades[0]?.size;

  it('spends all cash when the price divides it', () => {
    expect(size(100, {})).toBe(100);
  });

  it('takes the floor of the exact quotient, as 1 // 0.1 does in Python', () => {
    expect(size(0.1, { cash: 1 })).toBe(9);
  });

  it('buys a whole number of units when the product of size and price is rounded', () => {
    expect(size(0.07, { cash: 9e13 })).toSatisfy(Number.isInteger);
  });

  it('spends size_percent of the cash', () => {
    expect(size(100, { size_percent: 33.3 })).toBe(33);
  });

  it('counts the spread, the commission and once the fixed commission', () => {
    // (10,000 − 505) / (102 + 1) = 92.2; without the fixed commission it would be 97.
    expect(size(100, { spread_percent: 2, commission_percent: 1, commission_fixed: 505 })).toBe(92);
  });

  it('buys a multiple of 1e-8 with fractional shares', () => {
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
