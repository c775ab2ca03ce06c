import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { NotificationChannel } from './notification-channel.entity.ts';

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const NotificationDeliverySchema = defineEntity({
  name: 'NotificationDelivery',
  indexes: [
    { properties: ['user', 'createdAt'] },
    { properties: ['channel', 'firstAttemptAt'] },
    { properties: ['createdAt'] },
  ],
  properties: {
    /** Also the id of the webhook message: the same for every attempt. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    channel: () => p.manyToOne(NotificationChannel).deleteRule('cascade'),
    signalIds: p.json().$type<string[]>(),
    status: p.enum(deliveryStatuses).default('pending'),
    attempts: p.integer().default(0),
    /** Null once the delivery has ended. */
    nextAttemptAt: p.datetime().strictNullable(),
    /** Counts against the limit of messages per hour. Null while more signals may join. */
    firstAttemptAt: p.datetime().strictNullable(),
    httpStatus: p.integer().strictNullable(),
    /** Why the last attempt failed: a sentence for the user. */
    error: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** A message of the outbox: inserted with its signals, sent by a worker. */
export class NotificationDelivery extends NotificationDeliverySchema.class {}
NotificationDeliverySchema.setClass(NotificationDelivery);
