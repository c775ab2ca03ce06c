import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './session.entity.ts';

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

/** A refresh token of a session. */
export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);
