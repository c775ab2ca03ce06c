import { defineEntity, p } from '@mikro-orm/core';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    /** The email as it is compared: without case. */
    emailKey: p.text().unique(),
    username: p.text(),
    /** The username as it is compared: without case. */
    usernameKey: p.text().unique(),
    firstName: p.text().strictNullable(),
    lastName: p.text().strictNullable(),
    /** An Argon2id hash in PHC form. */
    passwordHash: p.text(),
    createdAt: p.datetime(),
  },
});

/** Somebody with an account. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
