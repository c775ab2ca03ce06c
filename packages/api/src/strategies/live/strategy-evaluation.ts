import { randomUUID } from 'node:crypto';
import {
  type ArmedStrategy,
  type EntityManager,
  type NewSignal,
  type NewStrategyState,
  strategyStateRepository,
} from '@stockbook/db';
import type { Services } from '../../context.ts';
import {
  type Before,
  doneTo,
  type EvaluatedStock,
  Evaluation,
  type FutureBars,
  type Progress,
} from '../../signals/evaluate/evaluation.ts';
import { formatDate, formatPrice } from '../../signals/format.ts';
import { describeTooFew } from '../runs/simulate-stocks.ts';
import { type DatedOrder, type DecidedOrders, decideOrders, keyOf } from './decide-orders.ts';

/** Gives signals for what active strategies order on bars that are about to be stored. */
export class StrategyEvaluation extends Evaluation<ArmedStrategy, DecidedOrders, NewStrategyState> {
  readonly #log: Services['log'];
  protected override readonly states = strategyStateRepository;

  constructor({ log }: Pick<Services, 'log'>, before: Before) {
    super(before);
    this.#log = log;
  }

  /** Simulates before the stock is locked. Reads the bars only if there are strategies. */
  async prepare(em: EntityManager, stockId: number, merged: FutureBars): Promise<void> {
    const { dataEndDate: previousDate, isOtherSource } = this.before;
    if (previousDate === null || isOtherSource) return;
    const strategies = await strategyStateRepository.listArmed(em, stockId);
    if (strategies.length === 0) return;
    const bars = await merged.after();
    const lastDate = bars.date.at(-1) ?? previousDate;
    const due = strategies.filter((strategy) => doneTo(strategy, previousDate) < lastDate);
    if (due.length > 0) this.prepared = await decideOrders(this.#log, due, bars, previousDate);
  }

  protected override keyOf(strategy: ArmedStrategy): string {
    return keyOf(strategy);
  }

  protected override signalsOf(
    strategy: ArmedStrategy,
    { orders }: DecidedOrders,
    stock: EvaluatedStock,
    now: Date,
  ): NewSignal[] {
    return orders.map((order) => signalOf(strategy, stock, order, now));
  }

  protected override problemOf(
    _: ArmedStrategy,
    decided: DecidedOrders | null,
    { symbol, barCount: bars }: EvaluatedStock,
  ): string | null {
    const neededBars = decided?.neededBars ?? null;
    return neededBars === null ? null : describeTooFew(symbol, { neededBars, bars });
  }

  protected override stateOf({ id: strategyId }: ArmedStrategy, progress: Progress): NewStrategyState {
    return { strategyId, ...progress };
  }
}

function signalOf(
  { id: strategyId, userId, name }: ArmedStrategy,
  { id: stockId, symbol, currency, dataSource }: EvaluatedStock,
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
    sentence: `${symbol}: ${order} at the next open, decided by "${name}" at the close of ${formatDate(date)}. Close ${formatPrice(close, { symbol, currency })}.`,
    dataSource,
    createdAt,
  };
}
