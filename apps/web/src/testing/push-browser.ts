import type { PushBrowser, Subscription } from '#pwa/push/push-browser.ts';
import type { Device } from '../service-worker/device-store.ts';

/** The server's key in the tests. */
export const serverKey =
  'BIQPnyTgBe-g6xOJcwShmVC0LJMHIXpCi-XnVkTF3YxqKPe6dx1Bj4rtN5GME_T9rnbaaNx7aZLPljKd46K22Ls';

/** The state of a fake browser, which tests read and change. */
export interface FakeBrowserState {
  device: Device;
  /** Endpoint of the subscription; null without one. */
  endpoint: string | null;
  /** The key with which it was subscribed. */
  subscribedKey: string | null;
  permission: NotificationPermission;
  /** The answer to the question for the permission. */
  answer: NotificationPermission;
  /** The endpoint of the next subscription; an error if the push service cannot be reached. */
  nextEndpoint: string | Error;
  obstacle: ReturnType<PushBrowser['obstacle']>;
  questions: number;
  now: number;
}

/** A browser that keeps subscription and device in memory. */
export function fakePushBrowser(changes: Partial<FakeBrowserState> = {}) {
  const nobody: Device = { channelId: null, isSignedIn: false, endpoint: null, registeredAt: 0 };
  const state: FakeBrowserState = {
    device: nobody,
    endpoint: null,
    subscribedKey: serverKey,
    permission: 'default',
    answer: 'granted',
    nextEndpoint: 'https://push.example.com/send/1',
    obstacle: null,
    questions: 0,
    now: 1_795_000_000_000,
    ...changes,
  };
  const end = async () => {
    state.endpoint = null;
  };
  const subscriptionAt = (endpoint: string): Subscription => ({
    endpoint,
    serverKey: state.subscribedKey,
    keys: { p256dh: 'p256dh', auth: 'auth' },
    end,
  });
  const browser: PushBrowser = {
    obstacle: () => state.obstacle,
    permission: () => state.permission,
    async requestPermission() {
      state.questions += 1;
      if (state.permission === 'default') state.permission = state.answer;
      return state.permission;
    },
    subscription: async () => (state.endpoint === null ? null : subscriptionAt(state.endpoint)),
    async subscribe(key) {
      if (state.nextEndpoint instanceof Error) throw state.nextEndpoint;
      state.endpoint ??= state.nextEndpoint;
      state.subscribedKey = key;
      return subscriptionAt(state.endpoint);
    },
    async end() {
      state.endpoint = null;
      state.device = nobody;
    },
    store: {
      read: async () => state.device,
      async write(fields) {
        state.device = { ...state.device, ...fields };
      },
    },
    withLock: (task) => task(),
    now: () => state.now,
  };
  return { state, browser };
}

/** Endpoint and channel of a browser that is a device already. */
export function registeredBrowser(channelId: string, changes: Partial<FakeBrowserState> = {}) {
  const endpoint = 'https://push.example.com/send/0';
  const now = 1_795_000_000_000;
  return fakePushBrowser({
    device: { channelId, isSignedIn: true, endpoint, registeredAt: now },
    endpoint,
    permission: 'granted',
    now,
    ...changes,
  });
}
