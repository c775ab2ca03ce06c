import { z } from 'zod';
import { timestamp } from '../../primitives.ts';
import { assertion } from '../passkeys/schemas.ts';
import { currentPassword, secondFactorCode } from '../schemas.ts';

export const confirmInput = z
  .object({
    password: currentPassword('Password').meta({ description: 'Required without `response`' }).optional(),
    code: secondFactorCode.optional(),
    response: assertion.optional(),
  })
  .refine(({ password, response }) => password !== undefined || response !== undefined, {
    path: ['password'],
    error: 'Password is required',
  })
  .meta({ id: 'Confirmation', examples: [{ password: 'a long and private sentence', code: '492039' }] });

export const confirmation = z
  .object({
    confirmed_until: timestamp.meta({
      description: 'Until then, this sign-in may do what needs a confirmation',
    }),
  })
  .meta({ id: 'Confirmed' });
