import { defineEntity, p } from '@mikro-orm/core';

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
