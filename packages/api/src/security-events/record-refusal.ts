import type { SecurityEventKind } from '@stockbook/db';
import type { RequestContext, Services } from '../context.ts';
import type { AppError } from '../errors.ts';
import type { EventFacts } from './security-events.ts';

/** The part of the context that describes who was refused. */
type RefusedRequest = Pick<RequestContext, 'address' | 'client' | 'requestId'> & {
  readonly services: Pick<Services, 'database' | 'securityEvents' | 'log'>;
};

function eventOf({ isQuota, exceededLimit }: AppError): SecurityEventKind | null {
  if (isQuota) return 'quota_reached';
  return exceededLimit === undefined ? null : 'limit_reached';
}

/**
 * Records that a limit or a quota refused a request. Never rejects: the client gets the refusal itself.
 * @param facts without a user if none is known
 */
export async function recordRefusal(
  ctx: RefusedRequest,
  error: AppError,
  facts: Pick<EventFacts, 'userId' | 'details'>,
): Promise<void> {
  const kind = eventOf(error);
  if (kind === null) return;
  try {
    // A fork: the transaction of the call has been rolled back.
    await ctx.services.securityEvents.record(ctx.services.database.fork(), kind, ctx, facts);
  } catch (cause) {
    ctx.services.log.warn({ err: cause, event: kind }, 'security event not recorded');
  }
}
