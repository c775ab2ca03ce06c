import { isDatabaseUnavailable, workerRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import { readBackupStatus } from './backup-status.ts';
import { readProviderStatus } from './provider-state.ts';
import type { health } from './schemas.ts';

/** A worker without a heartbeat for this long counts as unavailable. */
export const workerStaleAfterS = 20;

/** Reports the health of the parts. Does not call the market-data provider: its status is that of its last calls. */
export async function getHealth({
  em,
  database,
  marketData,
  clock,
  startedAt,
}: ProcedureContext): Promise<z.infer<typeof health>> {
  const now = clock();
  const common = {
    uptime_s: Math.round((now.getTime() - startedAt.getTime()) / 1000),
    timestamp: now.toISOString(),
  };
  try {
    const hasLiveWorker = await workerRepository.hasLiveWorker(em, workerStaleAfterS);
    const takesWrites = await database.takesWrites();
    return {
      status: takesWrites ? 'healthy' : 'unhealthy',
      database: takesWrites ? 'healthy' : 'read-only',
      worker: hasLiveWorker ? 'healthy' : 'unavailable',
      market_data: await readProviderStatus(em, now),
      backup: await readBackupStatus(em, now),
      ...common,
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return {
      status: 'unhealthy',
      database: 'unavailable',
      worker: 'unavailable',
      market_data: marketData.health().status,
      backup: 'off',
      ...common,
    };
  }
}
