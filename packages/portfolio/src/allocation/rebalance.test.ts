import { describe, expect, it } from 'vitest';
import { type Rebalance, type RebalanceInput, rebalance } from './rebalance.ts';
import type { RebalanceStock } from './rebalance-goals.ts';

/** A stock in EUR whose shares cost half of their price. */
function stock(
  symbol: string,
  quantity: number,
  price: number,
  rest: Partial<RebalanceStock> = {},
): RebalanceStock {
  const value = quantity * price;
  const lots = quantity === 0 ? [] : [{ quantity, cost: value / 2 }];
  return { symbol, quantity, price, currency: 'EUR', fxRate: 1, value, lots, ...rest };
}

const targets = (percents: Record<string, number>) =>
  Object.entries(percents).map(([symbol, percent]) => ({ symbol, percent }));

function propose(input: Partial<RebalanceInput> & Pick<RebalanceInput, 'stocks' | 'targets'>): Rebalance {
  const result = rebalance({
    cash: null,
    newMoney: 0,
    mode: 'buy_and_sell',
    wholeShares: true,
    bandPercent: 0,
    minimum: 0,
    ...input,
  });
  if ('problem' in result) throw new Error(result.message);
  return result;
}

/** Trades as texts such as `BUY 3 AAA`. */
const trades = (result: Rebalance) =>
  result.trades.map(
    ({ type, quantity, symbol, tag, amount }) => `${type} ${quantity ?? amount} ${symbol ?? tag}`,
  );

const two = [stock('AAA', 10, 100), stock('BBB', 40, 50)];

describe('buy and sell', () => {
  it('proposes the trades that lead to the targets, with weights and the gain of a sale', () => {
    const result = propose({ stocks: two, targets: targets({ AAA: 60, BBB: 40 }) });
    expect(result).toEqual({
      trades: [
        {
          symbol: 'BBB',
          tag: null,
          type: 'SELL',
          quantity: 16,
          price: 50,
          currency: 'EUR',
          fxRate: 1,
          amount: 800,
          weightBefore: (100 * 2) / 3,
          weightAfter: 40,
          gain: 400,
        },
        expect.objectContaining({
          symbol: 'AAA',
          type: 'BUY',
          quantity: 8,
          amount: 800,
          weightAfter: 60,
          gain: null,
        }),
      ],
      toCash: 0,
      leftOver: 0,
      total: 3000,
      skipped: [],
    });
  });

  it('adds new money to what is shared, and takes money out if it is below 0', () => {
    expect(trades(propose({ stocks: two, targets: targets({ AAA: 50, BBB: 50 }), newMoney: 1000 }))).toEqual([
      'BUY 10 AAA',
    ]);
    expect(trades(propose({ stocks: two, targets: targets({ AAA: 50, BBB: 50 }), newMoney: -1000 }))).toEqual(
      ['SELL 20 BBB'],
    );
    expect(trades(propose({ stocks: two, targets: targets({ AAA: 50, BBB: 50 }), newMoney: -3000 }))).toEqual(
      ['SELL 10 AAA', 'SELL 40 BBB'],
    );
  });

  it('leaves stocks without a target alone', () => {
    const result = propose({
      stocks: [...two, stock('CCC', 10, 100)],
      targets: targets({ AAA: 50, BBB: 50 }),
    });
    expect(trades(result)).toEqual(['SELL 10 BBB', 'BUY 5 AAA']);
    expect(result.total).toBe(3000);
    expect(result.trades.map(({ weightAfter }) => weightAfter)).toEqual([37.5, 37.5]);
  });

  it('sells a stock with a target of 0, and buys one that is not held', () => {
    const stocks = [stock('AAA', 10, 100), stock('CCC', 0, 250)];
    expect(trades(propose({ stocks, targets: targets({ AAA: 0, CCC: 100 }) }))).toEqual([
      'SELL 10 AAA',
      'BUY 4 CCC',
    ]);
  });

  it('takes the distance from the target and the money into account, at their bounds too', () => {
    // 33.33 % and 66.67 % of 3,000; 35 % and 65 %: 1.67 points, 50.
    const given = { stocks: two, targets: targets({ AAA: 35, BBB: 65 }), wholeShares: false };
    expect(trades(propose({ ...given, minimum: 50 }))).toEqual(['SELL 1 BBB', 'BUY 0.5 AAA']);
    expect(trades(propose({ ...given, minimum: 50.01 }))).toEqual([]);
    expect(trades(propose({ ...given, bandPercent: 1.66 }))).toEqual(['SELL 1 BBB', 'BUY 0.5 AAA']);
    expect(trades(propose({ ...given, bandPercent: 1.67 }))).toEqual([]);
    const five = propose({ ...given, stocks: [stock('AAA', 3, 100), stock('BBB', 14, 50)], bandPercent: 5 });
    expect(trades(five)).toEqual(['SELL 1 BBB', 'BUY 0.5 AAA']);
  });

  it('spends no more than the sales bring if other sales are too small to be proposed', () => {
    const stocks = [stock('AAA', 28, 10), stock('BBB', 36, 10), stock('CCC', 36, 10)];
    const result = propose({ stocks, targets: targets({ AAA: 40, BBB: 32, CCC: 28 }), bandPercent: 5 });
    expect(trades(result)).toEqual(['SELL 8 CCC', 'BUY 8 AAA']);
    expect(result.leftOver).toBe(0);
  });

  it('proposes no purchase without money for it', () => {
    const stocks = [stock('AAA', 28, 10), stock('BBB', 36, 10), stock('CCC', 36, 10)];
    const result = propose({ stocks, targets: targets({ AAA: 36, BBB: 32, CCC: 32 }), bandPercent: 5 });
    expect([trades(result), result.leftOver]).toEqual([[], 0]);
  });

  it('converts the price of a share at its rate', () => {
    const stocks = [stock('AAA', 0, 500, { currency: 'GBp', fxRate: 0.012, value: 0 })];
    const result = propose({ stocks, targets: targets({ AAA: 100 }), newMoney: 60 });
    expect(result.trades).toMatchObject([
      { quantity: 10, price: 500, currency: 'GBp', fxRate: 0.012, amount: 60 },
    ]);
  });

  it('has the gain of a sale by the cost of the oldest shares', () => {
    const lots = [
      { quantity: 4, cost: 100 },
      { quantity: 6, cost: 900 },
    ];
    const stocks = [stock('AAA', 10, 100, { lots }), stock('BBB', 0, 10)];
    const [sale] = propose({ stocks, targets: targets({ AAA: 50, BBB: 50 }) }).trades;
    expect(sale).toMatchObject({ quantity: 5, amount: 500, gain: 500 - 100 - 150 });
  });
});

describe('whole shares', () => {
  it('cuts quantities towards 0, then buys where the largest money is missing', () => {
    // 1,000 to share: 500 for AAA (3 shares of 150, 50 missing), 500 for BBB (1 of 260, 240 missing).
    const stocks = [stock('AAA', 0, 150), stock('BBB', 0, 260)];
    const result = propose({ stocks, targets: targets({ AAA: 50, BBB: 50 }), newMoney: 1000 });
    expect([trades(result), result.leftOver]).toEqual([['BUY 3 AAA', 'BUY 2 BBB'], 30]);
  });

  it('passes over a share that does not fit, in favour of one that does', () => {
    // 100 each: AAA misses 100 of 110, BBB 30 of 70, CCC 10 of 30; 140 are left.
    const stocks = [stock('AAA', 0, 110), stock('BBB', 0, 70), stock('CCC', 0, 30)];
    const result = propose({ stocks, targets: targets({ AAA: 34, BBB: 33, CCC: 33 }), newMoney: 300 });
    expect([trades(result), result.leftOver]).toEqual([['BUY 1 AAA', 'BUY 1 BBB', 'BUY 4 CCC'], 0]);
    const less = propose({ stocks, targets: targets({ AAA: 34, BBB: 33, CCC: 33 }), newMoney: 270 });
    expect([trades(less), less.leftOver]).toEqual([['BUY 1 AAA', 'BUY 1 BBB', 'BUY 3 CCC'], 0]);
  });

  it('buys the first by symbol if equal money is missing', () => {
    const stocks = [stock('BBB', 0, 100), stock('AAA', 0, 100)];
    const result = propose({ stocks, targets: targets({ BBB: 50, AAA: 50 }), newMoney: 100 });
    expect(trades(result)).toEqual(['BUY 1 AAA']);
  });

  it('does not spend more than it has, although sales are cut more than purchases', () => {
    const stocks = [stock('AAA', 10, 100), stock('BBB', 100, 7)];
    const result = propose({ stocks, targets: targets({ AAA: 50, BBB: 50 }) });
    expect([trades(result), result.leftOver]).toEqual([['SELL 1 AAA', 'BUY 14 BBB'], 2]);
  });

  it('misses money to take out if whole shares bring less', () => {
    const result = propose({
      stocks: [stock('AAA', 10, 30)],
      targets: targets({ AAA: 100 }),
      newMoney: -100,
    });
    expect([trades(result), result.leftOver]).toEqual([['SELL 3 AAA'], -10]);
  });

  it('trades fractions of 10 decimals if it need not', () => {
    const stocks = [stock('AAA', 0, 3)];
    const result = propose({ stocks, targets: targets({ AAA: 100 }), newMoney: 10, wholeShares: false });
    expect(trades(result)).toEqual(['BUY 3.3333333333 AAA']);
    expect(result.leftOver).toBeCloseTo(1e-10, 15);
  });

  it('buys 5 shares if the money for them is rounded', () => {
    const stocks = [stock('AAA', 0, 0.7)];
    const result = propose({ stocks, targets: targets({ AAA: 100 }), newMoney: 3.4999999999999996 });
    expect(trades(result)).toEqual(['BUY 5 AAA']);
  });
});

describe('buy only', () => {
  it('shares the new money among what is missing, in proportion to it', () => {
    // Wanted 2,000 each of 4,000 + 2,000: missing 1,000 and 2,000; CCC has too much.
    const stocks = [stock('AAA', 10, 100), stock('BBB', 0, 50), stock('CCC', 30, 100)];
    const given = { stocks, mode: 'buy_only' as const, newMoney: 2000 };
    const result = propose({
      ...given,
      targets: targets({ AAA: 100 / 3, BBB: 100 / 3, CCC: 100 / 3 }),
      wholeShares: false,
    });
    expect(result.trades.map(({ symbol, amount }) => [symbol, Number(amount.toFixed(6))])).toEqual([
      ['AAA', 666.666667],
      ['BBB', 1333.333333],
    ]);
  });

  it('leaves its part of the money to cash that is below its target', () => {
    const result = propose({
      stocks: [stock('AAA', 9, 100)],
      targets: targets({ AAA: 80 }),
      cash: 100,
      mode: 'buy_only',
      newMoney: 1000,
    });
    // Wanted 1,600 and 400 of 2,000: missing 700 and 300.
    expect([trades(result), result.toCash, result.leftOver]).toEqual([['BUY 7 AAA'], 300, 0]);
  });

  it.each([0, -5])('rejects %i as the money to invest', (newMoney) => {
    expect(
      rebalance({
        stocks: two,
        targets: targets({ AAA: 100 }),
        cash: null,
        newMoney,
        mode: 'buy_only',
        wholeShares: true,
        bandPercent: 0,
        minimum: 0,
      }),
    ).toEqual({ problem: 'no_money', message: 'Enter the money to invest' });
  });
});

describe('cash', () => {
  it('counts cash as part of the value, with the rest of the targets', () => {
    const result = propose({ stocks: two, targets: targets({ AAA: 30, BBB: 60 }), cash: 1000 });
    // Wanted 1,200, 2,400 and 400 of 4,000.
    expect(result).toMatchObject({ toCash: -600, leftOver: 0, total: 4000 });
    expect(trades(result)).toEqual(['BUY 2 AAA', 'BUY 8 BBB']);
    expect(result.trades.map(({ weightBefore, weightAfter }) => [weightBefore, weightAfter])).toEqual([
      [25, 30],
      [50, 60],
    ]);
  });

  it('has money left over beside the target of cash', () => {
    const result = propose({ stocks: [stock('AAA', 1, 700)], targets: targets({ AAA: 90 }), cash: 1300 });
    expect([trades(result), result.toCash, result.leftOver]).toEqual([['BUY 1 AAA'], -1100, 400]);
  });
});

describe('tags', () => {
  const tag = (name: string, targetPercent: number | null, shares: Record<string, number>) => ({
    name,
    targetPercent,
    shares: Object.entries(shares).map(([symbol, percent]) => ({ symbol, percent })),
  });

  it('shares the money of a tag among its stocks in proportion to their value', () => {
    const group = {
      name: 'Risk',
      tags: [tag('Safe', 50, { AAA: 100, BBB: 100 }), tag('Other', 50, { CCC: 100 })],
    };
    const result = propose({ stocks: [...two, stock('CCC', 5, 100)], targets: group, newMoney: 2500 });
    // Wanted 3,000 each: 0 for Safe, 2,500 for Other.
    expect(trades(result)).toEqual(['BUY 25 CCC']);
    const more = propose({ stocks: [...two, stock('CCC', 90, 100)], targets: group, newMoney: 0 });
    expect(trades(more)).toEqual(['SELL 30 CCC', 'BUY 10 AAA', 'BUY 40 BBB']);
  });

  it('adds up the trades of a stock that belongs to several tags', () => {
    const group = {
      name: 'Risk',
      tags: [tag('Safe', 30, { AAA: 50 }), tag('Other', 70, { AAA: 50, BBB: 100 })],
    };
    const stocks = [stock('AAA', 20, 100), stock('BBB', 20, 50)];
    // Safe 1,000 of wanted 900; Other 2,000 of wanted 2,100: 50 each for AAA and BBB.
    const result = propose({ stocks, targets: group, wholeShares: false });
    expect(trades(result)).toEqual(['SELL 0.5 AAA', 'BUY 1 BBB']);
  });

  it('proposes the money of a tag without stocks without a symbol', () => {
    const group = { name: 'Risk', tags: [tag('Safe', 40, {}), tag('Other', 60, { AAA: 100 })] };
    const result = propose({ stocks: [stock('AAA', 10, 100)], targets: group });
    expect(trades(result)).toEqual(['SELL 4 AAA', 'BUY 400 Safe']);
    expect(result.trades[1]).toMatchObject({ symbol: null, price: null, weightBefore: 0, weightAfter: 40 });
    expect(result.leftOver).toBe(0);
  });

  it('shares the money of a tag of which nothing is held by the shares of its stocks', () => {
    const group = {
      name: 'Risk',
      tags: [tag('New', 50, { BBB: 100, CCC: 50 }), tag('Other', 50, { AAA: 100 })],
    };
    const stocks = [stock('AAA', 60, 10), stock('BBB', 0, 10), stock('CCC', 0, 10)];
    expect(trades(propose({ stocks, targets: group }))).toEqual(['SELL 30 AAA', 'BUY 20 BBB', 'BUY 10 CCC']);
  });

  it('ignores tags without a target', () => {
    const group = { name: 'Risk', tags: [tag('Safe', 100, { AAA: 100 }), tag('Other', null, { BBB: 100 })] };
    expect(propose({ stocks: two, targets: group, newMoney: 500 })).toMatchObject({ total: 1500 });
  });
});

it('skips a stock without a price and shares its target among the others', () => {
  const result = propose({ stocks: two, targets: targets({ AAA: 30, BBB: 30, XYZ: 40 }) });
  expect(result.skipped).toEqual(['XYZ']);
  expect(trades(result)).toEqual(['SELL 10 BBB', 'BUY 5 AAA']);
});

it.each([
  ['without targets', {}, 0, 'no_targets', 'Set targets to rebalance'],
  [
    'of more money than is held',
    { AAA: 50, BBB: 50 },
    -3000.01,
    'too_little_held',
    'What has a target is worth less than the money to take out',
  ],
])('proposes nothing %s', (_, percents, newMoney, problem, message) => {
  expect(
    rebalance({
      stocks: two,
      targets: targets(percents),
      cash: null,
      newMoney,
      mode: 'buy_and_sell',
      wholeShares: true,
      bandPercent: 0,
      minimum: 0,
    }),
  ).toEqual({ problem, message });
});
