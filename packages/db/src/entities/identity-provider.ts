import { defineEntity, p } from '@mikro-orm/core';
import { Session, User } from './accounts.ts';

const ProviderConnectionSchema = defineEntity({
  name: 'ProviderConnection',
  uniques: [{ properties: ['user', 'issuer'] }],
  properties: {
    issuer: p.text().primary(),
    /** The provider's id of the person, which never changes. */
    subject: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    createdAt: p.datetime(),
  },
});

/** A person at an identity provider who signs in as a user. */
export class ProviderConnection extends ProviderConnectionSchema.class {}
ProviderConnectionSchema.setClass(ProviderConnection);

const ProviderSessionSchema = defineEntity({
  name: 'ProviderSession',
  indexes: [{ properties: ['issuer', 'subject'] }],
  properties: {
    session: () => p.manyToOne(Session).primary().deleteRule('cascade'),
    issuer: p.text(),
    subject: p.text(),
    /** The provider's id of its own session; null if it has sent none. */
    providerSessionId: p.text().strictNullable(),
  },
});

/** How a session began at an identity provider, which may end it. */
export class ProviderSession extends ProviderSessionSchema.class {}
ProviderSessionSchema.setClass(ProviderSession);

const SignInCodeSchema = defineEntity({
  name: 'SignInCode',
  properties: {
    /** SHA-256 of the code, in hex. */
    digest: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the secret of the browser that began the sign-in, in hex; null for a code of the operator. */
    browserDigest: p.text().strictNullable(),
    /** Null for a code of the operator. */
    issuer: p.text().strictNullable(),
    subject: p.text().strictNullable(),
    providerSessionId: p.text().strictNullable(),
    /** When the person last proved at the provider who they are; null if it does not say. */
    authenticatedAt: p.datetime().strictNullable(),
    expiresAt: p.datetime().index(),
  },
});

/** A code that a page exchanges for a sign-in: no token stands in an address. Its use deletes it. */
export class SignInCode extends SignInCodeSchema.class {}
SignInCodeSchema.setClass(SignInCode);

const UsedSecretSchema = defineEntity({
  name: 'UsedSecret',
  properties: {
    /** SHA-256, in hex. */
    digest: p.text().primary(),
    /** When the secret would have ended by itself. */
    expiresAt: p.datetime().index(),
  },
});

/** The state of an authorization request or the id of a logout token, which are good once. */
export class UsedSecret extends UsedSecretSchema.class {}
UsedSecretSchema.setClass(UsedSecret);
