import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Destination, OutgoingMessage } from './destination.ts';
import type { Posting } from './post.ts';

/** Makes the signing secret of a webhook: 256 bits, as Standard Webhooks writes them. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A signed message of Standard Webhooks 1.0. The timestamp is that of the attempt: receivers reject old ones. */
export function webhookPosting(
  { target, secret }: Destination,
  { id, payload }: OutgoingMessage,
  now: Date,
): Posting {
  if (secret === null) throw new Error('A webhook needs its signing secret');
  return {
    url: new URL(target),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, payload),
    },
    body: payload,
  };
}
