import { z } from 'zod';
import {
  clientAddress,
  clientName,
  count,
  opaqueId,
  optionalName,
  paging,
  requiredText,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import {
  accessToken,
  currentPassword,
  email,
  exampleToken,
  newPassword,
  secondFactorCode,
  user,
  username,
} from '../schemas.ts';

/** Keys are in the order of validation: the first failure becomes the error message. */
export const registerInput = z
  .object({
    email,
    username,
    password: newPassword('Password'),
    first_name: optionalName('First name', 100, 'Ada'),
    last_name: optionalName('Last name', 100, 'Reader'),
  })
  .meta({ id: 'Registration' });

export const loginInput = z
  .object({
    email,
    password: currentPassword('Password'),
    code: secondFactorCode.optional(),
  })
  .meta({ id: 'Credentials' });

export const refreshInput = z
  .object({
    refresh_token: requiredText('Refresh token')
      .refine((value) => value.length <= 512, 'Refresh token is invalid')
      .meta({ maxLength: 512, examples: [exampleToken] }),
    rotate: z
      .boolean({ error: 'rotate must be true or false' })
      .default(false)
      .meta({
        description:
          'Replaces the refresh token, now and at every later renewal of this sign-in. Store the new one: the replaced one is accepted for another 60 seconds, and its later use ends the sign-in',
        examples: [true],
      }),
  })
  .meta({ id: 'Renewal' });

export const renewal = z
  .object({
    access_token: accessToken,
    expires_at: timestamp.meta({ description: 'Expiry of the access token' }),
    refresh_token: z
      .string()
      .optional()
      .meta({ description: 'The new refresh token, if it was replaced', examples: [exampleToken] }),
  })
  .meta({ id: 'RenewedToken' });

export const verification = z
  .object({
    valid: z.literal(true),
    user,
    expires_at: timestamp.meta({ description: 'Expiry of the token' }),
  })
  .meta({ id: 'Verification' });

const isAccepted = (name: string) => z.boolean({ error: `${name} must be true or false` }).default(false);

export const logoutAllInput = z
  .object({
    except_current: isAccepted('except_current').meta({
      description: 'Keeps the sign-in of the request',
      examples: [true],
    }),
    tokens: isAccepted('tokens').meta({
      description: 'Also revokes all personal access tokens',
      examples: [false],
    }),
  })
  .meta({ id: 'SignOutEverywhere' });

export const endedSessions = z
  .object({
    message: z.string().meta({ examples: ['Signed out everywhere'] }),
    ended: count.meta({ description: 'Number of sign-ins that were ended', examples: [2] }),
  })
  .meta({ id: 'EndedSignIns' });

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
