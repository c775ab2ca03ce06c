import { type SecurityEvent, securityEventRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { eventSummary, noticeMessage } from '../../security-events/summaries.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { requireSession } from '../sessions/sessions.ts';
import type { eventList, listEventsInput, noticeInput, noticeList, SecurityEventOutput } from './schemas.ts';

/** Without a `limit`. */
const defaultLimit = 1_000;

/** Maps a security event to its API shape. */
export function presentEvent(event: SecurityEvent): SecurityEventOutput {
  return {
    id: event.id,
    at: event.at.toISOString(),
    kind: event.kind,
    summary: eventSummary(event),
    address: event.address,
    client: event.client,
    sign_in_id: event.sessionId,
    token_id: event.tokenId,
    count: event.count,
  };
}

/**
 * Lists the security events of the caller, newest first.
 * @throws AppError UNAUTHORIZED without a signed-in session, TOO_MANY_REQUESTS
 */
export async function listEvents(
  ctx: UserContext,
  { since, ...page }: z.output<typeof listEventsInput>,
): Promise<OutputStream> {
  requireSession(ctx);
  const filter = {
    limit: defaultLimit,
    ...page,
    since: since === undefined ? undefined : new Date(`${since}T00:00:00Z`),
  };
  return streamList(ctx, async (): Promise<z.infer<typeof eventList>> => {
    const [events, total] = await securityEventRepository.listOfUser(ctx.em, ctx.user.id, filter);
    return { events: events.map(presentEvent), total };
  });
}

/**
 * Lists the notices of the caller that were not dismissed. That of a new sign-in is for all other sign-ins.
 * @throws AppError UNAUTHORIZED without a signed-in session
 */
export async function listNotices(ctx: UserContext): Promise<z.infer<typeof noticeList>> {
  requireSession(ctx);
  const events = await securityEventRepository.listNotices(ctx.em, ctx.user.id, ctx.credential.id);
  return {
    notices: events.map((event) => ({
      id: event.id,
      at: event.at.toISOString(),
      kind: event.kind,
      message: noticeMessage(event),
    })),
  };
}

/** @throws AppError UNAUTHORIZED without a signed-in session, NOT_FOUND if the caller has no such notice */
export async function dismissNotice(ctx: UserContext, { noticeId }: z.output<typeof noticeInput>) {
  requireSession(ctx);
  const isDismissed =
    isUuid(noticeId) && (await securityEventRepository.dismissNotice(ctx.em, ctx.user.id, noticeId));
  if (!isDismissed) throw notFound('Notice');
  return { message: 'The notice was dismissed' };
}
