import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { catalogue } from '@stockbook/indicators';
import {
  type ExitLimits,
  numbersOf,
  printRule,
  type Rule,
  readRule,
  replaceNumbers,
  type StrategyTexts,
  sweepRows,
} from '@stockbook/rules';
import { fieldError } from '../../errors.ts';
import type { BacktestSettings } from '../backtests/schemas.ts';
import { type Bounds, describeBounds, isWithin } from '../bounds.ts';
import { type LimitName, limitBounds, limitNames, type RunnableRules } from '../read-rules.ts';
import { assertAboveSpread } from '../runs/request-run.ts';
import { countCombinations, maxCombinations, type SweepRange } from './schemas.ts';

/** With the longest rules, writing this many strategies takes 3 ms. */
const rowsPerPart = 10;

export type Sweepable = Pick<RunnableRules, 'entry' | 'exit' | 'limits'>;

/**
 * Rejects ranges whose values do not give rules that can be run.
 * @throws AppError BAD_REQUEST
 */
export function assertSweepable(
  rules: RunnableRules,
  ranges: readonly SweepRange[],
  settings: BacktestSettings,
): void {
  const combinations = countCombinations(ranges);
  if (combinations > maxCombinations) {
    throw fieldError(
      'ranges',
      `This sweep has ${combinations.toLocaleString('en-US')} combinations, at most ${maxCombinations} are possible`,
    );
  }
  const seen = new Set<string>();
  for (const [index, range] of ranges.entries()) {
    for (const address of range.numbers) {
      const field = `ranges[${index}].numbers`;
      if (seen.has(address)) throw fieldError(field, `${address} is named twice`);
      seen.add(address);
      assertWithin(rules, address, range, index);
    }
  }
  // Look-back and length grow with the numbers: they are largest in a corner.
  for (const values of sweepRows(ranges.map(endsOf))) {
    const { limits, ...changed } = withValues(rules, ranges, values);
    assertAboveSpread(limits.take_profit_percent, settings);
    for (const name of ['entry', 'exit'] as const) {
      const rule = changed[name];
      // Unchanged rules were read before.
      if (rule === null || rule === rules[name]) continue;
      const [error] = readRule(printRule(rule)).errors;
      if (error) throw fieldError('ranges', `${values.join(', ')}: ${error.message}`);
    }
  }
}

function withValues(rules: Sweepable, ranges: readonly SweepRange[], values: readonly number[]): Sweepable {
  const numbers = { entry: new Map<number, number>(), exit: new Map<number, number>() };
  const limits: { -readonly [Name in LimitName]: ExitLimits[Name] } = { ...rules.limits };
  for (const [position, range] of ranges.entries()) {
    const value = values[position] ?? range.from;
    for (const address of range.numbers) {
      if (isLimitName(address)) limits[address] = value;
      else {
        const { name, index } = parseAddress(address);
        numbers[name].set(index, value);
      }
    }
  }
  const replaced = (rule: Rule, changes: ReadonlyMap<number, number>) =>
    changes.size === 0 ? rule : replaceNumbers(rule, catalogue, changes);
  return {
    entry: replaced(rules.entry, numbers.entry),
    exit: rules.exit && replaced(rules.exit, numbers.exit),
    limits,
  };
}

/** The strategies of the rows of a sweep. Yields to the event loop between parts of them. */
export async function sweptStrategies(
  rules: Sweepable,
  ranges: readonly SweepRange[],
  rows: readonly (readonly number[])[],
): Promise<StrategyTexts[]> {
  const strategies: StrategyTexts[] = [];
  for (const values of rows) {
    if (strategies.length % rowsPerPart === 0) await yieldToEventLoop();
    const { entry, exit, limits } = withValues(rules, ranges, values);
    strategies.push({ entry: printRule(entry), exit: exit && printRule(exit), limits });
  }
  return strategies;
}

function endsOf(range: SweepRange): SweepRange {
  const last = sweepRows([range]).at(-1)?.[0] ?? range.from;
  return { ...range, to: last, step: last - range.from || range.step };
}

function isLimitName(address: string): address is LimitName {
  return limitNames.some((name) => name === address);
}

function parseAddress(address: string): { name: 'entry' | 'exit'; index: number } {
  const [, name, index] = /^(entry|exit)\[(0|[1-9]\d{0,3})\]$/.exec(address) ?? [];
  return { name: name === 'exit' ? 'exit' : 'entry', index: index === undefined ? -1 : Number(index) };
}

function assertWithin(rules: RunnableRules, address: string, range: SweepRange, index: number): void {
  const found = findNumber(rules, address);
  if (!found) throw fieldError(`ranges[${index}].numbers`, `This strategy has no number ${address}`);
  const { name, bounds } = found;
  const { to: last } = endsOf(range);
  const isStepWhole = !bounds.isWhole || Number.isInteger(range.step) || range.from === last;
  if (!isWithin(range.from, bounds) || !isWithin(last, bounds) || !isStepWhole) {
    throw fieldError(`ranges[${index}]`, describeBounds(name, bounds));
  }
}

function findNumber(rules: RunnableRules, address: string): { name: string; bounds: Bounds } | null {
  if (isLimitName(address)) return { name: address, bounds: limitBounds[address] };
  const { name, index } = parseAddress(address);
  const rule = rules[name];
  const number = rule ? numbersOf(rule, catalogue)[index] : undefined;
  if (!number) return null;
  const { label, min, max, isWhole } = number;
  return {
    name: `${address} (${label})`,
    bounds: { isWhole, ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) },
  };
}
