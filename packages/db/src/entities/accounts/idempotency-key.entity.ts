import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    key: p.text().primary(),
    /** SHA-256 of the request, in hex. */
    requestDigest: p.text(),
    createdAt: p.datetime().index(),
    /** Null until the request has succeeded. */
    status: p.integer().strictNullable(),
    location: p.text().strictNullable(),
    body: p.text().strictNullable(),
  },
});

/** A key by which a client can repeat a request, with the response to the first one. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
