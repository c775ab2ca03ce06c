import { expect, it } from 'vitest';
import { irr } from './irr.ts';

/** Payments from texts such as `2024-01-31 -100`. */
function payments(...lines: readonly string[]) {
  return lines.map((line) => {
    const [date = '', amount = ''] = line.split(' ');
    return { day: Date.parse(date) / 86_400_000, amount: Number(amount) };
  });
}

/** Payments 365 days apart. */
const yearly = (...amounts: readonly number[]) =>
  amounts.map((amount, year) => ({ day: 365 * year, amount }));

it("has the rate of Microsoft's example of XIRR", () => {
  const { irr: rate, irrProblem } = irr(
    payments('2008-01-01 -10000', '2008-03-01 2750', '2008-10-30 4250', '2009-02-15 3250', '2009-04-01 2750'),
  );
  // The documentation of Microsoft prints 0.373362535; in exact arithmetic the last digits are 34.
  expect(rate).toBeCloseTo(0.373362535, 8);
  expect(rate).toBeCloseTo(0.3733625335188, 12);
  expect(irrProblem).toBeNull();
});

it('has the rates of the purchases and the sale that the documentation works out by hand', () => {
  const rates = irr(payments('2024-01-02 -1000', '2024-01-04 -1018', '2024-01-08 1602', '2024-01-10 550'));
  expect(rates.irr).toBeCloseTo(70.07531694132017, 7);
  expect(rates.irrPeriod).toBeCloseTo(0.09795772242127586, 12);
});

it('has a rate of 0 if exactly the money comes back', () => {
  expect(irr(yearly(-100, -50, 150))).toEqual({ irr: 0, irrPeriod: 0, irrProblem: null });
});

it('has the rate of a year, and of the days from the first to the last payment that is not 0', () => {
  const rates = irr([
    { day: -40, amount: 0 },
    { day: 0, amount: -100 },
    { day: 730, amount: 121 },
    { day: 900, amount: 0 },
  ]);
  expect(rates.irr).toBeCloseTo(0.1, 14);
  expect(rates.irrPeriod).toBeCloseTo(0.21, 14);
});

it.each([
  ['without payments', []],
  ['if all payments are 0', yearly(0, 0)],
])('has no flows %s', (_, flows) => {
  expect(irr(flows)).toEqual({ irr: null, irrPeriod: null, irrProblem: 'no_flows' });
});

it.each([
  ['goes in', yearly(-100, 0, -20)],
  ['comes out', yearly(100, 20)],
  ['moves on one day', yearly(0, 7)],
])('has no rate if money only %s', (_, flows) => {
  expect(irr(flows)).toEqual({ irr: null, irrPeriod: null, irrProblem: 'no_sign_change' });
});

it.each([
  ['of 10 % and 30 %', yearly(-100, 240, -143), 0.1],
  ['of -40 % and 30 %, which is the smaller factor', yearly(100, -190, 78), 0.3],
  ['of -20 % and 30 %, which is the larger factor', yearly(100, -210, 104), -0.2],
  ['of 10 % and 10.1 %, between two points of the grid', yearly(-100_000, 220_100, -121_110), 0.1],
  ['of 0 % and 0.1 %', yearly(-1000, 2001, -1001), 0],
  ['of 0 % and 20 % and 50 %', yearly(-100, 370, -450, 180), 0],
  ['of -80 % and 800 % a day', [-1, 9.2, -1.8].map((amount, day) => ({ day, amount })), -1],
])('returns the rate nearest to 0 %s', (_, flows, expected) => {
  const rates = irr(flows);
  expect(rates.irr).toBeCloseTo(expected, 11);
  expect(rates.irrProblem).toBe('several_rates');
});

it.each([
  ['at 10 %', yearly(-100, 220, -121), 0.1],
  ['at 0', yearly(-100, 200, -100), 0],
])('has one rate if two rates coincide %s', (_, flows, expected) => {
  const rates = irr(flows);
  expect(rates.irr).toBeCloseTo(expected, 7);
  expect(rates.irrProblem).toBeNull();
});

it('has no rate in range if none fits', () => {
  expect(irr(yearly(-100, 200, -101))).toEqual({ irr: null, irrPeriod: null, irrProblem: 'out_of_range' });
});

it('has no rate in range if the money of a day grows more than a million times', () => {
  const tenMillionTimes = [-1e-6, 10].map((amount, day) => ({ day, amount }));
  expect(irr(tenMillionTimes)).toEqual({ irr: null, irrPeriod: null, irrProblem: 'out_of_range' });
});

it('has the rate of the period only if that of a year is above 1,000,000', () => {
  const rates = irr([-100, 105].map((amount, day) => ({ day, amount })));
  expect(rates).toEqual({ irr: null, irrPeriod: expect.closeTo(0.05, 14), irrProblem: 'out_of_range' });
});

it('finds a loss of nearly everything within a day', () => {
  const rates = irr([-100_000, 1].map((amount, day) => ({ day, amount })));
  expect(rates).toEqual({ irr: -1, irrPeriod: expect.closeTo(-0.99999, 14), irrProblem: null });
});

it('discounts over 57 years without an overflow', () => {
  const days = 57 * 365;
  const grown = irr([
    { day: 0, amount: -1 },
    { day: days, amount: 1.5 ** 57 },
  ]);
  expect(grown.irr).toBeCloseTo(0.5, 12);
  const lost = irr([
    { day: 0, amount: -(1.5 ** 57) },
    { day: days, amount: 1 },
  ]);
  expect(lost.irr).toBeCloseTo(-1 / 3, 12);
});

it('has no rate of the period if a double cannot hold it', () => {
  const rates = irr(
    [-1, 1e6, -1, 1].map((amount, index) => ({ day: [0, 365, 20_440, 20_805][index] ?? 0, amount })),
  );
  expect(rates).toEqual({ irr: expect.closeTo(999_999, 4), irrPeriod: null, irrProblem: 'out_of_range' });
});
