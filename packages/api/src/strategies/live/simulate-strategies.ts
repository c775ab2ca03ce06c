import { randomUUID } from 'node:crypto';
import { formatDay } from '@stockbook/common/days';
import { type ArmedStrategy, type NewSignal, strategyStateRepository, valueColumns } from '@stockbook/db';
import { decideInThread, defaultSettings, printRule, type StrategyOrder } from '@stockbook/rules';
import type { CreateBarsListener, StoredBars } from '../../bars-listener.ts';
import { createEvaluation, doneTo } from '../../signals/evaluate/evaluation.ts';
import { formatPrice } from '../../signals/format.ts';
import { readRules } from '../read-rules.ts';
import { describeTooFew } from '../runs/simulate-stocks.ts';

/** Of calculation, for all strategies of a stock: it delays the storing of its bars. */
const maxDurationMs = 5_000;

/** Per strategy and refresh: the bars of some years without a refresh. */
const maxOrders = 1_000;

/** Parts of shares, so that a price above the cash does not hide exits. */
const settings = { ...defaultSettings, fractional: true };

type DatedOrder = Omit<StrategyOrder, 'bar'> & { readonly date: string; readonly close: number };

/** Simulates active strategies: their orders of new bars are signals. */
export const simulateStrategies: CreateBarsListener = (newBars, { log }) =>
  createEvaluation(newBars, log, {
    kind: 'strategies',
    states: strategyStateRepository,
    problems: {
      invalid: "This strategy's rules are not in a form that can be run",
      late: 'The strategies of this stock take too long, so this one waits for the next refresh. Simplify it',
      error: 'The strategy could not be simulated. It is tried again with the next refresh',
    },
    keyOf: ({ rules, armedFrom, evaluatedTo }) => JSON.stringify([rules, armedFrom, evaluatedTo]),
    columnsOf: () => valueColumns,
    async evaluate(strategies, bars, previousDate) {
      const runnable = strategies.flatMap((strategy) => {
        const { runnable: rules } = readRules(strategy.rules);
        return rules ? [{ strategy, ...rules }] : [];
      });
      const answers = await decideInThread({
        bars,
        strategies: runnable.map(({ strategy, entry, exit, limits }) => ({
          entry: printRule(entry),
          exit: exit && printRule(exit),
          limits,
          after: bars.date.findLastIndex((date) => date <= doneTo(strategy, previousDate)),
        })),
        settings,
        maxOrders,
        maxDurationMs,
      });
      const answerOf = new Map(answers.map((answer, index) => [runnable[index]?.strategy, answer]));
      return strategies.map((strategy) => {
        const answer = answerOf.get(strategy) ?? { failure: 'invalid' as const };
        if ('failure' in answer) return answer;
        const orders = answer.orders.map(({ bar, ...order }) => ({
          ...order,
          date: bars.date[bar] ?? '',
          close: bars.close[bar] ?? 0,
        }));
        return { result: { orders, neededBars: answer.neededBars } };
      });
    },
    signalsOf: (strategy, { orders }, stock, now) =>
      orders.map((order) => signalOf(strategy, stock, order, now)),
    problemOf(_, decided, { symbol, barCount: bars }) {
      const neededBars = decided?.neededBars ?? null;
      return neededBars === null ? null : describeTooFew(symbol, { neededBars, bars });
    },
    stateOf: ({ id: strategyId }, progress) => ({ strategyId, ...progress }),
  });

function signalOf(
  { id: strategyId, userId, name }: ArmedStrategy,
  { id: stockId, symbol, currency, quotedIn, dataSource }: StoredBars['stock'],
  { date, close, side, values }: DatedOrder,
  createdAt: Date,
): NewSignal {
  const order = side === 'entry' ? 'Buy' : 'Sell';
  return {
    id: randomUUID(),
    userId,
    kind: 'signal',
    ruleId: null,
    strategyId,
    side,
    stockId,
    symbol,
    barDate: date,
    close,
    currency,
    values,
    rules: [],
    sentence: `${symbol}: ${order} at the next open, decided by "${name}" at the close of ${formatDay(date)}. Close ${formatPrice(close, { symbol, currency, quotedIn })}.`,
    dataSource,
    createdAt,
  };
}
