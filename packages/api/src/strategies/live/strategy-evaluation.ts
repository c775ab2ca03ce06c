import { randomUUID } from 'node:crypto';
import {
  type ArmedStrategy,
  type EntityManager,
  type NewSignal,
  type NewStrategyState,
  type Stock,
  signalRepository,
  strategyStateRepository,
} from '@stockbook/db';
import type { Services } from '../../context.ts';
import type { MergedBars } from '../../history/merged-bars.ts';
import { queueDeliveries } from '../../notifications/queue-deliveries.ts';
import { formatDate, formatPrice } from '../../signals/format.ts';
import { describeTooFew } from '../runs/describe-too-few.ts';
import { type DatedOrder, type DecidedStrategy, decideOrders, doneTo, keyOf } from './decide-orders.ts';

type EvaluatedStock = Pick<
  Stock,
  'id' | 'symbol' | 'currency' | 'dataSource' | 'dataEndDate' | 'barCount' | 'barsRevision'
>;

/** The stored bars before a refresh, and where the new ones come from. */
interface Before {
  /** The last stored bar; null without bars. */
  readonly dataEndDate: string | null;
  /** Whether another source replaces the bars: then all new ones are history. */
  readonly isOtherSource: boolean;
}

/** What a strategy orders on new bars, and its new state; null if the state stays. */
interface Outcome {
  readonly signals: NewSignal[];
  readonly state: NewStrategyState | null;
  /** False if the strategy has changed since it was simulated. */
  readonly isComplete: boolean;
}

/** Gives signals for what active strategies order on bars that are about to be stored. */
export class StrategyEvaluation {
  readonly #log: Services['log'];
  readonly #before: Before;
  #decided: ReadonlyMap<string, DecidedStrategy> = new Map();

  constructor({ log }: Pick<Services, 'log'>, before: Before) {
    this.#log = log;
    this.#before = before;
  }

  /** Simulates before the stock is locked. Reads the bars only if there are strategies. */
  async prepare(em: EntityManager, stockId: number, merged: MergedBars): Promise<void> {
    const { dataEndDate: previousDate, isOtherSource } = this.#before;
    if (previousDate === null || isOtherSource) return;
    const strategies = await strategyStateRepository.listArmed(em, stockId);
    if (strategies.length === 0) return;
    const bars = await merged.after();
    const lastDate = bars.date.at(-1) ?? previousDate;
    const due = strategies.filter((strategy) => doneTo(strategy, previousDate) < lastDate);
    if (due.length > 0) this.#decided = await decideOrders(this.#log, due, bars, previousDate);
  }

  /**
   * Inserts the signals and updates the states. `tx` must have locked the stock and stored the bars.
   * @returns the new signals, and whether all strategies were simulated: false if one has changed since `prepare`
   */
  async write(
    tx: EntityManager,
    stock: EvaluatedStock,
    now: Date,
  ): Promise<{ signals: readonly NewSignal[]; isComplete: boolean }> {
    const strategies = await strategyStateRepository.lockArmed(tx, stock.id);
    await strategyStateRepository.removeOthers(
      tx,
      stock.id,
      strategies.map(({ id }) => id),
    );
    const outcomes = strategies.map((strategy) => this.#outcomeOf(strategy, stock, now));
    const signals = await signalRepository.add(
      tx,
      outcomes.flatMap((outcome) => outcome.signals),
    );
    await queueDeliveries(tx, signals, now);
    await strategyStateRepository.save(
      tx,
      stock.id,
      stock.barsRevision,
      outcomes.flatMap(({ state }) => state ?? []),
    );
    return { signals, isComplete: outcomes.every(({ isComplete }) => isComplete) };
  }

  #outcomeOf(strategy: ArmedStrategy, stock: EvaluatedStock, now: Date): Outcome {
    const { dataEndDate: previousDate, isOtherSource } = this.#before;
    const { dataEndDate: lastDate } = stock;
    const { id: strategyId, problem } = strategy;
    if (lastDate === null) return { signals: [], state: null, isComplete: true };
    if (previousDate === null || isOtherSource) {
      const armed = { armedFrom: lastDate, evaluatedTo: lastDate, problem: null };
      return { signals: [], state: { strategyId, ...armed }, isComplete: true };
    }
    const evaluatedTo = doneTo(strategy, previousDate);
    const state = { strategyId, armedFrom: strategy.armedFrom ?? previousDate, evaluatedTo, problem };
    if (evaluatedTo >= lastDate) return { signals: [], state, isComplete: true };
    const decided = this.#decided.get(strategyId);
    if (decided?.key !== keyOf(strategy)) return { signals: [], state, isComplete: false };
    const { orders, neededBars, isLate } = decided;
    if (!orders) {
      const reached = isLate ? evaluatedTo : lastDate;
      return {
        signals: [],
        state: { ...state, evaluatedTo: reached, problem: decided.problem },
        isComplete: true,
      };
    }
    const tooFew =
      neededBars === null ? null : describeTooFew(stock.symbol, { neededBars, bars: stock.barCount });
    return {
      signals: orders.map((order) => signalOf(strategy, stock, order, now)),
      state: { ...state, evaluatedTo: lastDate, problem: tooFew },
      isComplete: true,
    };
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
    sentence: `${symbol}: ${order} at the next open, decided by "${name}" at the close of ${formatDate(date)}. Close ${formatPrice(close, currency)}.`,
    dataSource,
    createdAt,
  };
}
