import { message } from '../../primitives.ts';
import { streamed } from '../../streaming/stream-list.ts';
import { router, userProcedure } from '../../trpc.ts';
import { sessionOnly } from '../descriptions.ts';
import { dismissNotice, listEvents, listNotices } from './events.ts';
import { eventList, listEventsInput, noticeInput, noticeList } from './schemas.ts';

/** Security events, and the notices of some of them. */
export const eventsRouter = router({
  events: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/events',
        operationId: 'listSecurityEvents',
        summary: 'Lists what happened to the user’s account',
        description: `Sign-ins, failed attempts and changes of the last 180 days, or as many as the operator has set; without a limit the newest 1,000. ${sessionOnly}`,
      },
    })
    .input(listEventsInput.optional())
    .output(streamed(eventList))
    .query(({ ctx, input }) => listEvents(ctx, input ?? {})),
  notices: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/notices',
        operationId: 'listNotices',
        summary: 'Lists security events to show to the user',
        description: `For example a sign-in with an unknown device. Shown in all sign-ins but the new one. ${sessionOnly}`,
      },
    })
    .output(noticeList)
    .query(({ ctx }) => listNotices(ctx)),
  dismissNotice: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/notices/{noticeId}',
        operationId: 'dismissNotice',
        summary: 'Dismisses a notice',
        description: `The event stays in the list of events. ${sessionOnly}`,
        errorResponses: [404],
      },
      examples: { 200: { message: 'The notice was dismissed' } },
    })
    .input(noticeInput)
    .output(message)
    .mutation(({ ctx, input }) => dismissNotice(ctx, input)),
});
