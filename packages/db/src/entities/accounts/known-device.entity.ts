import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** SHA-256 of the device's secret, in hex. */
    digest: p.text().primary().index(),
    expiresAt: p.datetime().index(),
  },
});

/** A browser in which a user has signed in. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
