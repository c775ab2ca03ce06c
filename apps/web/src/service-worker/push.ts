import type { Device } from './device-store.ts';
import { isPathOf, type PageMessage } from './messages.ts';

/** The text of a push message: see `pushText` of the server. */
interface PushText {
  /** Id of the channel that it was sent to. */
  readonly to: string;
  readonly title: string;
  readonly body: string;
  /** A path of this origin. */
  readonly url: string;
  /** Id of the delivery: a repeated attempt replaces the notification. */
  readonly tag: string;
  /** Time of the signal, in milliseconds since 1970. */
  readonly at: number;
  readonly unread: number;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** In milliseconds since 1970. */
  readonly timestamp: number;
  /** The path that a click opens. */
  readonly url: string;
}

export interface PushSurroundings {
  readonly origin: string;
  readonly now: () => number;
  readonly readDevice: () => Promise<Device>;
  readonly show: (notification: ShownNotification) => Promise<void>;
  /** Ends the subscription of this browser. */
  readonly endSubscription: () => Promise<void>;
  /** Zero removes the badge. Does nothing if the system has none. */
  readonly setBadge: (count: number) => Promise<void>;
  /** Sends a message to all pages. */
  readonly broadcast: (message: PageMessage) => Promise<void>;
}

/** In characters. A service of its own could send more than this server does. */
const [maxTitleLength, maxBodyLength, maxTagLength] = [200, 3000, 200];
/** In milliseconds: the last day that a browser can show. */
const maxTime = 8.64e15;

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength;

const isCount = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;

/** Checks the text of a message. @returns null if it does not fit */
function parseText(text: string, origin: string): PushText | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { v, to, title, body, url, tag, at, unread }: { [Field in keyof PushText | 'v']?: unknown } = parsed;
  const fits =
    v === 1 &&
    isText(to, maxTagLength) &&
    isText(title, maxTitleLength) &&
    isText(body, maxBodyLength) &&
    isText(tag, maxTagLength) &&
    isPathOf(origin, url) &&
    isCount(at, maxTime) &&
    isCount(unread, Number.MAX_SAFE_INTEGER);
  return fits ? { to, title, body, url, tag, at, unread } : null;
}

const inbox = '/signals';

/** Runs what may fail without a consequence: the notification is shown already. */
async function attempt(...tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  await Promise.allSettled(tasks.map(async (task) => task()));
}

/**
 * Shows a notification for a push message, whatever it contains: browsers count messages without one, and Safari ends
 * the subscription after three.
 * @param readText reads the decrypted message; may throw
 */
export async function onPush(readText: () => string, surroundings: PushSurroundings): Promise<void> {
  const { origin, now, readDevice, show, endSubscription, setBadge, broadcast } = surroundings;
  const showWords = (body: string, tag: string) =>
    show({ title: 'Stockbook', body, tag, timestamp: now(), url: inbox });
  const showSignIn = () => showWords('Sign in to see what is new', 'sign-in');

  // A store that cannot be read says nothing of the subscription, which stays.
  const device = await readDevice().catch(() => null);
  if (device?.channelId === null) {
    await showSignIn();
    return attempt(endSubscription);
  }
  if (!device?.isSignedIn) return showSignIn();

  let text: PushText | null = null;
  try {
    text = parseText(readText(), origin);
  } catch {
    // The bytes are no text.
  }
  if (text === null) {
    await showWords('Open to see what is new', 'unreadable');
  } else if (text.to !== device.channelId) {
    await showSignIn();
    return attempt(endSubscription);
  } else {
    const { title, body, tag, at, url, unread } = text;
    await show({ title, body, tag, timestamp: at, url });
    await attempt(() => setBadge(unread));
  }
  await attempt(() => broadcast({ word: 'refresh' }));
}

export interface PageWindow {
  /** Sends a message. @returns whether the page has acted on it within a second */
  readonly ask: (message: PageMessage) => Promise<boolean>;
  readonly focus: () => Promise<unknown>;
}

export interface ClickSurroundings {
  readonly origin: string;
  readonly close: () => void;
  /** The open windows of Stockbook, the one last used first. */
  readonly listWindows: () => Promise<readonly PageWindow[]>;
  readonly openWindow: (url: string) => Promise<unknown>;
}

/**
 * Opens the path of a notification in an open window, or in a new one if no page answers: signed-out pages do not.
 * @param url of the notification; not checked
 */
export async function onNotificationClick(
  url: unknown,
  { origin, close, listWindows, openWindow }: ClickSurroundings,
): Promise<void> {
  close();
  const path = isPathOf(origin, url) ? url : inbox;
  const [window] = await listWindows();
  // The answer comes first: browsers permit one window to be focused or opened for a click.
  if (window && (await window.ask({ word: 'open', url: path }))) await attempt(window.focus);
  else await openWindow(path);
}

/**
 * Notes that the browser has replaced the subscription: the next page registers it. The worker has no token.
 * @param writeDevice changes what is stored of this browser
 */
export async function onSubscriptionChange(
  writeDevice: (changes: Partial<Device>) => Promise<void>,
): Promise<void> {
  await attempt(() => writeDevice({ endpoint: null }));
}
