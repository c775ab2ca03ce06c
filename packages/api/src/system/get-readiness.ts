import { isDatabaseUnavailable } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import type { readiness } from './schemas.ts';

/** Whether requests can be served just now: the database is all they need. */
export async function getReadiness({ database }: ProcedureContext): Promise<z.infer<typeof readiness>> {
  try {
    await database.ping();
    return { status: 'ready', database: 'healthy' };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { status: 'not_ready', database: 'unavailable' };
  }
}
