import type { SecurityEventKind } from '@stockbook/db';
import type { ProcedureContext } from '../context.ts';
import type { AppError } from '../errors.ts';

function eventOf({ isQuota, exceededLimit }: AppError): SecurityEventKind | null {
  if (isQuota) return 'quota_reached';
  return exceededLimit === undefined ? null : 'limit_reached';
}

/**
 * Records that a limit or a quota refused a call. Never rejects: the caller gets the refusal itself.
 * @param userId null before authentication
 */
export async function recordRefusal(
  ctx: ProcedureContext,
  error: AppError,
  { procedure, userId }: { procedure: string; userId: string | null },
): Promise<void> {
  const kind = eventOf(error);
  if (kind === null) return;
  try {
    // A fork: the transaction of the call has been rolled back.
    await ctx.securityEvents.record(ctx.database.fork(), kind, ctx, { userId, details: { procedure } });
  } catch (cause) {
    ctx.log.warn({ err: cause, event: kind }, 'security event not recorded');
  }
}
