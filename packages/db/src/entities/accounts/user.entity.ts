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
    /** Null if it is still that of the sign-up. */
    passwordChangedAt: p.datetime().strictNullable(),
    /** End of the validity of a generated password, which permits only choosing another; null for a chosen one. */
    mustChangePasswordUntil: p.datetime().strictNullable(),
    /** When two-step sign-in was turned on; null while it is off. */
    secondFactorAt: p.datetime().strictNullable(),
    /** When the operator disabled the account. */
    disabledAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** A user account. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
