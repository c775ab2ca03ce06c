import { z } from 'zod';
import {
  clientAddress,
  codePoints,
  count,
  oneLine,
  opaqueId,
  optionalName,
  paging,
  requiredName,
  requiredText,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';

/** The form of a secret in examples: 43 characters, as base64url. */
const exampleToken = 'EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA';

export const minPasswordLength = 8;
export const maxPasswordLength = 128;
export const minUsernameLength = 3;
export const maxUsernameLength = 50;

const email = requiredText('Email')
  .refine((value) => z.email().safeParse(value).success && codePoints(value) <= 254, {
    error: 'Email is invalid',
  })
  .meta({ format: 'email', maxLength: 254, examples: ['you@example.com'] });

const username = requiredText('Username')
  .check(oneLine('Username'))
  .refine((value) => codePoints(value.trim()) >= minUsernameLength, {
    error: `Username must be at least ${minUsernameLength} characters`,
  })
  .refine((value) => codePoints(value) <= maxUsernameLength, {
    error: `Username must be at most ${maxUsernameLength} characters`,
  })
  .meta({ minLength: minUsernameLength, maxLength: maxUsernameLength, examples: ['trader'] });

/**
 * A password to be set: normalised to NFC before its length is checked and its hash is made.
 * @param label start of each error message
 */
export function newPassword(label: string, example = 'a long and private sentence') {
  return requiredText(label)
    .meta({
      format: 'password',
      minLength: minPasswordLength,
      maxLength: maxPasswordLength,
      description: 'Must not be a common password, nor the email, a name or the username of the account',
      examples: [example],
    })
    .transform((value) => value.normalize('NFC'))
    .refine((value) => codePoints(value) >= minPasswordLength, {
      error: `${label} must be at least ${minPasswordLength} characters`,
    })
    .refine((value) => codePoints(value) <= maxPasswordLength, {
      error: `${label} must be at most ${maxPasswordLength} characters`,
    });
}

/** A password to be verified. */
export function currentPassword(label: string) {
  return requiredText(label)
    .meta({ format: 'password', examples: ['a long and private sentence'] })
    .transform((value) => value.normalize('NFC'));
}

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = requiredText('Code')
  .refine((value) => value.length <= 100, 'Code must be at most 100 characters')
  .meta({
    maxLength: 100,
    description: 'Of the authenticator app, or a recovery code. Required while two-step sign-in is on',
    examples: ['492039'],
  });

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

export const user = z
  .object({
    id: uuid,
    email: z.string().meta({ examples: ['you@example.com'] }),
    username: z.string().meta({ examples: ['trader'] }),
    first_name: z
      .string()
      .nullable()
      .meta({ examples: ['Ada'] }),
    last_name: z
      .string()
      .nullable()
      .meta({ examples: ['Reader'] }),
    full_name: z.string().meta({
      description: 'First and last name, or the username if both are missing',
      examples: ['Ada Reader'],
    }),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

const accessToken = z.string().meta({
  description: 'Send it in the `authorization` header: `Bearer TOKEN`',
  examples: [exampleToken],
});

export const signIn = z
  .object({
    access_token: accessToken,
    refresh_token: z.string().meta({
      description: 'Exchange it for a new access token at `/auth/refresh`',
      examples: [exampleToken],
    }),
    expires_at: timestamp.meta({ description: 'Expiry of the access token' }),
    user,
  })
  .meta({ id: 'SignIn' });

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

/** A leap year, in days: a forgotten token expires. */
export const maxTokenDays = 366;

const tokenDaysMessage = `expires_in_days must be a whole number from 1 to ${maxTokenDays}`;

/** What a personal access token may do. */
export const tokenScope = z.enum(['read', 'write'], { error: 'scope must be read or write' });

const scopeDescription = '`read` permits only calls that change nothing; `write` permits all calls';

export const createTokenInput = z
  .object({
    name: requiredName('Name', 100).meta({ examples: ['nightly export'] }),
    scope: tokenScope.default('write').meta({ description: scopeDescription, examples: ['read'] }),
    expires_in_days: z
      .number({ error: tokenDaysMessage })
      .int(tokenDaysMessage)
      .min(1, tokenDaysMessage)
      .max(maxTokenDays, tokenDaysMessage)
      .default(90)
      .meta({ description: 'Number of days until the token expires', examples: [90] }),
  })
  .meta({ id: 'NewPersonalAccessToken' });

export const listTokensInput = z.object({ ...paging });

export const personalAccessToken = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['nightly export'] }),
    scope: tokenScope.meta({ description: scopeDescription, examples: ['read'] }),
    created_at: timestamp.meta({ examples: ['2024-12-01T09:30:00.000Z'] }),
    expires_at: timestamp.meta({ examples: ['2025-03-01T09:30:00.000Z'] }),
    last_used_at: timestamp.nullable().meta({
      description: 'Last use, accurate to one hour',
      examples: ['2024-12-31T20:00:00.000Z'],
    }),
    last_used_address: clientAddress.nullable().meta({ description: 'Client address of the last use' }),
  })
  .meta({ id: 'PersonalAccessToken' });
export type PersonalAccessToken = z.infer<typeof personalAccessToken>;

export const personalAccessTokenList = z
  .object({
    tokens: z.array(personalAccessToken).meta({ description: 'Newest first, expired ones included' }),
    total: totalCount,
  })
  .meta({ id: 'PersonalAccessTokenList' });

export const createdPersonalAccessToken = personalAccessToken
  .extend({
    last_used_at: personalAccessToken.shape.last_used_at.meta({ examples: [null] }),
    last_used_address: personalAccessToken.shape.last_used_address.meta({ examples: [null] }),
    token: z.string().meta({
      description: 'The secret. No later response contains it',
      examples: [`sb_${exampleToken}`],
    }),
  })
  .meta({ id: 'CreatedPersonalAccessToken' });

export const tokenInput = z.object({
  tokenId: opaqueId.meta({ description: 'Id of a personal access token' }),
});

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
