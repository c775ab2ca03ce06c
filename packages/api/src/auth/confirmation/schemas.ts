import { z } from 'zod';
import { timestamp } from '../../primitives.ts';
import { currentPassword, secondFactorCode } from '../schemas.ts';

export const confirmInput = z
  .object({ password: currentPassword('Password'), code: secondFactorCode.optional() })
  .meta({ id: 'Confirmation' });

export const confirmation = z
  .object({
    confirmed_until: timestamp.meta({
      description: 'Until then, this sign-in may do what needs a confirmation',
    }),
  })
  .meta({ id: 'Confirmed' });
