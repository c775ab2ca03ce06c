import type { BarColumns } from '../evaluate/index.ts';
import { orders as codes } from '../simulate/index.ts';
import { StrategySimulation } from '../simulate/strategy-simulation.ts';
import type {
  DecisionFailure,
  DecisionRequest,
  LiveStrategy,
  StrategyOrder,
  StrategyOrders,
} from './decide-in-thread.ts';
import { historyOf, rulesOf } from './read-request.ts';

const wholeHistory = { since: null, until: null };

/** Runs in a thread of `decideInThread`. */
export function answer(request: DecisionRequest<BarColumns>): (StrategyOrders | DecisionFailure)[] {
  const end = performance.now() + request.maxDurationMs;
  const simulation = new StrategySimulation(historyOf(request.bars, null));
  return request.strategies.map((strategy) => {
    if (performance.now() > end) return { failure: 'late' };
    try {
      return ordersOf(simulation, strategy, request);
    } catch (error) {
      // The other strategies of the stock belong to other users.
      return { failure: 'error', reason: String(error) };
    }
  });
}

function ordersOf(
  simulation: StrategySimulation,
  { after, ...texts }: LiveStrategy,
  { settings, maxOrders }: DecisionRequest<BarColumns>,
): StrategyOrders {
  const rules = rulesOf(texts);
  const run = simulation.run(rules, wholeHistory, settings);
  if ('neededBars' in run) return { orders: [], neededBars: run.neededBars };
  const decided = run.simulation.orders;
  const bars: number[] = [];
  for (let bar = after + 1; bar < decided.length; bar++) {
    if (decided[bar] !== codes.none) bars.push(bar);
  }
  const orders = bars.slice(Math.max(0, bars.length - maxOrders)).map((bar): StrategyOrder => {
    const side = decided[bar] === codes.entry ? 'entry' : 'exit';
    const rule = rules[side];
    return { bar, side, values: rule ? simulation.operandValues(rule, bar) : [] };
  });
  return { orders, neededBars: null };
}
