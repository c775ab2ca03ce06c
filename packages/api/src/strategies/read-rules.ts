import type { StrategyUsage } from '@stockbook/db';
import { type ExitLimits, exitLimitBounds, type Rule, readRule, ruleLookBack } from '@stockbook/rules';
import { AppError } from '../errors.ts';
import { formatBytes, type Quotas } from '../quotas/quotas.ts';
import { type Bounds, describeBounds, isWithin } from './bounds.ts';
import { rulesFormat, type StrategyProblem } from './schemas.ts';

export type StrategyScope =
  | { readonly list: 'watch_list' | 'favorites' }
  | { readonly symbols: readonly string[] }
  /** Null if the list was missing when the strategy was imported. */
  | { readonly listId: string | null };

/** The rules of a strategy that can be run. */
export interface RunnableRules {
  readonly entry: Rule;
  readonly exit: Rule | null;
  readonly limits: ExitLimits;
  readonly scope: StrategyScope;
}

/** The readable part of a strategy's rules. */
export interface ReadRules {
  readonly entry: Rule | null;
  readonly exit: Rule | null;
  /** Null if the rules cannot be run. */
  readonly runnable: RunnableRules | null;
  readonly problems: readonly StrategyProblem[];
}

export const limitNames = ['stop_loss_percent', 'take_profit_percent', 'max_bars'] as const;
export type LimitName = (typeof limitNames)[number];

export const limitBounds: Readonly<Record<LimitName, Bounds>> = {
  ...exitLimitBounds,
  max_bars: { ...exitLimitBounds.max_bars, isWhole: true },
};

const maxSymbols = 100;

/** Reads the rules of a strategy, which can be any object. Never throws. */
export function readRules(rules: Readonly<Record<string, unknown>>): ReadRules {
  const unread = { entry: null, exit: null, runnable: null };
  const { format } = rules;
  if (format !== rulesFormat) {
    const isNewer = typeof format === 'string' && /^stockbook\/\d+$/.test(format);
    return { ...unread, problems: isNewer ? [problemOf('format', 'Made by a newer version')] : [] };
  }
  const problems: StrategyProblem[] = [];
  const entry = readField(rules, 'entry', problems);
  if ((rules.entry ?? null) === null) {
    problems.push(problemOf('entry', 'Write a rule, for example "rsi(14) crosses above 30"'));
  }
  const exit = readField(rules, 'exit', problems);
  const limits = {
    stop_loss_percent: readLimit(rules, 'stop_loss_percent', problems),
    take_profit_percent: readLimit(rules, 'take_profit_percent', problems),
    max_bars: readLimit(rules, 'max_bars', problems),
  };
  if (['exit', ...limitNames].every((name) => (rules[name] ?? null) === null)) {
    problems.push(
      problemOf('exit', 'Name at least one of exit, stop_loss_percent, take_profit_percent and max_bars'),
    );
  }
  const scope = readScope(rules.scope ?? { watch_list: true });
  if (!scope) {
    problems.push(
      problemOf(
        'scope',
        `scope must be {"watch_list": true}, {"favorites": true}, {"list_id": "id of a list"} or {"symbols": [1 to ${maxSymbols} symbols]}`,
      ),
    );
  }
  const isRunnable = problems.length === 0 && entry !== null && scope !== null;
  return { entry, exit, runnable: isRunnable ? { entry, exit, limits, scope } : null, problems };
}

export function lookBackOf({ entry, exit }: Pick<RunnableRules, 'entry' | 'exit'>): number {
  return Math.max(ruleLookBack(entry), exit ? ruleLookBack(exit) : 0);
}

/**
 * Rejects rules that claim to be runnable and have mistakes.
 * @throws AppError BAD_REQUEST
 */
export function assertNoMistakes(rules: Readonly<Record<string, unknown>>): void {
  if (rules.format !== rulesFormat) return;
  const { problems } = readRules(rules);
  const [first] = problems;
  if (first) throw new AppError('BAD_REQUEST', first.message, { details: problems });
}

/** @throws AppError BAD_REQUEST if the rules cannot be run */
export function requireRunnable(rules: Readonly<Record<string, unknown>>): RunnableRules {
  const { runnable, problems } = readRules(rules);
  if (runnable) return runnable;
  const unknownFormat = problemOf('format', `rules.format must be "${rulesFormat}"`);
  throw new AppError('BAD_REQUEST', "This strategy's rules are not in a form that can be run", {
    details: problems.length === 0 ? [unknownFormat] : problems,
  });
}

function problemOf(name: string, message: string): StrategyProblem {
  return { field: `rules.${name}`, message, position: null };
}

function readField(
  rules: Readonly<Record<string, unknown>>,
  name: 'entry' | 'exit',
  problems: StrategyProblem[],
): Rule | null {
  const text = rules[name] ?? null;
  if (text === null) return null;
  if (typeof text !== 'string') {
    problems.push(problemOf(name, `${name} must be the text of a rule`));
    return null;
  }
  const { rule, errors } = readRule(text);
  for (const { message, offset, length } of errors) {
    problems.push({ field: `rules.${name}`, message, position: { offset, length } });
  }
  return rule;
}

function readLimit(
  rules: Readonly<Record<string, unknown>>,
  name: LimitName,
  problems: StrategyProblem[],
): number | null {
  const value = rules[name] ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && isWithin(value, limitBounds[name])) return value;
  problems.push(problemOf(name, describeBounds(name, limitBounds[name])));
  return null;
}

function readScope(scope: unknown): StrategyScope | null {
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) return null;
  const [entry, ...others] = Object.entries(scope);
  if (!entry || others.length > 0) return null;
  const [name, value] = entry;
  if (name === 'symbols') return readSymbols(value);
  if (name === 'list_id') return typeof value === 'string' || value === null ? { listId: value } : null;
  return (name === 'watch_list' || name === 'favorites') && value === true ? { list: name } : null;
}

function readSymbols(value: unknown): StrategyScope | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxSymbols) return null;
  if (!value.every((symbol) => typeof symbol === 'string' && symbol.trim() !== '')) return null;
  return { symbols: [...new Set(value.map((symbol) => symbol.trim().toUpperCase()))] };
}

/**
 * Rejects rules that exceed the size of a user's rules together.
 * @throws AppError CONFLICT
 */
export function assertRuleBytes({ ruleBytes, newRuleBytes }: StrategyUsage, quotas: Quotas): void {
  if (ruleBytes + newRuleBytes <= quotas.ruleBytes) return;
  const maximum = formatBytes(quotas.ruleBytes);
  throw new AppError(
    'CONFLICT',
    `The rules of all your strategies may take ${maximum} together. Delete a strategy or shorten its rules`,
    { isQuota: true },
  );
}
