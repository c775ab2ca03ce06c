import { z } from 'zod';
import {
  clientAddress,
  opaqueId,
  paging,
  requiredName,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import { exampleToken } from '../schemas.ts';

/** A leap year, in days: a forgotten token expires. */
export const maxTokenDays = 366;

const tokenDaysMessage = `expires_in_days must be a whole number from 1 to ${maxTokenDays}`;

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
