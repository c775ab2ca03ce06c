import { z } from 'zod';
import {
  clientAddress,
  clientName,
  opaqueId,
  paging,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';

export const listSignInsInput = z.object({ ...paging });

export const activeSignIn = z
  .object({
    id: uuid,
    created_at: timestamp.meta({ examples: ['2024-11-03T10:00:00.000Z'] }),
    last_used_at: timestamp.meta({
      description: 'Last use, accurate to a quarter of an hour',
      examples: ['2024-12-01T09:30:00.000Z'],
    }),
    expires_at: timestamp.meta({ examples: ['2024-12-03T10:00:00.000Z'] }),
    address: clientAddress
      .nullable()
      .meta({ description: 'Client address of the last use; null if it is not known' }),
    client: clientName.nullable().meta({ description: 'Program and system; null if it is not known' }),
    is_current: z
      .boolean()
      .meta({ description: 'Whether it is the sign-in of the request', examples: [true] }),
  })
  .meta({ id: 'ActiveSignIn' });
export type ActiveSignIn = z.infer<typeof activeSignIn>;

export const signInList = z
  .object({
    sign_ins: z.array(activeSignIn).meta({ description: 'The last used first' }),
    total: totalCount,
  })
  .meta({ id: 'SignInList' });

export const signInInput = z.object({ signInId: opaqueId.meta({ description: 'Id of a sign-in' }) });
