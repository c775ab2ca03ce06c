import { z } from 'zod';
import { codePoints, oneLine, requiredText, timestamp, uuid } from '../primitives.ts';

/** The form of a secret in examples: 43 characters, as base64url. */
export const exampleToken = 'EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA';

export const minPasswordLength = 8;
export const maxPasswordLength = 128;
export const minUsernameLength = 3;
export const maxUsernameLength = 50;

export const email = requiredText('Email')
  .refine((value) => z.email().safeParse(value).success && codePoints(value) <= 254, {
    error: 'Email is invalid',
  })
  .meta({ format: 'email', maxLength: 254, examples: ['you@example.com'] });

export const username = requiredText('Username')
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

export const accessToken = z.string().meta({
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
