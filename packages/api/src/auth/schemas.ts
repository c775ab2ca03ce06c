import { z } from 'zod';
import {
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

/** A password to be set: normalised to NFC before its length is checked and its hash is made. */
export const newPassword = requiredText('Password')
  .meta({
    format: 'password',
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    description: 'Must not be one of the 10,000 most common passwords',
    examples: ['a long and private sentence'],
  })
  .transform((value) => value.normalize('NFC'))
  .refine((value) => codePoints(value) >= minPasswordLength, {
    error: `Password must be at least ${minPasswordLength} characters`,
  })
  .refine((value) => codePoints(value) <= maxPasswordLength, {
    error: `Password must be at most ${maxPasswordLength} characters`,
  });

/** Keys are in the order of validation: the first failure becomes the error message. */
export const registerInput = z
  .object({
    email,
    username,
    password: newPassword,
    first_name: optionalName('First name', 100, 'Ada'),
    last_name: optionalName('Last name', 100, 'Reader'),
  })
  .meta({ id: 'Registration' });

export const loginInput = z
  .object({
    email,
    password: requiredText('Password')
      .meta({ format: 'password', examples: ['a long and private sentence'] })
      .transform((value) => value.normalize('NFC')),
  })
  .meta({ id: 'Credentials' });

export const refreshInput = z
  .object({
    refresh_token: requiredText('Refresh token')
      .refine((value) => value.length <= 512, 'Refresh token is invalid')
      .meta({ maxLength: 512, examples: [exampleToken] }),
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
    token: z.string().meta({
      description: 'The secret. No later response contains it',
      examples: [`sb_${exampleToken}`],
    }),
  })
  .meta({ id: 'CreatedPersonalAccessToken' });

export const tokenInput = z.object({
  tokenId: opaqueId.meta({ description: 'Id of a personal access token' }),
});

export const endedSessions = z
  .object({
    message: z.string().meta({ examples: ['Signed out everywhere'] }),
    ended: count.meta({ description: 'Number of sign-ins that were ended', examples: [2] }),
  })
  .meta({ id: 'EndedSignIns' });
