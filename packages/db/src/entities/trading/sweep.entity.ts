import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Task } from '../tasks/task.entity.ts';
import { Strategy } from './strategy.entity.ts';

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
