import webcarrotXirr from '@webcarrot/xirr';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import xirr from 'xirr';
import { irr } from '../src/returns/irr.ts';
import type { Payment } from '../src/returns/payments.ts';

const seed = 20_240_110;

/** Payments in cents, one a day at most. */
const payments = (signs: fc.Arbitrary<number>): fc.Arbitrary<Payment[]> =>
  fc
    .uniqueArray(
      fc.record({ day: fc.nat(7300), cents: fc.integer({ min: 100, max: 10_000_000 }), sign: signs }),
      { selector: ({ day }) => day, minLength: 2, maxLength: 40, size: 'max' },
    )
    .map((rows) =>
      rows
        .map(({ day, cents, sign }) => ({ day, amount: (sign * cents) / 100 }))
        .sort((a, b) => a.day - b.day),
    );

/** A savings plan with some sales, and the value at its end. */
const savings = fc
  .tuple(payments(fc.constantFrom(-1, -1, -1, 1)), fc.double({ min: 0.05, max: 20, noNaN: true }))
  .map(([flows, growth]) => {
    const paidIn = flows.reduce((sum, { amount }) => sum + Math.max(-amount, 0), 0);
    return [...flows, { day: 7301, amount: paidIn * growth }];
  });

const anyPayments = payments(fc.constantFrom(-1, 1));

/** The result of another program; null if it does not converge, or to a rate beyond those that are answered. */
function tryTo(compute: () => number): number | null {
  try {
    const rate = compute();
    return rate > -1 && rate <= 1_000_000 ? rate : null;
  } catch {
    return null;
  }
}

function ratesOfOthers(flows: readonly Payment[]): (number | null)[] {
  const dated = flows.map(({ day, amount }) => ({ date: new Date(day * 86_400_000), amount }));
  return [
    tryTo(() =>
      xirr(
        dated.map(({ date, amount }) => ({ when: date, amount })),
        { tolerance: 1e-13, maxIterations: 200 },
      ),
    ),
    tryTo(() => webcarrotXirr(dated, 0.1, 1e-12, 200, 100)),
  ];
}

/** Values of all payments on the day on which they are the least, and the sum of their amounts. */
function npv(flows: readonly Payment[], rate: number): { value: number; turnover: number } {
  const reference = (rate < 0 ? flows.at(-1) : flows[0])?.day ?? 0;
  const values = flows.map(({ day, amount }) => amount * (1 + rate) ** ((reference - day) / 365));
  return {
    value: values.reduce((sum, value) => sum + value, 0),
    turnover: flows.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
  };
}

describe('irr', () => {
  it('equals the packages xirr and @webcarrot/xirr on 1,000 random flows if they converge', () => {
    const compared = [0, 0];
    fc.assert(
      fc.property(savings, (flows) => {
        const rates = irr(flows);
        // Newton's method stops at any of several rates.
        if (rates.irr === null || rates.irrProblem !== null) return;
        for (const [program, rate] of ratesOfOthers(flows).entries()) {
          if (rate === null) continue;
          expect(Math.abs(rate - rates.irr)).toBeLessThanOrEqual(1e-8 * Math.max(1, rates.irr));
          compared[program] = (compared[program] ?? 0) + 1;
        }
      }),
      { numRuns: 1000, seed, endOnFailure: true },
    );
    expect(Math.min(...compared)).toBeGreaterThan(300);
  });

  it('makes the present value 0 at every rate that it returns', () => {
    let rates = 0;
    fc.assert(
      fc.property(fc.oneof(savings, anyPayments), (flows) => {
        const { irr: rate } = irr(flows);
        if (rate === null) return;
        rates++;
        const { value, turnover } = npv(flows, rate);
        expect(Math.abs(value)).toBeLessThanOrEqual(1e-9 * turnover);
      }),
      { numRuns: 500, seed, endOnFailure: true },
    );
    expect(rates).toBeGreaterThan(400);
  });

  it('has the same rate at any scale, and with payments turned around', () => {
    fc.assert(
      fc.property(anyPayments, fc.constantFrom(-1, 1000), (flows, scale) => {
        const rates = irr(flows);
        const scaled = irr(flows.map(({ day, amount }) => ({ day: day + 9000, amount: amount * scale })));
        expect(scaled.irrProblem).toBe(rates.irrProblem);
        expect(Math.abs((scaled.irr ?? 0) - (rates.irr ?? 0))).toBeLessThan(1e-8);
      }),
      { numRuns: 200, seed },
    );
  });

  it('finds the rate of money that grows at it', () => {
    fc.assert(
      fc.property(payments(fc.constant(-1)), fc.double({ min: -0.9, max: 3, noNaN: true }), (flows, rate) => {
        const end = 7302;
        const amount = flows.reduce(
          (sum, flow) => sum - flow.amount * (1 + rate) ** ((end - flow.day) / 365),
          0,
        );
        const rates = irr([...flows, { day: end, amount }]);
        expect(rates.irrProblem).toBeNull();
        expect(Math.abs((rates.irr ?? Number.NaN) - rate)).toBeLessThan(1e-8);
      }),
      { numRuns: 200, seed },
    );
  });

  it('takes less than a second of processor time for 20,000 payments', () => {
    const flows = Array.from({ length: 20_000 }, (_, day) => ({ day, amount: 100 * Math.sin(day) }));
    const before = process.cpuUsage();
    expect(irr(flows).irr).not.toBeNull();
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
