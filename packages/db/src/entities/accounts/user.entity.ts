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
    /** Argon2id, in PHC string format. */
    passwordHash: p.text(),
    createdAt: p.datetime(),
  },
});

/** A user account. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
