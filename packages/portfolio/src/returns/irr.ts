import type { InternalRate, Payment } from './payments.ts';

const daysPerYear = 365;

/** Bound of |ln(1 + rate)|, of a year and of the time of all payments: factors from 1 / 1,200,000 to 1,200,000. */
const maxLogRate = 14;

/** On each side of 0, denser near it: the logarithm of the yearly factor grows by 0.03 at rates such as 170 %. */
const gridSteps = 240;

/** A fraction. Larger yearly rates are not answered: 1 % a day is 37 a year, 5 % a day is 54 million. */
const maxYearlyRate = 1_000_000;

/** Halvings of an interval until doubles cannot part it further. */
const maxHalvings = 100;

/** Part of a step: the sign at this distance from a root of the grid shows whether the same step holds another one. */
const besideRoot = 1 / 16;

/** Part of the turnover: a smaller value at an extremum is 0, rounded. Then two rates are one. */
const rounding = 1e-14;

/**
 * The internal rate of return of payments on irregular days, as XIRR of spreadsheets: the yearly rate r with
 * Σ amount / (1 + r)^(days since the first payment / 365) = 0.
 *
 * Of several rates the one nearest to 0 is returned: that of the smallest |ln(1 + r)|. Payments of 0 are ignored.
 *
 * @param payments ascending by day, one a day at most
 */
export function irr(payments: readonly Payment[]): InternalRate {
  const flows = payments.filter(({ amount }) => amount !== 0);
  const first = flows[0];
  const last = flows.at(-1);
  if (!first || !last) return { irr: null, irrPeriod: null, irrProblem: 'no_flows' };
  if (flows.every(({ amount }) => amount > 0 === first.amount > 0)) {
    return { irr: null, irrPeriod: null, irrProblem: 'no_sign_change' };
  }
  const days = last.day - first.day;
  const logRates = findLogRates(flows, maxLogRate / Math.min(daysPerYear, days));
  if (logRates.length === 0) return { irr: null, irrPeriod: null, irrProblem: 'out_of_range' };
  const nearest = logRates.reduce((best, logRate) => (Math.abs(logRate) < Math.abs(best) ? logRate : best));
  const yearly = Math.expm1(nearest * daysPerYear);
  const period = Math.expm1(nearest * days);
  if (yearly > maxYearlyRate) return { irr: null, irrPeriod: period, irrProblem: 'out_of_range' };
  // Decades at a rate near the maximum exceed a double.
  if (!Number.isFinite(period)) return { irr: yearly, irrPeriod: null, irrProblem: 'out_of_range' };
  return { irr: yearly, irrPeriod: period, irrProblem: logRates.length > 1 ? 'several_rates' : null };
}

/** All ln(1 + rate of a day) from −bound to bound at which the payments are worth 0. */
function findLogRates(flows: readonly Payment[], bound: number): number[] {
  // Values at negative rates are compounded to the last day, not discounted to the first: no power exceeds 1.
  const reversed = flows.map(({ day, amount }) => ({ day: -day, amount })).reverse();
  // Added once, because another order can round to another sign: a root at 0 would lie on neither side.
  const sum = flows.reduce((total, { amount }) => total + amount, 0);
  const above = findRoots(flows, bound, sum);
  const below = findRoots(reversed, bound, sum).map((root) => -root);
  return [...above.filter((root) => root >= 0), ...below.filter((root) => root < 0)];
}

/** The value on the first day, as a function of ln(1 + rate of a day). */
function presentValue(flows: readonly Payment[]): (logRate: number) => number {
  const amounts = Float64Array.from(flows, ({ amount }) => amount);
  const gaps = flows.map(({ day }, index) => day - (flows[index - 1]?.day ?? day));
  // Payments lie few distinct numbers of days apart: one power each is enough for any number of payments.
  const distinctGaps = [...new Set(gaps)];
  const gapIndex = Int32Array.from(gaps, (gap) => distinctGaps.indexOf(gap));
  const factors = new Float64Array(distinctGaps.length);
  return (logRate) => {
    for (const [index, gap] of distinctGaps.entries()) factors[index] = Math.exp(-logRate * gap);
    let value = 0;
    for (let index = amounts.length - 1; index >= 0; index--) {
      value = (value + (amounts[index] ?? 0)) * (factors[gapIndex[index] ?? 0] ?? 1);
    }
    return value;
  };
}

/** Roots from 0 to the bound. An extremum next to 0 can also return roots that are a step below 0 at most. */
function findRoots(flows: readonly Payment[], bound: number, valueAtZero: number): number[] {
  const valueAt = presentValue(flows);
  const turnoverAt = presentValue(flows.map(({ day, amount }) => ({ day, amount: Math.abs(amount) })));
  const pointAt = (index: number) => (bound * index * Math.abs(index)) / gridSteps ** 2;
  const roots: number[] = [];
  let before = valueAt(pointAt(-1));
  let value = valueAtZero;
  for (let index = 0; index < gridSteps; index++) {
    const next = pointAt(index + 1);
    const after = valueAt(next);
    const isRoot = value === 0;
    if (isRoot) roots.push(pointAt(index));
    const from = isRoot ? pointAt(index + besideRoot) : pointAt(index);
    const atFrom = isRoot ? valueAt(from) : value;
    if (hasSignChange(atFrom, after)) {
      roots.push(bisect(valueAt, from, next, atFrom));
    } else if (
      !isRoot &&
      Math.abs(value) <= Math.min(Math.abs(before), Math.abs(after)) &&
      !hasSignChange(before, value)
    ) {
      roots.push(...rootsAtExtremum(valueAt, turnoverAt, pointAt(index - 1), next, value));
    }
    before = value;
    value = after;
  }
  return roots;
}

/** No, one or two roots between two points between which the value has a sign of its own. */
function rootsAtExtremum(
  valueAt: (x: number) => number,
  turnoverAt: (x: number) => number,
  from: number,
  to: number,
  valueBetween: number,
): number[] {
  const extremum = findExtremum(valueAt, from, to, valueBetween);
  const value = valueAt(extremum);
  if (Math.abs(value) <= rounding * turnoverAt(extremum)) return [extremum];
  if (!hasSignChange(valueBetween, value)) return [];
  return [bisect(valueAt, from, extremum, valueBetween), bisect(valueAt, extremum, to, value)];
}

function hasSignChange(a: number, b: number): boolean {
  return a < 0 ? b > 0 : a > 0 && b < 0;
}

/** The point between `from` and `to` at which `f` comes nearest to 0, or goes beyond: by the golden section. */
function findExtremum(f: (x: number) => number, from: number, to: number, valueBetween: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  const sign = Math.sign(valueBetween);
  let [low, high] = [from, to];
  for (let count = 0; count < maxHalvings; count++) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (sign * f(left) < sign * f(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}

/** The root between two points with a sign change, of which `from` has the value `atFrom`. */
function bisect(f: (x: number) => number, from: number, to: number, atFrom: number): number {
  let [low, high] = [from, to];
  for (let count = 0; count < maxHalvings; count++) {
    const middle = (low + high) / 2;
    const value = f(middle);
    if (value === 0 || middle === low || middle === high) return middle;
    if (hasSignChange(value, atFrom)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
