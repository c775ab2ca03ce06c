import { z } from 'zod';
import {
  codePoints,
  count,
  opaqueId,
  paging,
  requiredName,
  requiredText,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';
import { maxTargetLength, pushSubscription, showsDetails } from './web-push-schemas.ts';

export const maxChannels = 20;

const kinds = ['webhook', 'ntfy', 'apprise', 'email', 'web_push'] as const;

const channelKind = z.enum(kinds, 'Kind must be webhook, ntfy, apprise, email or web_push').meta({
  description:
    '`webhook`: Standard Webhooks 1.0. `ntfy`: a topic. `apprise`: a configuration of an Apprise API server. `email`: only if the operator has set `SMTP_URL`. `web_push`: a device, which its browser registers',
  examples: ['ntfy'],
});

const target = requiredText('Target')
  .refine((value) => codePoints(value) <= maxTargetLength, {
    error: `Target must be at most ${maxTargetLength.toLocaleString('en-US')} characters`,
  })
  .meta({
    minLength: 1,
    maxLength: maxTargetLength,
    description:
      'The URL of a webhook, `https://server/topic` of ntfy, `https://server/notify/key` of Apprise, or an email address. Plain http is allowed only for hosts in `NOTIFY_ALLOW_HOSTS`',
    examples: ['https://ntfy.sh/my-stock-signals'],
  });

const maxTokenLength = 500;

/** Visible ASCII: it is sent in a header. */
const ntfyToken = text('Token')
  .refine((value) => value.length <= maxTokenLength && /^[!-~]+$/.test(value), {
    error: `Token must be 1 to ${maxTokenLength} characters without blanks`,
  })
  .nullable()
  .meta({
    minLength: 1,
    maxLength: maxTokenLength,
    format: 'password',
    description: 'Access token of a protected ntfy topic. Stored encrypted, never returned',
    examples: ['tk_EXAMPLEEXAMPLEEXAMPLEEXAMPLE'],
  });

const isActive = z.boolean('is_active must be true or false');

const channelFields = {
  id: uuid,
  kind: channelKind,
  name: z.string().meta({ examples: ['My phone'] }),
  target: z.string().meta({
    description: 'Of a device, only the push service and the end of the address',
    examples: ['https://ntfy.sh/my-stock-signals'],
  }),
  is_active: z
    .boolean()
    .meta({ description: 'Becomes false after five days of failure, or if a target returns 410' }),
  is_confirmed: z.boolean().meta({
    description:
      'False for an email address until its owner has confirmed it: nothing else is sent to it before',
    examples: [true],
  }),
  confirmation: z
    .enum(['link', 'code'])
    .nullable()
    .meta({
      description:
        'What the confirmation email contains: a link to open, or a code for **confirmChannelByCode**. Null if the channel needs no confirmation',
      examples: [null],
    }),
  confirmation_expires_at: timestamp.nullable().meta({
    description: 'End of the link or code that was requested last; null if there is none',
    examples: [null],
  }),
  has_secret: z.boolean().meta({
    description: 'Whether the webhook signs its messages, or ntfy has an access token',
    examples: [true],
  }),
  device: z
    .string()
    .nullable()
    .meta({ description: 'Browser and system of a device; null otherwise', examples: ['Chrome on Android'] }),
  is_this_device: z.boolean().meta({
    description: 'Whether the sign-in of the request has registered the device',
    examples: [false],
  }),
  last_seen_at: timestamp.nullable().meta({
    description:
      'When Stockbook was last opened on the device, accurate to a day; null otherwise. After 60 days it is deleted',
  }),
  shows_details: showsDetails.nullable(),
  last_ok_at: timestamp.nullable().meta({ description: 'Time of the last message that arrived' }),
  last_error: z
    .string()
    .nullable()
    .meta({ description: 'Why the last message failed; null if it arrived', examples: [null] }),
  failing_since: timestamp
    .nullable()
    .meta({ description: 'Time of the first failure since the last success', examples: [null] }),
  created_at: timestamp,
  updated_at: timestamp,
};

export const notificationChannel = z.object(channelFields).meta({ id: 'NotificationChannel' });
export type NotificationChannel = z.infer<typeof notificationChannel>;

export const savedChannel = z
  .object({
    ...channelFields,
    secret: z
      .string()
      .nullable()
      .meta({
        description:
          'The signing secret of a webhook, only in the response that created it or changed its target. Null otherwise',
        examples: [null],
      }),
  })
  .meta({ id: 'SavedNotificationChannel' });
export type SavedChannel = z.infer<typeof savedChannel>;

export const createChannelInput = z
  .object({
    kind: channelKind,
    name: requiredName('Name', 100)
      .meta({ description: 'Optional for a device: that of its browser', examples: ['My phone'] })
      .optional(),
    target: target.optional(),
    token: ntfyToken.optional(),
    subscription: pushSubscription.optional(),
    shows_details: showsDetails.optional(),
  })
  .meta({
    id: 'NewNotificationChannel',
    examples: [{ kind: 'ntfy', name: 'My phone', target: 'https://ntfy.sh/my-stock-signals' }],
  });

type NewChannel = z.output<typeof createChannelInput>;
/** The input for a channel of kind `web_push`. */
export type NewDevice = Pick<NewChannel, 'name' | 'shows_details'> & {
  readonly subscription: NonNullable<NewChannel['subscription']>;
};

const channelId = opaqueId.meta({ description: 'Id of a channel' });

export const channelInput = z.object({ channelId });

export const updateChannelInput = z
  .object({
    channelId,
    name: requiredName('Name', 100)
      .meta({ examples: ['My phone'] })
      .optional(),
    target: target
      .meta({ description: 'A changed target gets a new signing secret and loses its access token' })
      .optional(),
    token: ntfyToken.optional(),
    is_active: isActive.optional(),
    shows_details: showsDetails.optional(),
  })
  .meta({ id: 'NotificationChannelChanges' });

export const listChannelsInput = z.object({ ...paging });

export const channelList = z
  .object({
    channels: z.array(notificationChannel).meta({ description: 'Newest first' }),
    total: totalCount,
    kinds: z
      .array(channelKind)
      .meta({ description: 'The kinds that this server offers', examples: [['webhook', 'ntfy', 'apprise']] }),
  })
  .meta({ id: 'NotificationChannelList' });

const httpStatus = z
  .number()
  .int()
  .min(100)
  .max(999)
  .nullable()
  .meta({
    description: 'HTTP status of the target; null if it did not answer, and for email',
    examples: [200],
  });

export const channelTest = z
  .object({
    delivered: z.boolean().meta({ examples: [true] }),
    http_status: httpStatus,
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the test failed', examples: [null] }),
  })
  .meta({ id: 'NotificationChannelTest' });
export type ChannelTest = z.infer<typeof channelTest>;

export const confirmChannelInput = z
  .object({
    token: requiredText('Token')
      .refine((value) => value.length <= 512, 'The link is not valid')
      .meta({
        maxLength: 512,
        description: 'From the link in the confirmation email',
        examples: ['EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA'],
      }),
  })
  .meta({ id: 'ChannelConfirmation' });

export const confirmByCodeInput = z
  .object({
    channelId,
    code: requiredText('Code')
      .refine((value) => value.length <= 100, 'Code must be at most 100 characters')
      .meta({
        maxLength: 100,
        description: 'Six digits, from the confirmation email',
        examples: ['492039'],
      }),
  })
  .meta({ id: 'ChannelConfirmationCode' });

const deliveryStatus = z
  .enum(['pending', 'delivered', 'failed'], 'status must be pending, delivered or failed')
  .meta({ examples: ['delivered'] });

export const delivery = z
  .object({
    id: uuid.meta({ description: 'Also the `webhook-id` of every attempt' }),
    channel_id: uuid,
    channel_name: z.string().meta({ examples: ['My phone'] }),
    kind: channelKind,
    signal_ids: z.array(uuid).meta({ description: 'The signals in the message' }),
    status: deliveryStatus,
    attempts: count.meta({ examples: [1] }),
    next_attempt_at: timestamp
      .nullable()
      .meta({ description: 'Null if the delivery has ended', examples: [null] }),
    http_status: httpStatus,
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed', examples: [null] }),
    created_at: timestamp,
  })
  .meta({ id: 'NotificationDelivery' });
export type Delivery = z.infer<typeof delivery>;

export const listDeliveriesInput = z.object({
  channel_id: opaqueId.meta({ description: 'Only deliveries of this channel' }).optional(),
  status: deliveryStatus.meta({ description: 'Only deliveries with this status' }).optional(),
  ...paging,
});

export const deliveryList = z
  .object({
    deliveries: z.array(delivery).meta({ description: 'Of the last 30 days, newest first' }),
    total: totalCount,
  })
  .meta({ id: 'NotificationDeliveryList' });

export const deliveryInput = z.object({ deliveryId: opaqueId.meta({ description: 'Id of a delivery' }) });
