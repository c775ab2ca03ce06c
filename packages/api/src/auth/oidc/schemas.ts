import { z } from 'zod';
import { requiredText, timestamp } from '../../primitives.ts';
import { exampleToken } from '../schemas.ts';

export const providerConnection = z
  .object({
    is_connected: z.boolean().meta({ examples: [true] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the provider; null if the server has none', examples: ['Authelia'] }),
    connected_at: timestamp.nullable().meta({ examples: ['2024-11-03T10:00:00.000Z'] }),
    has_password: z.boolean().meta({ description: 'Whether the account has a password', examples: [true] }),
  })
  .meta({ id: 'ProviderConnection' });

export const exportedConnection = z
  .object({
    issuer: z.string().meta({ examples: ['https://auth.example.com/'] }),
    subject: z.string().meta({ examples: ['a1b2c3'] }),
    created_at: timestamp,
  })
  .meta({ id: 'ExportedProviderConnection' });

export const providerUrl = z
  .object({
    url: z.string().meta({
      description: 'Where the browser goes on, with the cookie of this response',
      examples: ['https://auth.example.com/authorize?client_id=stockbook&response_type=code'],
    }),
  })
  .meta({ id: 'ProviderUrl' });

export const operatorCode = z
  .object({
    code: requiredText('Code')
      .refine((value) => value.length <= 100, 'Code must be at most 100 characters')
      .meta({
        maxLength: 100,
        description: 'Of the address that the operator handed over',
        examples: [exampleToken],
      }),
  })
  .meta({ id: 'OperatorCode' });
