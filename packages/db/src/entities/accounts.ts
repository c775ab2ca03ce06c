import { defineEntity, p } from '@mikro-orm/core';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    /** `comparisonKey` of the email. */
    emailKey: p.text().unique(),
    username: p.text(),
    /** `comparisonKey` of the username. */
    usernameKey: p.text().unique(),
    firstName: p.text().strictNullable(),
    lastName: p.text().strictNullable(),
    /** Argon2id, in PHC string format. Null for an account of the identity provider until a password is set. */
    passwordHash: p.text().strictNullable(),
    /** Null if it is still that of the sign-up. */
    passwordChangedAt: p.datetime().strictNullable(),
    /** End of the validity of a generated password, which permits only choosing another; null for a chosen one. */
    mustChangePasswordUntil: p.datetime().strictNullable(),
    /** When two-step sign-in was turned on; null while it is off. */
    secondFactorAt: p.datetime().strictNullable(),
    /** When the operator disabled the account. */
    disabledAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});

export class User extends UserSchema.class {}
UserSchema.setClass(User);

const signInMethods = ['password', 'passkey', 'provider', 'operator'] as const;
/** The proof with which a session began: `operator` is a code that the operator handed over. */
export type SignInMethod = (typeof signInMethods)[number];

const SessionSchema = defineEntity({
  name: 'Session',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresAt: p.datetime().index(),
    createdAt: p.datetime(),
    /** Updated at most once in a quarter of an hour, so that not every request writes. */
    lastUsedAt: p.datetime().index(),
    /** Address of the last recorded use; null for a sign-in of a version that stored none. */
    address: p.text().strictNullable(),
    /** `Firefox on Linux`; null for a sign-in of a version that stored none. */
    client: p.text().strictNullable(),
    begunBy: p.enum(signInMethods).default('password'),
    /** When the user last confirmed a sensitive operation, by the password, a passkey or the provider. */
    confirmedAt: p.datetime().strictNullable(),
    /** The strongest proof since the session began: a password does not replace a passkey or the provider. */
    confirmedBy: p.enum(signInMethods).strictNullable(),
    /** Whether each renewal replaces the refresh token. */
    rotates: p.boolean().default(false),
  },
});

/** Starts with a sign-in: refresh tokens and the access tokens issued with them. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

const AccessTokenSchema = defineEntity({
  name: 'AccessToken',
  properties: {
    /** SHA-256 of the access token, in hex; the token itself is never stored. */
    digest: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(),
    expiresAt: p.datetime().index(),
  },
});

export class AccessToken extends AccessTokenSchema.class {}
AccessTokenSchema.setClass(AccessToken);

const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  properties: {
    /** SHA-256 of the refresh token, in hex; the token itself is never stored. */
    digest: p.text().primary(),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(),
    /** When a renewal replaced it; kept to recognise the use of a stolen token. */
    replacedAt: p.datetime().strictNullable(),
  },
});

export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);

const tokenScopes = ['read', 'write'] as const;
/** `write` includes reading. */
export type TokenScope = (typeof tokenScopes)[number];

const PersonalAccessTokenSchema = defineEntity({
  name: 'PersonalAccessToken',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    scope: p.enum(tokenScopes).default('write'),
    /** SHA-256 of the token, in hex; the token itself is never stored. */
    digest: p.text().unique(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** Updated at most once an hour, so that not every request writes. */
    lastUsedAt: p.datetime().strictNullable(),
    /** Address of the last recorded use. */
    lastUsedAddress: p.text().strictNullable(),
  },
});

/** A long-lived token that a user created for scripts. */
export class PersonalAccessToken extends PersonalAccessTokenSchema.class {}
PersonalAccessTokenSchema.setClass(PersonalAccessToken);

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** The seed of the codes, encrypted with `SECRET_KEY`. */
    secret: p.blob(),
    createdAt: p.datetime(),
    /** The 30-second step of the last accepted code: no code is accepted twice. Null before the first one. */
    lastStep: p.integer().strictNullable(),
  },
});

/** A user's authenticator app. In effect if `User.secondFactorAt` is set, pending otherwise. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** SHA-256 of the code, in hex. */
    digest: p.text().primary(),
  },
});

/** A recovery code that has not been used: its use deletes it. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

const AttemptCountSchema = defineEntity({
  name: 'AttemptCount',
  properties: {
    /** SHA-256 of the counted key, in hex: neither client addresses nor emails are stored. */
    key: p.text().primary(),
    count: p.integer(),
    /** End of the counting window. */
    endsAt: p.datetime().index(),
  },
});

/** A rate-limit counter. Shared by all processes, so that a limit holds across them. */
export class AttemptCount extends AttemptCountSchema.class {}
AttemptCountSchema.setClass(AttemptCount);

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    key: p.text().primary(),
    /** SHA-256 of the request, in hex. */
    requestDigest: p.text(),
    createdAt: p.datetime().index(),
    /** Null until the request has succeeded. */
    status: p.integer().strictNullable(),
    location: p.text().strictNullable(),
    body: p.text().strictNullable(),
  },
});

/** A key by which a client can repeat a request, with the response to the first one. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);

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
  'passkey_added',
  'passkey_removed',
  'passkey_cloned',
  'provider_connected',
  'provider_disconnected',
  'operator_session',
  'device_added',
  'device_removed',
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
