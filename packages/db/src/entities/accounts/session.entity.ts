import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the refresh token, in hex; the token itself is never stored. */
    refreshDigest: p.text().unique(),
    expiresAt: p.datetime().index(),
    createdAt: p.datetime(),
  },
});

/** What a sign-in starts: a refresh token and the access tokens issued with it. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
