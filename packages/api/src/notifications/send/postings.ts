import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Destination, OutgoingMessage } from './destination.ts';
import { textOf, textWithLink } from './message-text.ts';
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

/** ntfy turns longer messages into attachments. */
const maxMessageBytes = 4_000;

/** A message in ntfy's JSON form, which is sent to the server's root: headers could not carry every character. */
export function ntfyPosting(
  { target, secret }: Destination,
  { title, lines, link }: OutgoingMessage,
): Posting {
  const url = new URL(target);
  const [path = '', topic = ''] = url.pathname.match(/^(.*\/)([^/]+)\/?$/)?.slice(1) ?? [];
  return {
    url: new URL(path, url),
    headers: {
      'content-type': 'application/json',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({
      topic,
      title,
      message: textOf(lines, (text) => Buffer.byteLength(text) <= maxMessageBytes),
      ...(link === null ? {} : { click: link }),
    }),
  };
}

/** A message for `/notify/{key}` of an Apprise API server, which passes it to the services configured there. */
export function apprisePosting({ target }: Destination, message: OutgoingMessage): Posting {
  return {
    url: new URL(target),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      title: message.title,
      body: textWithLink(message),
      type: 'info',
      format: 'text',
    }),
    failures: {
      204: 'Apprise has no configuration for this key (204)',
      424: 'Apprise could not notify all services (424)',
    },
  };
}
