import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** The seed of the codes, encrypted with `SECRET_KEY`. */
    secret: p.blob(),
    createdAt: p.datetime(),
    /** The 30-second step of the last accepted code: no code is accepted twice. Null before the first one. */
    lastStep: p.integer().strictNullable(),
  },
});

/** A user's authenticator app. In effect if `User.secondFactorAt` is set, pending otherwise. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);
