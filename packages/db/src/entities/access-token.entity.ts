import { defineEntity, p } from '@mikro-orm/core';
import { SignIn } from './session.entity.ts';
import { User } from './user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  properties: {
    /** SHA-256 of the access token, in hex; the token itself is never stored. */
    digest: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    signIn: () => p.manyToOne(SignIn).deleteRule('cascade').index(),
    expiresAt: p.datetime().index(),
  },
});

/** A Lucia session: one access token. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
