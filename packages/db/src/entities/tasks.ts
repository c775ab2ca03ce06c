import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

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
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
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

const WorkerHeartbeatSchema = defineEntity({
  name: 'WorkerHeartbeat',
  properties: {
    /** Id of the Graphile Worker pool, as in `locked_by`. */
    workerId: p.text().primary(),
    heartbeatAt: p.datetime().index(),
  },
});

/** Written by every worker every few seconds. The jobs of a worker whose heartbeat is stale are released. */
export class WorkerHeartbeat extends WorkerHeartbeatSchema.class {}
WorkerHeartbeatSchema.setClass(WorkerHeartbeat);

const BackupStateSchema = defineEntity({
  name: 'BackupState',
  properties: {
    /** Always 1: the table has one row. */
    id: p.integer().primary().autoincrement(false),
    /** When the last complete backup was made. */
    succeededAt: p.datetime().strictNullable(),
    /** Whether a trial restore of that backup succeeded. */
    isVerified: p.boolean().default(false),
    /** When the last failed backup was tried. */
    failedAt: p.datetime().strictNullable(),
    error: p.text().strictNullable(),
  },
});

export class BackupState extends BackupStateSchema.class {}
BackupStateSchema.setClass(BackupState);
