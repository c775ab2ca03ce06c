import { isDatabaseUnavailable, workerRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import { readProviderStatus } from './provider-state.ts';
import type { health } from './schemas.ts';

/** A worker that has not been heard of for so long is not counted on. */
const workerSilenceS = 20;

/** Whether the parts work. Nothing is asked of the market-data provider: its last calls tell. */
export async function getHealth({
  em,
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
    const isWorkerHeard = await workerRepository.hasLiveWorker(em, workerSilenceS);
    return {
      status: 'healthy',
      database: 'healthy',
      worker: isWorkerHeard ? 'healthy' : 'unavailable',
      market_data: await readProviderStatus(em, now),
      ...common,
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return {
      status: 'unhealthy',
      database: 'unavailable',
      worker: 'unavailable',
      market_data: marketData.health().status,
      ...common,
    };
  }
}
