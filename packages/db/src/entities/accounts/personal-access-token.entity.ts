import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const tokenScopes = ['read', 'write'] as const;
/** What a token may do: `write` includes reading. */
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
