import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const taskStates = ['PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE'] as const;
export type TaskState = (typeof taskStates)[number];

const TaskSchema = defineEntity({
  name: 'Task',
  indexes: [{ name: 'task_finished_at_index', properties: ['finishedAt'] }],
  uniques: [
    {
      // Requests with the same subject share the active task.
      name: 'task_active_once',
      expression:
        "create unique index task_active_once on task (user_id, kind, subject) where status in ('PENDING', 'PROGRESS')",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    kind: p.text(),
    /** Identifies what was requested: equal requests have equal subjects. */
    subject: p.text(),
    payload: p.json().$type<Record<string, unknown>>(),
    status: p.enum(taskStates).default('PENDING'),
    /** One sentence for the user: the current step, the result or the reason of the failure. */
    message: p.text(),
    current: p.integer().strictNullable(),
    total: p.integer().strictNullable(),
    result: p.json().$type<Record<string, unknown>>().strictNullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().strictNullable(),
    finishedAt: p.datetime().strictNullable(),
  },
});

/** A user's request that a worker carries out. Outlives its job, which Graphile Worker deletes on success. */
export class Task extends TaskSchema.class {}
TaskSchema.setClass(Task);
