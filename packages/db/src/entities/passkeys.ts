import { defineEntity, p } from '@mikro-orm/core';
import { Session, User } from './accounts.ts';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** The authenticator's id of the key pair, in base64url. */
    credentialId: p.text().unique(),
    /** In COSE's format. */
    publicKey: p.blob(),
    /** Of signatures, as the authenticator counts them; 0 for one that does not. */
    counter: p.bigint('number'),
    transports: p.array().default([]),
    /** Whether the key pair is copied to other devices of its owner. */
    backedUp: p.boolean(),
    name: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().strictNullable(),
  },
});

/** The public half of a key pair with which a user signs in. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

const challengePurposes = ['add', 'sign_in', 'confirm'] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  properties: {
    /** SHA-256 of the challenge, in hex. */
    digest: p.text().primary(),
    purpose: p.enum(challengePurposes),
    /** The session that requested it; null for signing in. */
    session: () => p.manyToOne(Session).deleteRule('cascade').index().strictNullable(),
    expiresAt: p.datetime().index(),
  },
});

/** A challenge that an authenticator has to sign. The first answer deletes it. */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
