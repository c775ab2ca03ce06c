import { buyAndHoldEquity, type SimulationSettings, statistics } from '../simulate/index.ts';
import { packTrades } from '../simulate/packed-trades.ts';
import { type StrategyRun, StrategySimulation, type TooFewBars } from '../simulate/strategy-simulation.ts';
import { historyOf, rulesOf } from './read-request.ts';
import type { CancellableRequest, RunResult, StrategyOutcome } from './simulate-in-thread.ts';

/** Runs in a thread of `simulateInThread`. */
export function* answer(request: CancellableRequest): Generator<undefined, StrategyOutcome[]> {
  const { bars, dividends, strategies, runs, settings, withSeries, isCancelled } = request;
  const simulation = new StrategySimulation(historyOf(bars, dividends));
  const outcomes: StrategyOutcome[] = [];
  for (const texts of strategies) {
    const rules = rulesOf(texts);
    const outcome: (RunResult | TooFewBars)[] = [];
    for (const dates of runs) {
      if (Atomics.load(isCancelled, 0) !== 0) return outcomes;
      const run = yield* simulation.run(rules, dates, settings);
      outcome.push('simulation' in run ? resultOf(run, settings, withSeries) : run);
      yield;
    }
    outcomes.push(outcome);
  }
  return outcomes;
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
