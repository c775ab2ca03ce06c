import { at } from '../column.ts';
import { type TruthColumn, truth } from '../evaluate/truth.ts';
import { Account, type Trade } from './account.ts';
import type { DailyBars } from './bars.ts';
import type { ExitLimits, SimulationSettings } from './settings.ts';

/** The truth of a strategy's rules at each close of a run; an unknown rule counts as false. */
export interface Decisions {
  readonly entry: TruthColumn;
  readonly exit: TruthColumn;
  /** The bar of the first decision, from `firstDecisionBar`. */
  readonly first: number;
}

export interface Simulation {
  /** By entry; an open trade comes last. */
  readonly trades: readonly Trade[];
  /** At each close; the starting cash before the first decision. */
  readonly equity: Float64Array;
  readonly firstDecision: number;
  /** Purchases that the cash did not suffice for. */
  readonly droppedOrders: number;
  /** The order decided at the close of each bar, one of `orders`. */
  readonly orders: Uint8Array;
  /** The order decided at the last bar. */
  readonly pending: 'entry' | 'exit' | null;
}

/** Orders are placed at a close and filled at the next open. */
export const orders = { none: 0, entry: 1, exit: 2 } as const;

/** An order; `exit` and `time` are the reasons of a sale. */
type Order = 'entry' | 'exit' | 'time';

/**
 * Simulates a strategy on one stock, with the semantics of Backtesting.py 0.6.6: docs/backtests.md.
 * @param bars at least `decisions.first + 1`
 * @param decisions one per bar
 */
export function simulate(
  bars: DailyBars,
  decisions: Decisions,
  limits: ExitLimits,
  settings: SimulationSettings,
): Simulation {
  const { open, high, low, close, dividend } = bars;
  const { entry, exit } = decisions;
  const count = close.length;
  if (decisions.first >= count) {
    throw new RangeError(`The first decision is at bar ${decisions.first}, the run has ${count} bars`);
  }
  const stopFactor = 1 - (limits.stop_loss_percent ?? Number.POSITIVE_INFINITY) / 100;
  const takeProfitFactor = 1 + (limits.take_profit_percent ?? Number.POSITIVE_INFINITY) / 100;
  const maxBars = limits.max_bars ?? Number.POSITIVE_INFINITY;
  const account = new Account(settings);
  const equity = new Float64Array(count).fill(settings.cash, 0, decisions.first);
  const decided = new Uint8Array(count);
  let order: Order | null = null;

  for (let bar = decisions.first; bar < count; bar++) {
    const openPrice = at(open, bar);
    const closePrice = at(close, bar);
    if (account.position && dividend) account.cash += account.position.size * at(dividend, bar);

    if (order === 'entry') {
      const decisionClose = at(close, bar - 1);
      account.buy(bar, openPrice, decisionClose * stopFactor, decisionClose * takeProfitFactor);
    } else if (order && account.position) {
      account.sell(account.position, bar, openPrice, order);
    }
    order = null;

    if (account.position && at(low, bar) <= account.position.stop) {
      account.sell(account.position, bar, Math.min(openPrice, account.position.stop), 'stop');
    }
    if (account.position && at(high, bar) >= account.position.takeProfit) {
      account.sell(account.position, bar, Math.max(openPrice, account.position.takeProfit), 'take_profit');
    }

    const closingEquity = account.equity(closePrice);
    if (closingEquity <= 0) {
      if (account.position) account.sell(account.position, bar, closePrice, 'ruin');
      break; // The equity of this bar and the later ones stays 0.
    }
    equity[bar] = closingEquity;

    if (!account.position) {
      if (entry[bar] === truth.true && exit[bar] !== truth.true) order = 'entry';
    } else if (exit[bar] === truth.true) order = 'exit';
    else if (bar - account.position.entry_bar >= maxBars) order = 'time';
    if (order) decided[bar] = order === 'entry' ? orders.entry : orders.exit;
  }

  account.listOpenTrade();
  return {
    trades: account.trades,
    equity,
    firstDecision: decisions.first,
    droppedOrders: account.droppedOrders,
    orders: decided,
    pending: order === 'time' ? 'exit' : order,
  };
}
