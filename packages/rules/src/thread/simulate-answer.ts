import { catalogue, lookback } from '@stockbook/indicators';
import { lookBackOf, parseRule, type Rule } from '../language/index.ts';
import { buyAndHoldEquity, dayNumber, type SimulationSettings, statistics } from '../simulate/index.ts';
import { packTrades } from '../simulate/packed-trades.ts';
import {
  type StockHistory,
  type StrategyRules,
  type StrategyRun,
  StrategySimulation,
  type TooFewBars,
} from '../simulate/strategy-simulation.ts';
import type {
  CancellableRequest,
  RunResult,
  SimulationRequest,
  StrategyOutcome,
  StrategyTexts,
} from './simulate-in-thread.ts';

/** Runs in a thread of `simulateInThread`. */
export function answer(request: CancellableRequest): StrategyOutcome[] {
  const { strategies, runs, settings, withSeries, isCancelled } = request;
  const simulation = new StrategySimulation(historyOf(request));
  const outcomes: StrategyOutcome[] = [];
  for (const texts of strategies) {
    const rules = rulesOf(texts);
    const outcome: (RunResult | TooFewBars)[] = [];
    for (const dates of runs) {
      if (Atomics.load(isCancelled, 0) !== 0) return outcomes;
      const run = simulation.run(rules, dates, settings);
      outcome.push('simulation' in run ? resultOf(run, settings, withSeries) : run);
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

function historyOf({ bars, dividends }: SimulationRequest): StockHistory {
  const day = Int32Array.from(bars.date, dayNumber);
  return {
    day,
    open: Float64Array.from(bars.open),
    high: Float64Array.from(bars.high),
    low: Float64Array.from(bars.low),
    close: Float64Array.from(bars.close),
    volume: Float64Array.from(bars.volume),
    dividend: dividends && dividendColumn(day, dividends),
  };
}

/** A dividend whose ex-date has no bar belongs to the next one. */
function dividendColumn(
  day: Int32Array,
  dividends: NonNullable<SimulationRequest['dividends']>,
): Float64Array {
  const column = new Float64Array(day.length);
  for (const { exDate, amount } of dividends) {
    const exDay = dayNumber(exDate);
    const bar = day.findIndex((each) => each >= exDay);
    if (bar !== -1) column[bar] = (column[bar] ?? 0) + amount;
  }
  return column;
}

function rulesOf({ entry, exit, limits }: StrategyTexts): StrategyRules {
  const rules = { entry: ruleOf(entry), exit: exit === null ? null : ruleOf(exit) };
  const lookBacks = [rules.entry, rules.exit].map((rule) => rule && lookBackOf(rule, catalogue, lookback));
  return { ...rules, limits, lookBack: Math.max(...lookBacks.map((lookBack) => lookBack ?? 0)) };
}

function ruleOf(text: string): Rule {
  const { rule, errors } = parseRule(text, catalogue);
  if (rule) return rule;
  throw new RangeError(`${text}: ${errors[0]?.message}`);
}

function resultOf(run: StrategyRun, { cash }: SimulationSettings, withSeries: boolean): RunResult {
  const { bars, simulation, wasEntryTrue } = run;
  const { equity, trades, droppedOrders, pending, firstDecision } = simulation;
  return {
    statistics: statistics(bars, simulation),
    series: withSeries
      ? {
          // A copy: the column is a view of the whole history, which would be sent with it.
          days: bars.day.slice(),
          equity,
          buyAndHold: buyAndHoldEquity(bars, firstDecision, cash),
          trades: packTrades(trades),
          tradeCount: trades.length,
          droppedOrders,
          pending,
          wasEntryTrue,
        }
      : null,
  };
}
