import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

export const taskStates = ['PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE'] as const;
export type TaskState = (typeof taskStates)[number];

const TaskSchema = defineEntity({
  name: 'Task',
  indexes: [{ name: 'task_finished_at_index', properties: ['finishedAt'] }],
  uniques: [
    {
      // Two requests for the same thing share the task that is still under way.
      name: 'task_under_way_once',
      expression:
        "create unique index task_under_way_once on task (user_id, kind, subject) where status in ('PENDING', 'PROGRESS')",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    kind: p.text(),
    /** What the task is about, in a form that is equal when two requests ask for the same. */
    subject: p.text(),
    payload: p.json().$type<Record<string, unknown>>(),
    status: p.enum(taskStates).default('PENDING'),
    /** A sentence for the user: what is being done, or why it failed. */
    message: p.text(),
    current: p.integer().strictNullable(),
    total: p.integer().strictNullable(),
    result: p.json().$type<Record<string, unknown>>().strictNullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().strictNullable(),
    finishedAt: p.datetime().strictNullable(),
  },
});

/** Work asked for by a user and done by a worker. Graphile Worker forgets its jobs; this is what remains. */
export class Task extends TaskSchema.class {}
TaskSchema.setClass(Task);
