import { z } from 'zod';
import { isStorable } from '../primitives.ts';

/** The longest URL or address of a channel. */
export const maxTargetLength = 2_000;

const incomplete = 'Subscription is not complete';

const subscriptionText = z.string(incomplete).refine(isStorable, { error: incomplete, abort: true });

export const pushSubscription = z
  .object(
    {
      endpoint: subscriptionText.meta({
        maxLength: maxTargetLength,
        description: 'The address of the push service for this browser',
        examples: ['https://push.example.com/send/EXAMPLE-EXAMPLE-EXAMPLE'],
      }),
      keys: z.object(
        {
          p256dh: subscriptionText.meta({
            description:
              'A point of P-256, uncompressed: 65 bytes in base64url. Stored encrypted, never returned',
            examples: [
              'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            ],
          }),
          auth: subscriptionText.meta({
            description: '16 bytes in base64url. Stored encrypted, never returned',
            examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
          }),
        },
        incomplete,
      ),
    },
    incomplete,
  )
  .meta({ id: 'PushSubscription', description: 'Of a browser, as `PushSubscription.toJSON()` returns it' });

export const showsDetails = z.boolean('shows_details must be true or false').meta({
  description:
    'Of a device: whether its lock screen shows symbols and prices, or only the number of new signals',
  examples: [true],
});

export const webPushState = z
  .object({
    is_offered: z.boolean().meta({ examples: [true] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not offered', examples: [null] }),
    public_key: z
      .string()
      .nullable()
      .meta({
        description: 'The key of this server, 65 bytes in base64url; null if it is not offered',
        examples: ['BIQPnyTgBe-g6xOJcwShmVC0LJMHIXpCi-XnVkTF3YxqKPe6dx1Bj4rtN5GME_T9rnbaaNx7aZLPljKd46K22Ls'],
      }),
  })
  .meta({ id: 'WebPushState' });
