import { within } from '@stockbook/indicators';
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
export function* answer(
  request: DecisionRequest<BarColumns>,
): Generator<undefined, (StrategyOrders | DecisionFailure)[], number> {
  const simulation = new StrategySimulation(historyOf(request.bars, null));
  const answers: (StrategyOrders | DecisionFailure)[] = [];
  for (const strategy of request.strategies) {
    try {
      const orders = yield* within(request.maxDurationMs, ordersOf(simulation, strategy, request));
      answers.push(orders ?? { failure: 'late' });
    } catch (error) {
      // The other strategies of the stock belong to other users.
      answers.push({ failure: 'error', reason: String(error) });
    }
  }
  return answers;
}

function* ordersOf(
  simulation: StrategySimulation,
  { after, ...texts }: LiveStrategy,
  { settings, maxOrders }: DecisionRequest<BarColumns>,
): Generator<undefined, StrategyOrders> {
  const rules = rulesOf(texts);
  const run = yield* simulation.run(rules, wholeHistory, settings);
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
