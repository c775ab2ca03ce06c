import { ECDH } from 'node:crypto';
import type { z } from 'zod';
import type { Services } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { codePoints } from '../../primitives.ts';
import type { SubscriptionKeys } from '../send/web-push.ts';
import { maxTargetLength, type pushSubscription } from '../web-push-schemas.ts';

const incomplete = () => fieldError('subscription', 'Subscription is not complete');
const endpointError = (message: string) => fieldError('subscription.endpoint', message);

/** Bytes of a key; null if the text is not base64url. */
function readKey(text: string): Buffer | null {
  return /^[-_A-Za-z0-9]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

/** Whether the bytes are an uncompressed point of P-256. */
function isOnCurve(point: Buffer): boolean {
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** @throws AppError BAD_REQUEST */
function readKeys({ p256dh, auth }: SubscriptionKeys): SubscriptionKeys {
  const [point, secret] = [readKey(p256dh), readKey(auth)];
  if (!point || !secret || !isOnCurve(point) || secret.length !== 16) throw incomplete();
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

/**
 * Validates the subscription of a browser, and resolves the host of its push service.
 * @returns endpoint and keys as they are stored
 * @throws AppError BAD_REQUEST
 */
export async function readSubscription(
  { notifier }: Pick<Services, 'notifier'>,
  subscription: z.output<typeof pushSubscription>,
): Promise<{ endpoint: string; keys: SubscriptionKeys }> {
  const keys = readKeys(subscription.keys);
  if (codePoints(subscription.endpoint) > maxTargetLength) {
    throw endpointError(`Endpoint must be at most ${maxTargetLength.toLocaleString('en-US')} characters`);
  }
  const url = URL.parse(subscription.endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw endpointError('Endpoint must be an https:// address');
  }
  const refusal = await notifier.refusalOf(url);
  if (refusal !== null) throw endpointError(refusal);
  return { endpoint: url.href, keys };
}
