import { dayNumber } from '@stockbook/common/days';
import { catalogue, lookBack } from '@stockbook/indicators';
import type { BarColumns } from '../evaluate/index.ts';
import { lookBackOf, type Rule } from '../language/index.ts';
import { readRule } from '../read-rule.ts';
import type { StockHistory, StrategyRules } from '../simulate/strategy-simulation.ts';
import type { Dividends, StoredBars, StrategyTexts } from './simulate-in-thread.ts';

export function historyOf(
  { date, ...columns }: StoredBars<BarColumns>,
  dividends: Dividends | null,
): StockHistory {
  // `Int32Array.from` takes twice as long.
  const day = new Int32Array(date.map(dayNumber));
  return { ...columns, day, dividend: dividends && dividendColumn(day, dividends) };
}

/** A dividend whose ex-date has no bar belongs to the next one. */
function dividendColumn(day: Int32Array, dividends: Dividends): Float64Array {
  const column = new Float64Array(day.length);
  for (const { exDate, amount } of dividends) {
    const exDay = dayNumber(exDate);
    const bar = day.findIndex((each) => each >= exDay);
    if (bar !== -1) column[bar] = (column[bar] ?? 0) + amount;
  }
  return column;
}

/** @throws RangeError if a later version of the catalogue has lost a function */
export function rulesOf({ entry, exit, limits }: StrategyTexts): StrategyRules {
  const rules = { entry: ruleOf(entry), exit: exit === null ? null : ruleOf(exit) };
  const lookBacks = [rules.entry, rules.exit].map((rule) => rule && lookBackOf(rule, catalogue, lookBack));
  return { ...rules, limits, lookBack: Math.max(...lookBacks.map((lookBack) => lookBack ?? 0)) };
}

function ruleOf(text: string): Rule {
  const { rule, errors } = readRule(text);
  if (rule) return rule;
  throw new RangeError(`${text}: ${errors[0]?.message}`);
}
