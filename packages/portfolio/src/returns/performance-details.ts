import { dateOfDay } from '@stockbook/common/days';
import type { DayColumns, Performance, PerformanceDetails, YearReturn } from '../answers.ts';
import type { DayRow } from '../days/day-rows.ts';
import { dayRow } from '../days/day-table.ts';
import { at } from '../numbers/search.ts';

const maxLargestDays = 3;

/** Explains the figures of a performance by its days and payments. */
export function performanceDetails(figures: Performance): PerformanceDetails {
  const { dayColumns, payments, gain, valueStart, inflow, days, twr } = figures;
  const cost = valueStart + inflow;
  return {
    years: twr === null ? [] : yearsOf(dayColumns, dayColumns.day.length - days),
    largestDays: largestDaysOf(dayColumns),
    payments: payments.map(({ day, amount }) => ({ date: dateOfDay(day), amount })),
    gainOnCost: cost > 0 ? gain.total / cost : null,
  };
}

/** The products of the factors of calendar months and years from a row on, −1. */
function yearsOf({ day, factor }: DayColumns, firstRow: number): YearReturn[] {
  const products = new Map<number, { whole: number; months: Map<number, number> }>();
  for (let row = firstRow; row < day.length; row++) {
    const date = dateOfDay(at(day, row));
    const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
    let product = products.get(year);
    if (!product) {
      product = { whole: 1, months: new Map() };
      products.set(year, product);
    }
    product.whole *= at(factor, row);
    product.months.set(month, (product.months.get(month) ?? 1) * at(factor, row));
  }
  return [...products].map(([year, { whole, months }]) => ({
    year,
    twr: whole - 1,
    months: [...months].map(([month, product]) => ({ month, twr: product - 1 })),
  }));
}

function largestDaysOf(columns: DayColumns): DayRow[] {
  const distance = (row: number) => Math.abs(Math.log(at(columns.factor, row)));
  return [...columns.factor.keys()]
    .filter((row) => at(columns.factor, row) !== 1)
    .sort((a, b) => distance(b) - distance(a))
    .slice(0, maxLargestDays)
    .map((row) => dayRow(columns, row, null));
}
