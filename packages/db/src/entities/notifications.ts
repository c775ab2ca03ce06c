import { defineEntity, p } from '@mikro-orm/core';
import { Session, User } from './accounts.ts';

const channelKinds = ['webhook', 'ntfy', 'apprise', 'email', 'web_push'] as const;
export type ChannelKind = (typeof channelKinds)[number];

const NotificationChannelSchema = defineEntity({
  name: 'NotificationChannel',
  indexes: [
    { properties: ['user', 'createdAt'] },
    {
      name: 'notification_channel_last_seen_at_index',
      expression:
        "create index notification_channel_last_seen_at_index on notification_channel (last_seen_at) where kind = 'web_push'",
    },
  ],
  uniques: [{ properties: ['confirmationDigest'] }, { properties: ['endpointDigest'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    kind: p.enum(channelKinds),
    name: p.text(),
    /** A URL, or an email address. The endpoint of a device, which is never shown whole. */
    target: p.text(),
    /**
     * The signing secret of a webhook, the access token of ntfy or the keys of a device, encrypted with `SECRET_KEY`.
     */
    secret: p.blob().strictNullable(),
    isActive: p.boolean(),
    /** Null for an email address that its owner has not confirmed. */
    confirmedAt: p.datetime().strictNullable(),
    /** SHA-256 of the token in the confirmation link, or HMAC of the code. */
    confirmationDigest: p.text().strictNullable(),
    /** The end of the link or code that was requested last; null if none was. */
    confirmationExpiresAt: p.datetime().strictNullable(),
    /** How often a code was entered since the last one was sent. */
    confirmationTries: p.integer().default(0),
    lastOkAt: p.datetime().strictNullable(),
    /** A sentence for the user; null after a success. */
    lastError: p.text().strictNullable(),
    /** The time of the first failure since the last success. */
    failingSince: p.datetime().strictNullable(),
    /** SHA-256 of the endpoint of a device, in hex: a browser belongs to one account. Null otherwise, like the next. */
    endpointDigest: p.text().strictNullable(),
    /** The sign-in that registered the device last; null once it has expired. */
    session: () => p.manyToOne(Session).nullable().deleteRule('set null').index(),
    /** `Chrome on Android`. */
    device: p.text().strictNullable(),
    /** When Stockbook was last opened on the device, accurate to a day. */
    lastSeenAt: p.datetime().strictNullable(),
    /** When the user was asked to open Stockbook there, since it was opened last. */
    remindedAt: p.datetime().strictNullable(),
    /** Whether the lock screen of the device shows symbols and prices. */
    showsDetails: p.boolean().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A way by which a user receives signals besides the inbox. */
export class NotificationChannel extends NotificationChannelSchema.class {}
NotificationChannelSchema.setClass(NotificationChannel);

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const NotificationDeliverySchema = defineEntity({
  name: 'NotificationDelivery',
  indexes: [
    { properties: ['user', 'createdAt'] },
    { properties: ['channel', 'firstAttemptAt'] },
    { properties: ['createdAt'] },
    {
      name: 'notification_delivery_pending_index',
      expression:
        "create index notification_delivery_pending_index on notification_delivery (next_attempt_at) where status = 'pending'",
    },
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
