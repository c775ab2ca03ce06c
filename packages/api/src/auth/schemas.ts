import { z } from 'zod';
import { codePoints, limitedText, requiredText, text } from '../text.ts';
import { instantOut } from '../wire.ts';

export const passwordMinimum = 8;
export const passwordMaximum = 128;
export const usernameMinimum = 3;
export const usernameMaximum = 50;

const email = requiredText('Email')
  .refine((value) => z.email().safeParse(value.trim()).success && codePoints(value) <= 254, {
    error: 'Email is invalid',
  })
  .trim()
  .meta({ format: 'email', example: 'you@example.com' });

const username = requiredText('Username')
  .trim()
  .refine((value) => codePoints(value) >= usernameMinimum, {
    error: `Username must be at least ${usernameMinimum} characters`,
  })
  .refine((value) => codePoints(value) <= usernameMaximum, {
    error: `Username must be at most ${usernameMaximum} characters`,
  })
  .meta({ example: 'trader' });

const newPassword = requiredText('Password')
  .transform((value) => value.normalize('NFC'))
  .refine((value) => codePoints(value) >= passwordMinimum, {
    error: `Password must be at least ${passwordMinimum} characters`,
  })
  .refine((value) => codePoints(value) <= passwordMaximum, {
    error: `Password must be at most ${passwordMaximum} characters`,
  })
  .meta({ format: 'password', example: 'a long and private sentence' });

const personName = (label: string) =>
  limitedText(label, 100)
    .nullish()
    .transform((value) => value?.trim() || null);

/** Keys stand in the order in which they are judged: the first failure is the answer's sentence. */
export const registerInput = z
  .object({
    email,
    username,
    password: newPassword,
    first_name: personName('First name'),
    last_name: personName('Last name'),
  })
  .meta({ id: 'Registration' });

export const loginInput = z
  .object({
    email,
    password: requiredText('Password')
      .transform((value) => value.normalize('NFC'))
      .meta({ format: 'password', example: 'a long and private sentence' }),
  })
  .meta({ id: 'Credentials' });

export const refreshInput = z
  .object({
    refresh_token: requiredText('Refresh token').refine(
      (value) => value.length <= 512,
      'Refresh token is invalid',
    ),
  })
  .meta({ id: 'Renewal' });

export const user = z
  .object({
    id: z.string(),
    email: z.string(),
    username: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    full_name: z.string().meta({ description: 'First and last name joined, or else the username' }),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const signIn = z
  .object({
    access_token: z.string().meta({ description: 'Send it as a bearer token' }),
    refresh_token: z.string().meta({ description: 'Exchange it at /auth/refresh for a new access token' }),
    expires_at: instantOut.meta({ description: 'When the access token ends' }),
    user,
  })
  .meta({ id: 'SignIn' });

export const renewal = z
  .object({ access_token: z.string(), expires_at: instantOut })
  .meta({ id: 'RenewedToken' });

export const verification = z
  .object({ valid: z.literal(true), user, expires_at: instantOut })
  .meta({ id: 'Verification' });

export const bearerToken = text('Token');
