import { z } from 'zod';
import { requiredText } from '../../primitives.ts';

export const deleteAccountInput = z.object({
  confirmation: requiredText('Confirmation').meta({
    description: 'The username of the account',
    examples: ['trader'],
  }),
});
