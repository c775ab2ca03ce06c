import { z } from 'zod';
import {
  calendarDate,
  clientAddress,
  clientName,
  count,
  opaqueId,
  paging,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';

export const listEventsInput = z.object({
  ...paging,
  since: calendarDate('since').meta({ description: 'First day, in UTC' }).optional(),
});

const eventKind = z.string().meta({ examples: ['signed_in'] });

export const securityEvent = z
  .object({
    id: uuid,
    at: timestamp,
    kind: eventKind.meta({ description: 'For programs; later versions may add some' }),
    summary: z.string().meta({ description: 'For the user', examples: ['Signed in'] }),
    address: clientAddress.nullable().meta({ description: 'Client address; null if it is not known' }),
    client: clientName
      .nullable()
      .meta({ description: 'Program and system, or `operator`; null if it is not known' }),
    sign_in_id: uuid.nullable().meta({ description: 'The sign-in that it concerns' }),
    token_id: uuid
      .nullable()
      .meta({ description: 'The personal access token that it concerns', examples: [null] }),
    count: count.meta({ description: 'How often it happened within the minute', examples: [1] }),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEventOutput = z.infer<typeof securityEvent>;

export const eventList = z
  .object({
    events: z.array(securityEvent).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'SecurityEventList' });

export const noticeList = z
  .object({
    notices: z
      .array(
        z.object({
          id: uuid,
          at: timestamp,
          kind: eventKind,
          message: z.string().meta({
            description: 'For the user',
            examples: ['New sign-in: Firefox on Linux, 203.0.113.7. Not you? Change your password.'],
          }),
        }),
      )
      .meta({ description: 'Events to show to the user, without dismissed ones, newest first' }),
  })
  .meta({ id: 'NoticeList' });

export const noticeInput = z.object({ noticeId: opaqueId.meta({ description: 'Id of a notice' }) });
