import type { NotificationChannel } from '@stockbook/api/schemas';
import type { ApiClient } from '#lib/api/api-client.ts';
import { serverStatus } from '#lib/api/server-error.ts';
import type { Obstacle, PushBrowser, Subscription } from './push-browser.ts';

/** Key of the query of `readDeviceState`. */
export const deviceQueryKey = ['device'] as const;

const dayMs = 86_400_000;

/** The state of the browser as a device. */
export interface DeviceState {
  readonly obstacle: Obstacle | null;
  readonly permission: NotificationPermission;
  readonly isSubscribed: boolean;
  /** Id of the channel of this browser; null without one. */
  readonly channelId: string | null;
}

/** Reads the state of this browser. One that refuses to store anything receives no messages. */
export async function readDeviceState(browser: PushBrowser): Promise<DeviceState> {
  const none = { permission: 'default', isSubscribed: false, channelId: null } as const;
  const obstacle = browser.obstacle();
  if (obstacle !== null) return { obstacle, ...none };
  try {
    const [{ channelId }, subscription] = await Promise.all([browser.store.read(), browser.subscription()]);
    return {
      obstacle: null,
      permission: browser.permission(),
      isSubscribed: subscription !== null,
      channelId,
    };
  } catch {
    return { obstacle: 'unsupported', ...none };
  }
}

interface Registration {
  readonly subscription: Subscription;
  /** The channel as the server lists it; undefined if it does not. */
  readonly listed?: NotificationChannel | undefined;
}

/** The choices made by hand for a device whose subscription is another one now. */
function choicesOf({ name, device, shows_details }: NotificationChannel) {
  return { ...(name === device ? {} : { name }), shows_details: shows_details ?? true };
}

/** Sends the subscription to the server, and keeps the id of the channel. */
async function register(
  browser: PushBrowser,
  client: ApiClient,
  { subscription, listed }: Registration,
): Promise<void> {
  const { endpoint, keys } = subscription;
  const { id } = await client.notifications.createChannel.mutate({
    kind: 'web_push',
    subscription: { endpoint, keys },
    ...(listed && choicesOf(listed)),
  });
  await browser.store.write({ channelId: id, isSignedIn: true, endpoint, registeredAt: browser.now() });
  // The channel of the subscription before would stay on the list until its next message.
  if (listed && listed.id !== id) {
    await client.notifications.deleteChannel.mutate({ channelId: listed.id }).catch(() => {});
  }
}

const hasKey = ({ serverKey }: Subscription, key: string) => serverKey === null || serverKey === key;

/**
 * Makes this browser a device of the user; asks for the permission. Leaves no subscription behind if it fails.
 * @param serverKey of `webPush`, in base64url
 * @throws PushServiceError if the browser does not subscribe; the error of the server
 */
export async function turnOn(browser: PushBrowser, client: ApiClient, serverKey: string): Promise<void> {
  if ((await browser.requestPermission()) !== 'granted') return;
  await browser.withLock(async () => {
    const existing = await browser.subscription();
    if (existing && !hasKey(existing, serverKey)) await existing.end();
    const subscription = await browser.subscribe(serverKey);
    try {
      await register(browser, client, { subscription });
    } catch (error) {
      await subscription.end();
      throw error;
    }
  });
}

/** Deletes the channel of this browser, and ends its subscription. @throws the error of the server */
export async function turnOff(browser: PushBrowser, client: ApiClient, channelId: string): Promise<void> {
  await browser.withLock(async () => {
    try {
      await client.notifications.deleteChannel.mutate({ channelId });
    } catch (error) {
      // Another device has deleted it.
      if (serverStatus(error) !== 404) throw error;
    }
    await browser.end();
  });
}

/** Ends the subscription of this browser if the channel that was deleted is its own. */
export async function endIfDeleted(browser: PushBrowser, channelId: string): Promise<void> {
  if (browser.obstacle() !== null) return;
  if ((await browser.store.read()).channelId === channelId) await browser.end();
}

/** The outcome of a comparison; `stopped` once for each loss. */
type Comparison = 'unchanged' | 'registered' | 'stopped';

/** Notes that the subscription is lost. */
async function noteLoss({ store }: PushBrowser): Promise<Comparison> {
  const { registeredAt } = await store.read();
  await store.write({ registeredAt: 0 });
  return registeredAt === 0 ? 'unchanged' : 'stopped';
}

/** Subscribes again without a click, if the browser allows it. */
async function renew(
  browser: PushBrowser,
  client: ApiClient,
  { serverKey, ...registration }: Omit<Registration, 'subscription'> & { serverKey: string },
): Promise<Comparison> {
  if (browser.permission() !== 'granted') return noteLoss(browser);
  let subscription: Subscription;
  try {
    subscription = await browser.subscribe(serverKey);
  } catch {
    return noteLoss(browser);
  }
  await register(browser, client, { ...registration, subscription });
  return 'registered';
}

/**
 * Compares the subscription of this browser with what the server knows, and repairs what differs. Runs in one tab at a
 * time.
 * @throws the error of the server
 */
export async function compareDevice(browser: PushBrowser, client: ApiClient): Promise<Comparison> {
  if (browser.obstacle() !== null) return 'unchanged';
  return browser.withLock(async () => {
    const { channelId, endpoint, registeredAt } = await browser.store.read();
    if (channelId === null) return 'unchanged';
    await browser.store.write({ isSignedIn: true });
    if (browser.permission() === 'denied') return 'unchanged';
    const [{ public_key: serverKey }, { channels }] = await Promise.all([
      client.notifications.webPush.query(),
      client.notifications.listChannels.query(),
    ]);
    if (serverKey === null) return 'unchanged';
    const listed = channels.find(({ id }) => id === channelId);
    const subscription = await browser.subscription();
    if (!subscription || !hasKey(subscription, serverKey)) {
      await subscription?.end();
      return renew(browser, client, { serverKey, listed });
    }
    const isSame = subscription.endpoint === endpoint;
    if (isSame && !listed) {
      // Stopped by hand, on another device: the next start does not turn it on again.
      await browser.end();
      return 'stopped';
    }
    const isDue = browser.now() - registeredAt >= dayMs;
    if (isSame && listed?.is_this_device && !isDue) return 'unchanged';
    await register(browser, client, { subscription, listed });
    return 'registered';
  });
}
