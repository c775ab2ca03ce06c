import { isDatabaseUnavailable } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import type { readiness } from './schemas.ts';

/** Reports whether requests can be served, which depends only on the database. */
export async function getReadiness({ database }: ProcedureContext): Promise<z.infer<typeof readiness>> {
  try {
    await database.ping();
    return { status: 'ready', database: 'healthy' };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { status: 'not_ready', database: 'unavailable' };
  }
}
