import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** SHA-256 of the code, in hex. */
    digest: p.text().primary(),
  },
});

/** A recovery code that has not been used: its use deletes it. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
