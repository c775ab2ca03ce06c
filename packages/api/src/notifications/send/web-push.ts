import { hourMs } from '@stockbook/common/durations';
import { LRUCache } from 'lru-cache';
import type { RequestDetails } from 'web-push';
import { z } from 'zod';
import type { DeviceDestination, OutgoingMessage, PushFacts, SendResult } from './destination.ts';
import { textOf } from './message-text.ts';
import type { Posting } from './post.ts';
import type { VapidKeys } from './vapid.ts';

/** The keys of a subscription in base64url, as the secret of its channel. */
const subscriptionKeys = z.object({ p256dh: z.string(), auth: z.string() });
export type SubscriptionKeys = z.infer<typeof subscriptionKeys>;

function readSubscriptionKeys(secret: string): SubscriptionKeys {
  return subscriptionKeys.parse(JSON.parse(secret));
}

/** The identity of this server for push services. */
export interface VapidDetails extends VapidKeys {
  readonly subject: string;
}

/** Push services take 4,096 bytes with the encryption. */
const maxTextBytes = 3_000;

/** Cuts a line that alone is too long. */
function cut(line: string, fits: (text: string) => boolean): string {
  const characters = Array.from(line);
  let [kept, length] = [0, characters.length];
  while (kept < length) {
    const middle = Math.ceil((kept + length) / 2);
    if (fits(`${characters.slice(0, middle).join('')}…`)) kept = middle;
    else length = middle - 1;
  }
  return `${characters.slice(0, kept).join('')}…`;
}

/** The plain text of a message: JSON of at most 3,000 bytes, with as many whole lines as fit. */
export function pushText(
  { channelId, showsDetails }: Pick<DeviceDestination, 'channelId' | 'showsDetails'>,
  { id, title, lines }: Pick<OutgoingMessage, 'id' | 'title' | 'lines'>,
  { path, at, unread, signalCount }: Omit<PushFacts, 'timeToLiveS' | 'urgency'>,
): string {
  const write = (text: { title: string; body: string; url: string }) =>
    JSON.stringify({ v: 1, to: channelId, ...text, tag: id, at: at.getTime(), unread });
  if (!showsDetails && signalCount !== null) {
    const body = signalCount === 1 ? '1 new signal' : `${signalCount} new signals`;
    return write({ title: 'Stockbook', body, url: '/signals' });
  }
  const writeBody = (body: string) => write({ title, body, url: path });
  const fits = (body: string) => Buffer.byteLength(writeBody(body)) <= maxTextBytes;
  const body = textOf(lines, fits);
  return writeBody(fits(body) ? body : cut(body, fits));
}

/** The meanings of statuses of a push service. */
const refusal = (status: number) =>
  `The push service refuses this server (${status}): check PUBLIC_URL or MAIL_FROM`;
const cancelled = (status: number) => `The browser has cancelled notifications on this device (${status})`;
const tooLarge = 413;
const failures: Readonly<Record<number, string>> = {
  400: refusal(400),
  401: refusal(401),
  403: `${refusal(403)}, or the server's clock`,
  404: cancelled(404),
  410: cancelled(410),
  [tooLarge]: 'The push service refuses the size of the message (413)',
};
const cancellations: readonly (number | null)[] = [404, 410];
const finalFailures: readonly (number | null)[] = [400, 401, 403, tooLarge];

const contentEncoding = 'aes128gcm';

/**
 * `authorization` headers by server and push service: signing takes a third of the time of encrypting. A signature is
 * valid for twelve hours. Anybody can name an origin as that of a push service.
 */
const signatures = new LRUCache<string, string>({ max: 100, ttl: hourMs });

/** Signs requests to a push service (RFC 8292). */
function authorizationFor(
  { getVapidHeaders }: typeof import('web-push'),
  origin: string,
  { subject, publicKey, privateKey }: VapidDetails,
): string {
  const key = JSON.stringify([origin, subject, publicKey]);
  const known = signatures.get(key);
  if (known !== undefined) return known;
  const { Authorization: authorization } = getVapidHeaders(
    origin,
    subject,
    publicKey,
    privateKey,
    contentEncoding,
  );
  signatures.set(key, authorization);
  return authorization;
}

/** Encrypts a message (RFC 8291) with a new key and salt. */
export async function webPushPosting(
  destination: DeviceDestination,
  message: OutgoingMessage,
  vapid: VapidDetails,
): Promise<Posting> {
  const { target, secret } = destination;
  if (secret === null || !message.push) throw new Error('A device needs its keys and the facts of a push');
  const { timeToLiveS, urgency } = message.push;
  // Loaded with the first push: most servers send none.
  const { default: webPush } = await import('web-push');
  const url = new URL(target);
  const authorization = authorizationFor(webPush, url.origin, vapid);
  const details: RequestDetails & { body: Buffer } = webPush.generateRequestDetails(
    { endpoint: target, keys: readSubscriptionKeys(secret) },
    pushText(destination, message, message.push),
    { headers: { authorization }, TTL: timeToLiveS, urgency, contentEncoding },
  );
  const headers = Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    url,
    headers: Object.fromEntries(headers),
    body: details.body,
    failures,
    isOneOfMany: true,
  };
}

/** Sends a message to a device; once again without details if the push service finds it too large. */
export async function sendPush(
  destination: DeviceDestination,
  message: OutgoingMessage,
  vapid: VapidDetails,
  post: (posting: Posting) => Promise<SendResult>,
): Promise<SendResult> {
  const attempt = async (showsDetails: boolean) =>
    post(await webPushPosting({ ...destination, showsDetails }, message, vapid));
  let result = await attempt(destination.showsDetails);
  const hasDetails = destination.showsDetails && message.push?.signalCount !== null;
  if (result.httpStatus === tooLarge && hasDetails) result = await attempt(false);
  if (result.isDelivered) return result;
  const { httpStatus } = result;
  return {
    ...result,
    ...(finalFailures.includes(httpStatus) && { isFinal: true }),
    ...(cancellations.includes(httpStatus) && { isCancelled: true }),
  };
}
