import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rebalance, type RebalanceInput, rebalance } from '../src/allocation/rebalance.ts';
import type { RebalanceStock } from '../src/allocation/rebalance-goals.ts';

const seed = 20_240_110;
const symbols = ['AAA', 'BBB', 'CCC', 'DDD'];

const stocks: fc.Arbitrary<RebalanceStock[]> = fc
  .array(
    fc.record({
      shares: fc.nat(200),
      cents: fc.integer({ min: 1, max: 100_000 }),
      fxRate: fc.constantFrom(1, 0.5, 1.1),
    }),
    { minLength: symbols.length, maxLength: symbols.length },
  )
  .map((rows) =>
    rows.map(({ shares, cents, fxRate }, index) => {
      const quantity = shares / 4;
      const price = cents / 100;
      const lots = quantity === 0 ? [] : [{ quantity, cost: quantity }];
      return {
        symbol: symbols[index] ?? '',
        quantity,
        price,
        currency: 'USD',
        fxRate,
        value: quantity * price * fxRate,
        lots,
      };
    }),
  );

/** Whole percentages of the four stocks that add up to at most 100. */
const percents = fc
  .tuple(fc.nat(100), fc.nat(100), fc.nat(100))
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 100])
  .map((cuts) => symbols.map((_, index) => (cuts[index + 1] ?? 0) - (cuts[index] ?? 0)));

const input: fc.Arbitrary<RebalanceInput> = fc
  .record({
    stocks,
    percents,
    byTag: fc.boolean(),
    cash: fc.option(fc.integer({ min: -1000, max: 100_000 }).map((cents) => cents / 100)),
    newMoney: fc.integer({ min: -100_000, max: 5_000_000 }).map((cents) => cents / 100),
    mode: fc.constantFrom('buy_and_sell' as const, 'buy_only' as const),
    wholeShares: fc.boolean(),
    bandPercent: fc.constantFrom(0, 5),
    minimum: fc.constantFrom(0, 100),
  })
  .map(({ percents: shares, byTag, ...rest }) => ({
    ...rest,
    targets: byTag ? tagTargets(shares) : stockTargets(shares),
  }));

const stockTargets = (shares: readonly number[]) =>
  shares.map((percent, index) => ({ symbol: symbols[index] ?? '', percent }));

/** The first two stocks have one tag, the others belong to two, and one tag has no stocks. */
const tagTargets = ([first = 0, second = 0, third = 0, fourth = 0]: readonly number[]) => ({
  name: 'Group',
  tags: [
    { name: 'One', targetPercent: first + second, shares: share(['AAA', 'BBB'], 100) },
    { name: 'Two', targetPercent: third, shares: share(['CCC', 'DDD'], 60) },
    { name: 'Three', targetPercent: fourth, shares: [] },
  ],
});

const share = (names: readonly string[], percent: number) => names.map((symbol) => ({ symbol, percent }));

/** Checks every proposal that is not rejected. */
function check(property: (given: RebalanceInput, result: Rebalance) => void) {
  let proposals = 0;
  fc.assert(
    fc.property(input, (given) => {
      const result = rebalance(given);
      if ('problem' in result) return;
      proposals++;
      property(given, result);
    }),
    { numRuns: 500, seed },
  );
  expect(proposals).toBeGreaterThan(400);
}

const spent = ({ trades }: Rebalance) =>
  trades.reduce((sum, { type, amount }) => sum + (type === 'BUY' ? amount : -amount), 0);

describe('rebalance', () => {
  it('shares all of the money among trades, cash and what is left over', () => {
    check(({ newMoney }, result) => {
      expect(spent(result) + result.toCash + result.leftOver).toBeCloseTo(newMoney, 6);
    });
  });

  it('never spends more than the new money, the cash and the sales', () => {
    check((_, result) => {
      if (result.trades.some(({ type }) => type === 'BUY')) {
        expect(result.leftOver).toBeGreaterThanOrEqual(-1e-9);
      }
    });
  });

  it('sells only shares that are held, and nothing of new money that is to buy', () => {
    check(({ stocks: held, mode }, { trades }) => {
      for (const { type, symbol, quantity } of trades) {
        if (type === 'BUY') continue;
        expect(mode).toBe('buy_and_sell');
        expect(held.find((stock) => stock.symbol === symbol)?.quantity).toBeGreaterThanOrEqual(quantity ?? 0);
      }
    });
  });

  it('proposes whole shares if they are requested, at their price', () => {
    check(({ wholeShares }, { trades }) => {
      for (const { quantity, price, fxRate, amount } of trades) {
        if (quantity === null) continue;
        if (wholeShares) expect(Number.isInteger(quantity)).toBe(true);
        expect(amount).toBeCloseTo(quantity * (price ?? 0) * (fxRate ?? 0), 6);
      }
    });
  });

  it('reaches all targets with fractions of shares and without bounds', () => {
    check((given, result) => {
      const { targets, mode, bandPercent, minimum } = given;
      if (given.wholeShares || mode === 'buy_only' || bandPercent > 0 || minimum > 0 || 'tags' in targets)
        return;
      for (const { symbol, percent } of targets) {
        const trade = result.trades.find((other) => other.symbol === symbol);
        const value = given.stocks.find((stock) => stock.symbol === symbol)?.value ?? 0;
        const change = (trade?.amount ?? 0) * (trade?.type === 'SELL' ? -1 : 1);
        expect(value + change).toBeCloseTo((percent / 100) * result.total, 4);
      }
      expect(result.leftOver).toBeCloseTo(0, 4);
    });
  });
});
