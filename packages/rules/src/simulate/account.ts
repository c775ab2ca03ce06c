import type { SimulationSettings } from './settings.ts';

/** The smallest part of a share that `fractional` trades. */
const unitsPerShare = 1e8;

export type ExitReason = 'exit' | 'stop' | 'take_profit' | 'time' | 'ruin';

/** A trade by the names of the API. Bars count from the run's bar 0. An open trade has null in the exit fields. */
export type Trade = ClosedTrade | OpenTrade;

interface Entry {
  readonly entry_bar: number;
  readonly entry_price: number;
  readonly size: number;
}

export interface ClosedTrade extends Entry {
  readonly exit_bar: number;
  readonly exit_price: number;
  readonly profit: number;
  readonly return_percent: number;
  /** At entry and at exit. */
  readonly commission: number;
  readonly reason: ExitReason;
}

export interface OpenTrade extends Entry {
  readonly exit_bar: null;
  readonly exit_price: null;
  readonly profit: null;
  readonly return_percent: null;
  readonly commission: null;
  readonly reason: 'open';
}

interface Position extends Entry {
  readonly entryCommission: number;
  /** −Infinity without a stop. */
  readonly stop: number;
  /** Infinity without a take-profit. */
  readonly takeProfit: number;
}

/**
 * Cash and at most one position. While a position is open, `cash` still includes its purchase price: Backtesting.py
 * keeps the books this way, and the order of additions decides the last digits.
 */
export class Account {
  cash: number;
  position: Position | null = null;
  readonly trades: Trade[] = [];
  droppedOrders = 0;
  readonly #settings: SimulationSettings;

  constructor(settings: SimulationSettings) {
    this.cash = settings.cash;
    this.#settings = settings;
  }

  equity(close: number): number {
    return this.position ? this.cash + this.position.size * (close - this.position.entry_price) : this.cash;
  }

  /** Buys at the open, or drops the order if the cash does not suffice. */
  buy(bar: number, open: number, stop: number, takeProfit: number): void {
    const size = this.#affordableSize(open);
    if (size === 0) {
      this.droppedOrders++;
      return;
    }
    const price = open * (1 + this.#settings.spread_percent / 100);
    const entryCommission = this.#commission(size, price);
    this.cash -= entryCommission;
    this.position = { entry_bar: bar, entry_price: price, size, entryCommission, stop, takeProfit };
  }

  sell(position: Position, bar: number, price: number, reason: ExitReason): void {
    const { entry_bar, entry_price, size, entryCommission } = position;
    const exitCommission = this.#commission(size, price);
    const commission = entryCommission + exitCommission;
    this.cash += size * (price - entry_price) - exitCommission;
    this.position = null;
    this.trades.push({
      entry_bar,
      entry_price,
      size,
      exit_bar: bar,
      exit_price: price,
      profit: size * (price - entry_price) - commission,
      return_percent: 100 * (price / entry_price - 1 - commission / (size * entry_price)),
      commission,
      reason,
    });
  }

  /** Lists a position that is still held after the last bar. */
  listOpenTrade(): void {
    if (!this.position) return;
    const { entry_bar, entry_price, size } = this.position;
    this.trades.push({
      entry_bar,
      entry_price,
      size,
      exit_bar: null,
      exit_price: null,
      profit: null,
      return_percent: null,
      commission: null,
      reason: 'open',
    });
  }

  #commission(size: number, price: number): number {
    return this.#settings.commission_fixed + size * price * (this.#settings.commission_percent / 100);
  }

  /** The largest size whose cost does not exceed the budget, or 0. */
  #affordableSize(open: number): number {
    const { size_percent, commission_percent, commission_fixed, spread_percent, fractional } = this.#settings;
    // size_percent / 100 first: 100 % is a factor of exactly 1.
    const budget = this.cash * (size_percent / 100) - commission_fixed;
    const shareCost = open * (1 + spread_percent / 100) + open * (commission_percent / 100);
    const units = fractional ? unitsPerShare : 1;
    const affordable = floorQuotient(budget, shareCost / units);
    return affordable >= 1 ? affordable / units : 0;
  }
}

/** The floor of the exact quotient: the rounded quotient may be the next whole number, which the budget cannot pay. */
function floorQuotient(dividend: number, divisor: number): number {
  return Math.round((dividend - (dividend % divisor)) / divisor);
}
