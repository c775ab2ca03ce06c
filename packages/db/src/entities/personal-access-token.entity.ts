import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const PersonalAccessTokenSchema = defineEntity({
  name: 'PersonalAccessToken',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    /** SHA-256 of the token, hex: the token itself is nowhere. */
    digest: p.text().unique(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** To the hour, so that not every request writes. */
    lastUsedAt: p.datetime().strictNullable(),
  },
});

/** A token somebody made for a script of theirs. */
export class PersonalAccessToken extends PersonalAccessTokenSchema.class {}
PersonalAccessTokenSchema.setClass(PersonalAccessToken);
