import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Task } from '../tasks/task.entity.ts';
import { Strategy } from './strategy.entity.ts';

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
    /** Size of the results; 0 until the run has succeeded. */
    resultBytes: p.integer().default(0),
    createdAt: p.datetime(),
  },
});

/** A run of a strategy over the stored bars of stocks. Its results never change. */
export class Backtest extends BacktestSchema.class {}
BacktestSchema.setClass(Backtest);
