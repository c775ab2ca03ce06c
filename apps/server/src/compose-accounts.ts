import {
  createPasswordHasher,
  createPasswordRules,
  createSecurityEvents,
  type Services,
} from '@stockbook/api';
import { dayMs } from '@stockbook/common/durations';
import type { Database } from '@stockbook/db';
import type { Logger } from 'pino';
import type { Env } from './env.ts';

interface Parts {
  readonly env: Env;
  readonly database: Database;
  readonly log: Logger;
  readonly onEvent: Services['observer']['securityEvent'];
  readonly clock: Services['clock'];
}

export type AccountServices = ReturnType<typeof composeAccounts>;

/** Builds the services that the server and the operator's commands share. */
export function composeAccounts({ env, database, log, onEvent, clock }: Parts) {
  return {
    database,
    clock,
    log,
    passwords: createPasswordHasher(),
    passwordRules: createPasswordRules({
      publicHost: env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).hostname,
      breachedPasswordsFile: env.BREACHED_PASSWORDS_FILE ?? null,
    }),
    accountPolicy: {
      signUp: env.SIGN_UP,
      requiresSecondFactor: env.REQUIRE_SECOND_FACTOR,
      hasPasswordSignIn: !env.OIDC_ONLY,
      providerName: env.OIDC_ISSUER === undefined ? null : (env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).host),
      publicUrl: env.PUBLIC_URL ?? null,
      securityEventRetentionMs: env.SECURITY_EVENT_DAYS * dayMs,
    },
    securityEvents: createSecurityEvents({ clock, log, onEvent }),
  } satisfies Partial<Services>;
}
