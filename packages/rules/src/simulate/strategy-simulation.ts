import { type BarColumns, RuleEvaluation, type TruthColumn, truth } from '../evaluate/index.ts';
import { type OperandValues, operandsOf, printExpression, printRule, type Rule } from '../language/index.ts';
import { type DailyBars, firstDecisionBar, type RunRange, runRange, sliceBars } from './bars.ts';
import type { ExitLimits, SimulationSettings } from './settings.ts';
import { type Simulation, simulate } from './simulate.ts';

/** A stock's whole stored history. */
export type StockHistory = DailyBars & BarColumns;

/** The decisions of a strategy at the closes of a stock. */
export interface StrategyRules {
  readonly entry: Rule;
  readonly exit: Rule | null;
  readonly limits: ExitLimits;
  readonly lookBack: number;
}

/** The first and the last date of a run, both included; null means without limit. */
export interface RunDates {
  readonly since: string | null;
  readonly until: string | null;
}

/** A run has too few bars for the look-back of the rules. */
export interface TooFewBars {
  readonly neededBars: number;
  readonly bars: number;
}

export interface StrategyRun {
  readonly bars: DailyBars;
  readonly simulation: Simulation;
  /** Whether the entry rule was true at any decision. */
  readonly wasEntryTrue: boolean;
}

/** Distinct operands whose values are kept: about 100 bytes per bar and operand. */
const maxKeptOperands = 128;

/** Simulates strategies on one stock. Rules that have indicators or texts in common share their values. */
export class StrategySimulation {
  readonly #history: StockHistory;
  readonly #noExit: TruthColumn;
  readonly #truths = new Map<string, TruthColumn>();
  readonly #operands = new Set<string>();
  #evaluation: RuleEvaluation;

  constructor(history: StockHistory) {
    this.#history = history;
    this.#noExit = new Uint8Array(history.close.length).fill(truth.false);
    this.#evaluation = new RuleEvaluation(history);
  }

  /** Runs a strategy in steps, each of which calculates one indicator or takes milliseconds. */
  *run(
    { entry, exit, limits, lookBack }: StrategyRules,
    { since, until }: RunDates,
    settings: SimulationSettings,
  ): Generator<undefined, StrategyRun | TooFewBars> {
    const range = runRange(this.#history.day, since, until);
    const first = firstDecisionBar(lookBack, range.first);
    const count = range.end - range.first;
    if (first >= count) return { neededBars: first + 1, bars: count };
    const bars = sliceBars(this.#history, range);
    const decisions = {
      entry: yield* this.#truthIn(entry, range),
      exit: exit ? yield* this.#truthIn(exit, range) : this.#noExit.subarray(range.first, range.end),
      first,
    };
    return {
      bars,
      simulation: simulate(bars, decisions, limits, settings),
      wasEntryTrue: decisions.entry.includes(truth.true, first),
    };
  }

  /** The values of the operands of a rule on a bar of the history and on the bar before. */
  operandValues(rule: Rule, bar: number): OperandValues[] {
    return this.#evaluation.operandValues(rule, bar);
  }

  *#truthIn(rule: Rule, { first, end }: RunRange): Generator<undefined, TruthColumn> {
    const text = printRule(rule);
    const known = this.#truths.get(text);
    if (known) return known.subarray(first, end);
    if (this.#operands.size > maxKeptOperands) {
      this.#operands.clear();
      this.#evaluation = new RuleEvaluation(this.#history);
    }
    for (const operand of operandsOf(rule)) this.#operands.add(printExpression(operand));
    yield* this.#evaluation.calculate(rule);
    const column = this.#evaluation.truthOf(rule);
    this.#truths.set(text, column);
    yield;
    return column.subarray(first, end);
  }
}
