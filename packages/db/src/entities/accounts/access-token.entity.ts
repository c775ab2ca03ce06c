import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './session.entity.ts';
import { User } from './user.entity.ts';

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

/** A Lucia session: one access token. */
export class AccessToken extends AccessTokenSchema.class {}
AccessTokenSchema.setClass(AccessToken);
