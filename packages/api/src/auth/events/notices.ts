import { securityEventRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { noticeMessage } from '../../security-events/summaries.ts';
import { requireSession } from '../sessions/authenticate.ts';
import type { noticeInput, noticeList } from './schemas.ts';

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
