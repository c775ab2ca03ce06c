import type { ArmedStrategy, FloatColumns } from '@stockbook/db';
import {
  type DecisionFailure,
  decideInThread,
  defaultSettings,
  printRule,
  type StrategyOrder,
  type StrategyOrders,
} from '@stockbook/rules';
import type { Services } from '../../context.ts';
import { doneTo, type Prepared } from '../../signals/evaluate/evaluation.ts';
import { inTurns } from '../../signals/evaluate/in-turns.ts';
import { type RunnableRules, readRules } from '../read-rules.ts';

/** Of calculation, for all strategies of a stock: it delays the storing of its bars. Users take turns. */
const maxDurationMs = 5_000;

/** Per strategy and refresh: the bars of some years without a refresh. */
const maxOrders = 1_000;

/** Parts of shares, so that a price above the cash does not hide exits. */
const settings = { ...defaultSettings, fractional: true };

/** An order that a strategy decides at the close of a bar. */
export type DatedOrder = Omit<StrategyOrder, 'bar'> & { readonly date: string; readonly close: number };

/** The orders of a strategy on new bars. */
export interface DecidedOrders {
  /** Oldest first. */
  readonly orders: readonly DatedOrder[];
  /** Bars that the look-back needs; null if there are enough. */
  readonly neededBars: number | null;
}

/** Identifies what the orders of a strategy depend on, besides the bars. */
export const keyOf = ({ rules, armedFrom, evaluatedTo }: ArmedStrategy) =>
  JSON.stringify([rules, armedFrom, evaluatedTo]);

/**
 * Simulates strategies in a thread, before the stock is locked.
 * @param previousDate the last stored bar
 * @returns the orders on new bars by the strategy's id
 */
export async function decideOrders(
  log: Services['log'],
  strategies: readonly ArmedStrategy[],
  bars: FloatColumns,
  previousDate: string,
): Promise<Map<string, Prepared<DecidedOrders>>> {
  const runnable = inTurns(strategies).flatMap((strategy) => {
    const { runnable: rules } = readRules(strategy.rules);
    return rules ? { strategy, rules } : [];
  });
  const answers = await decide(log, bars, runnable, previousDate);
  const answerOf = new Map(runnable.map(({ strategy }, index) => [strategy, answers[index] ?? noAnswer]));
  return new Map(
    strategies.map((strategy): [string, Prepared<DecidedOrders>] => {
      const decided = { key: keyOf(strategy), result: null, problem: null, isLate: false };
      const answer = answerOf.get(strategy) ?? { failure: 'invalid' };
      if ('failure' in answer) {
        const { failure, reason } = { reason: undefined, ...answer };
        log.warn({ strategyId: strategy.id, failure, reason }, 'a strategy could not be simulated');
        return [strategy.id, { ...decided, problem: problems[failure], isLate: failure !== 'invalid' }];
      }
      const orders = answer.orders.map(({ bar, ...order }) => ({
        ...order,
        date: bars.date[bar] ?? '',
        close: bars.close[bar] ?? 0,
      }));
      return [strategy.id, { ...decided, result: { orders, neededBars: answer.neededBars } }];
    }),
  );
}

const noAnswer = { failure: 'error', reason: 'no answer' } as const;

const problems = {
  invalid: "This strategy's rules are not in a form that can be run",
  late: 'The strategies of this stock take too long, so this one waits for the next refresh. Simplify it',
  error: 'The strategy could not be simulated. It is tried again with the next refresh',
};

/** Without an answer if the thread fails: that must not prevent the bars from being stored. */
async function decide(
  log: Services['log'],
  bars: FloatColumns,
  runnable: readonly { readonly strategy: ArmedStrategy; readonly rules: RunnableRules }[],
  previousDate: string,
): Promise<(StrategyOrders | DecisionFailure)[]> {
  try {
    return await decideInThread({
      bars,
      strategies: runnable.map(({ strategy, rules: { entry, exit, limits } }) => ({
        entry: printRule(entry),
        exit: exit && printRule(exit),
        limits,
        after: bars.date.findLastIndex((date) => date <= doneTo(strategy, previousDate)),
      })),
      settings,
      maxOrders,
      maxDurationMs,
    });
  } catch (err) {
    log.error({ err }, 'failed to simulate the strategies of a stock');
    return [];
  }
}
