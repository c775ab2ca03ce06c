import { defineEntity, p } from '@mikro-orm/core';

const WorkerHeartbeatSchema = defineEntity({
  name: 'WorkerHeartbeat',
  properties: {
    /** The Graphile Worker pool's id, as it stands in `locked_by`. */
    workerId: p.text().primary(),
    beatAt: p.datetime().index(),
  },
});

/** A living worker says so every few seconds; who stopped saying so is dead, and its jobs are freed. */
export class WorkerHeartbeat extends WorkerHeartbeatSchema.class {}
WorkerHeartbeatSchema.setClass(WorkerHeartbeat);
