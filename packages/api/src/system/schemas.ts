import { z } from 'zod';
import { timestamp } from '../primitives.ts';

export const health = z
  .object({
    status: z.enum(['healthy', 'unhealthy']),
    database: z.enum(['healthy', 'read-only', 'unavailable']).meta({
      description:
        '`read-only`: its disk is full, or it takes no writes. Reads go on, writes get 503; the status of this response is 200',
    }),
    worker: z
      .enum(['healthy', 'unavailable'])
      .meta({ description: 'Whether a worker has sent a heartbeat recently' }),
    market_data: z.enum(['healthy', 'rate_limited', 'unavailable']).meta({
      description:
        'The worse status of the last price request and the last search. This call does not contact the provider',
    }),
    backup: z.enum(['off', 'pending', 'healthy', 'unverified', 'overdue', 'failed']).meta({
      description:
        'The scheduled backups. `unverified`: the last one was not restored on trial. `overdue`: the last one is older than 36 hours. `failed`: the last try failed. `pending`: the first one has not ended. `off`: none was scheduled in the last 30 days',
    }),
    uptime_s: z.number().meta({ examples: [86_400] }),
    timestamp,
  })
  .meta({ id: 'Health' });

export const liveness = z.object({ status: z.literal('alive') }).meta({ id: 'Liveness' });

export const readiness = z
  .object({ status: z.enum(['ready', 'not_ready']), database: z.enum(['healthy', 'unavailable']) })
  .meta({ id: 'Readiness' });

/** Whether anybody may create an account, or only the operator. */
const signUpModes = ['open', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

export const version = z
  .object({
    name: z.string().meta({ examples: ['Stockbook'] }),
    version: z.string().meta({ examples: ['0.1.0'] }),
    newer_version: z
      .string()
      .optional()
      .meta({
        description: 'A newer version, if the operator lets the server ask for one and it found one',
        examples: ['0.2.0'],
      }),
    api_version: z.string().meta({ examples: ['1'] }),
    market_data: z
      .enum(['auto', 'yahoo', 'tiingo', 'eodhd', 'csv', 'simulated'])
      .meta({ description: 'The active provider mode' }),
    quotes: z
      .enum(['on', 'off'])
      .meta({ description: 'Whether the server has prices during the session, or closing prices only' }),
    sign_up: z.enum(signUpModes).meta({ description: 'Who creates accounts: everybody, or the operator' }),
    sign_in: z
      .object({
        passwords: z.boolean().meta({ description: 'Whether a password signs in', examples: [true] }),
        passkeys: z.boolean().meta({
          description: 'Whether passkeys are possible at the address of this request',
          examples: [true],
        }),
        provider: z
          .string()
          .nullable()
          .meta({ description: 'The name of the identity provider; null without one', examples: [null] }),
      })
      .meta({ description: 'The ways to sign in' }),
  })
  .meta({ id: 'Version' });
