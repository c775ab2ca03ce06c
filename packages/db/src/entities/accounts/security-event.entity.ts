import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const securityEventKinds = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'code_failed',
  'signed_out',
  'signed_out_everywhere',
  'sign_in_ended',
  'refresh_reused',
  'password_changed',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'recovery_code_used',
  'token_created',
  'token_revoked',
  'limit_reached',
  'exported',
  'account_disabled',
  'account_enabled',
  'account_deleted',
  'quota_reached',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

const SecurityEventSchema = defineEntity({
  name: 'SecurityEvent',
  indexes: [{ properties: ['user', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    at: p.datetime().index(),
    /** Null after the account was deleted, and for a sign-in to an account that does not exist. */
    user: () => p.manyToOne(User).deleteRule('set null').strictNullable(),
    kind: p.enum(securityEventKinds),
    address: p.text().strictNullable(),
    /** `Firefox on Linux`, or `operator`. */
    client: p.text().strictNullable(),
    /** Not a reference: the event outlives the session. */
    sessionId: p.uuid().strictNullable(),
    /** Id of a personal access token; not a reference. */
    tokenId: p.uuid().strictNullable(),
    requestId: p.uuid().strictNullable(),
    details: p.json<Readonly<Record<string, string | number | boolean>>>().strictNullable(),
    /** How often it happened within the minute that `repeatKey` names. */
    count: p.integer().default(1),
    /** Equal for failures that share a row: SHA-256 of kind, account, address and minute. */
    repeatKey: p.text().strictNullable().unique(),
    /** Whether the user is shown a notice, which has not been dismissed. */
    isNotice: p.boolean().default(false),
  },
});

/** Something that happened to an account, for its owner and the operator. */
export class SecurityEvent extends SecurityEventSchema.class {}
SecurityEventSchema.setClass(SecurityEvent);
