import { isDatabaseUnavailable, workerRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { DeedContext } from '../context.ts';
import type { health } from './schemas.ts';

/** A worker that has not been heard of for so long is not counted on. */
const workerSilenceMs = 20_000;

/** Whether the parts work. Nothing is asked of the market-data provider: its last calls tell. */
export async function getHealth({
  em,
  marketData,
  clock,
  startedAt,
}: DeedContext): Promise<z.infer<typeof health>> {
  const now = clock();
  const common = {
    market_data: marketData.health().status,
    uptime_s: Math.round((now.getTime() - startedAt.getTime()) / 1000),
    timestamp: now.toISOString(),
  };
  try {
    const beatAt = await workerRepository.findLastBeat(em);
    const isWorkerHeard = beatAt !== null && now.getTime() - beatAt.getTime() < workerSilenceMs;
    return {
      status: 'healthy',
      database: 'healthy',
      worker: isWorkerHeard ? 'healthy' : 'unavailable',
      ...common,
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { status: 'unhealthy', database: 'unavailable', worker: 'unavailable', ...common };
  }
}
