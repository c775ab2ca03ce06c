import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { Stock } from './stocks.ts';
import { Task } from './tasks.ts';

const StrategySchema = defineEntity({
  name: 'Strategy',
  indexes: [{ properties: ['user', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    description: p.text().strictNullable(),
    rules: p.json().$type<Record<string, unknown>>(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A user's trading strategy. */
export class Strategy extends StrategySchema.class {}
StrategySchema.setClass(Strategy);

const StrategyStateSchema = defineEntity({
  name: 'StrategyState',
  properties: {
    strategy: () => p.manyToOne(Strategy).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    /** The last bar when the strategy was armed, or the last bar of the history that another source brought. */
    armedFrom: p.date(),
    evaluatedTo: p.date(),
    /** The revision of the bars that were simulated last. */
    barsRevision: p.integer(),
    /** Why the strategy could not be simulated, as a sentence for the user. */
    problem: p.text().strictNullable(),
  },
});

/** The simulated part of a stock's bars for an active strategy. Lives and is armed like a rule's `SignalState`. */
export class StrategyState extends StrategyStateSchema.class {}
StrategyStateSchema.setClass(StrategyState);

/** A stock that a run left out, and why. */
export interface SkippedStock {
  readonly symbol: string;
  readonly reason: string;
}

const BacktestSchema = defineEntity({
  name: 'Backtest',
  indexes: [{ properties: ['strategy', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    strategy: () => p.manyToOne(Strategy).deleteRule('cascade'),
    /** Null after the task was cleaned up. */
    task: () => p.manyToOne(Task).nullable().deleteRule('set null').index(),
    /** The strategy's rules when the run was requested. */
    rules: p.json().$type<Record<string, unknown>>(),
    /** Complete, with the defaults. */
    settings: p.json().$type<Record<string, unknown>>(),
    /** Null until the run has succeeded, as is `skipped` until it has ended. */
    summary: p.json().$type<Record<string, unknown>>().strictNullable(),
    skipped: p.json<SkippedStock[]>().strictNullable(),
    /** Statistics of all stocks as one account; null like `summary`, and of runs of versions that did not store it. */
    combined: p.json().$type<Record<string, unknown>>().strictNullable(),
    /** Size of the results; 0 until the run has succeeded. */
    resultBytes: p.integer().default(0),
    createdAt: p.datetime(),
  },
});

/** A run of a strategy over the stored bars of stocks. Its results never change. */
export class Backtest extends BacktestSchema.class {}
BacktestSchema.setClass(Backtest);

const BacktestResultSchema = defineEntity({
  name: 'BacktestResult',
  properties: {
    backtest: () => p.manyToOne(Backtest).primary().deleteRule('cascade'),
    /** The place among the results, from 0. */
    position: p.integer().primary(),
    symbol: p.text(),
    /** Null after the stock was deleted. */
    stock: () => p.manyToOne(Stock).nullable().deleteRule('set null').index(),
    /** The revision of the bars that were simulated. */
    barsRevision: p.integer(),
    startDate: p.date(),
    endDate: p.date(),
    statistics: p.json().$type<Record<string, number | null>>(),
    droppedOrders: p.integer(),
    /** The order decided at the last bar. */
    pending: p.enum(['entry', 'exit'] as const).strictNullable(),
    warnings: p.array(),
    tradeCount: p.integer(),
    /** The bars of the run as little-endian 32-bit numbers of days since 1970-01-01. */
    days: p.blob().lazy(),
    /** One value per bar, as little-endian 64-bit floats; so are `buyAndHold` and `trades`. */
    equity: p.blob().lazy(),
    buyAndHold: p.blob().lazy(),
    /** The columns of the trades, one after the other. */
    trades: p.blob().lazy(),
  },
});

/** The result of a backtest for one stock. Dates are stored with it: the stock's bars may change. */
export class BacktestResult extends BacktestResultSchema.class {}
BacktestResultSchema.setClass(BacktestResult);

const SweepSchema = defineEntity({
  name: 'Sweep',
  indexes: [{ properties: ['strategy', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    strategy: () => p.manyToOne(Strategy).deleteRule('cascade'),
    /** Null after the task was cleaned up. */
    task: () => p.manyToOne(Task).nullable().deleteRule('set null').index(),
    /** The strategy's rules when the run was requested. */
    rules: p.json().$type<Record<string, unknown>>(),
    /** Complete, with the defaults. */
    settings: p.json().$type<Record<string, unknown>>(),
    ranges: p.json().$type<Record<string, unknown>[]>(),
    outOfSamplePercent: p.double().$type<number>(),
    /** The first day of the last part; null until the run has succeeded, and without a last part. */
    splitDate: p.date().strictNullable(),
    /** Null until the run has succeeded. */
    rows: p.json().$type<Record<string, unknown>[]>().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** Runs of a strategy with different numbers. */
export class Sweep extends SweepSchema.class {}
SweepSchema.setClass(Sweep);
