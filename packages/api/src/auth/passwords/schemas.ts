import { z } from 'zod';
import { count, timestamp } from '../../primitives.ts';
import { currentPassword, newPassword, signIn } from '../schemas.ts';

export const changePasswordInput = z
  .object({
    current_password: currentPassword('Current password')
      .optional()
      .meta({ description: 'Required if the account has a password' }),
    new_password: newPassword('New password', 'another long and private sentence'),
    end_other_sign_ins: z
      .boolean({ error: 'end_other_sign_ins must be true or false' })
      .default(true)
      .meta({ description: 'Signs out all other devices', examples: [true] }),
    revoke_tokens: z
      .boolean({ error: 'revoke_tokens must be true or false' })
      .default(false)
      .meta({ description: 'Revokes all personal access tokens', examples: [false] }),
  })
  .refine(({ current_password, new_password }) => current_password !== new_password, {
    path: ['new_password'],
    error: 'New password must differ from the current one',
  })
  .meta({ id: 'PasswordChange' });

export const changedPassword = signIn
  .extend({
    message: z.string().meta({ examples: ['Your password was changed. 2 other sign-ins were ended.'] }),
    ended: count.meta({ description: 'Number of other sign-ins that were ended', examples: [2] }),
  })
  .meta({ id: 'ChangedPassword' });

export const passwordState = z
  .object({
    changed_at: timestamp.meta({
      description: 'When the password was set',
      examples: ['2024-11-03T10:00:00.000Z'],
    }),
    must_change_until: timestamp.nullable().meta({
      description:
        'End of the validity of a password that the operator has set: until it is changed, other calls get 403 with the code `PASSWORD_CHANGE_REQUIRED`. Null for a password that the user has chosen',
      examples: [null],
    }),
  })
  .meta({ id: 'PasswordState' });
