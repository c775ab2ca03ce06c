import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresAt: p.datetime().index(),
    createdAt: p.datetime(),
    /** Updated at most once in a quarter of an hour, so that not every request writes. */
    lastUsedAt: p.datetime(),
    /** Address of the last recorded use; null for a sign-in of a version that stored none. */
    address: p.text().strictNullable(),
    /** `Firefox on Linux`; null for a sign-in of a version that stored none. */
    client: p.text().strictNullable(),
    /** When the user last entered the password to confirm a sensitive operation. */
    confirmedAt: p.datetime().strictNullable(),
    /** Whether each renewal replaces the refresh token. */
    rotates: p.boolean().default(false),
  },
});

/** What a sign-in starts: refresh tokens and the access tokens issued with them. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
