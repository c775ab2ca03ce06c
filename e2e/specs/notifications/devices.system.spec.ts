import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { type PushService, startPushService } from '@stockbook/testing';
import { becomeDevice, changeDevice, isSubscribed } from '../../support/data/devices.ts';
import { runServer } from '../../support/own-server.ts';
import { type Account, signInAgain } from '../../support/session.ts';
import { test as base, expect } from '../../support/test.ts';

/** The program beside a push service whose certificate it trusts. */
const test = base.extend<object, { pushService: PushService; program: { url: string } }>({
  pushService: [
    async ({ browser: _ }, use) => {
      const pushService = await startPushService();
      await use(pushService);
      pushService.close();
    },
    { scope: 'worker' },
  ],
  program: [
    ({ pushService }, use) =>
      runServer(async (folder) => {
        const certificate = join(folder, 'push-service.pem');
        await writeFile(certificate, pushService.certificate);
        return {
          PUBLIC_URL: 'https://stocks.example.com',
          NOTIFY_ALLOW_HOSTS: 'localhost',
          NODE_EXTRA_CA_CERTS: certificate,
        };
      }, use),
    { scope: 'worker' },
  ],
  serverUrl: [({ program }, use) => use(program.url), { scope: 'worker' }],
  // The parts of the app are loaded when a page is idle, like the code of the other pages.
  preloads: true,
  serviceWorkers: 'allow',
});

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly data: { readonly url: string };
}

declare global {
  /** The scope of the worker, whose types are not those of pages. */
  interface Window {
    shown?: Shown[];
    badges?: number[];
    registration?: {
      showNotification: (title: string, options: Omit<Shown, 'title'>) => Promise<void>;
    };
  }
}

/** The genuine service worker, which records what a headless browser cannot show. */
class RecordedWorker {
  readonly #worker: Worker;
  readonly #deliver: (data: string) => Promise<unknown>;

  private constructor(worker: Worker, deliver: (data: string) => Promise<unknown>) {
    this.#worker = worker;
    this.#deliver = deliver;
  }

  static async of(context: BrowserContext, page: Page): Promise<RecordedWorker> {
    const cdp = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
        if (registration) resolve(registration.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    const registrationId = await registered;
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const shown: Shown[] = [];
      const badges: number[] = [];
      Object.assign(self, { shown, badges });
      Object.assign(self.registration ?? {}, {
        showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
          shown.push({ title, ...options });
        },
      });
      Object.defineProperty(navigator, 'setAppBadge', {
        value: async (count: number) => badges.push(count),
      });
    });
    const { origin } = new URL(page.url());
    return new RecordedWorker(worker, (data) =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    );
  }

  deliver(message: object | string): Promise<unknown> {
    return this.#deliver(typeof message === 'string' ? message : JSON.stringify(message));
  }

  shown(): Promise<Shown[]> {
    return this.#worker.evaluate(() => self.shown ?? []);
  }

  badges(): Promise<number[]> {
    return this.#worker.evaluate(() => self.badges ?? []);
  }

  /** Touches a notification. */
  click({ data }: Shown): Promise<void> {
    return this.#worker.evaluate((notificationData) => {
      const event = new Event('notificationclick');
      Object.assign(event, {
        notification: { data: notificationData, close: () => {} },
        waitUntil: () => {},
      });
      self.dispatchEvent(event);
    }, data);
  }
}

async function turnOn(page: Page, pushService: PushService) {
  const browser = pushService.subscribe();
  await becomeDevice(page, { subscription: browser.subscription });
  await page.goto('/signals?tab=delivery');
  // Its files take longer than the patience of the card on a busy machine.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText(/^On\./)).toBeVisible();
  return browser;
}

async function channelsOf(api: Parameters<typeof signInAgain>[0], account: Account) {
  const { accessToken } = await signInAgain(api, account);
  const headers = { authorization: `Bearer ${accessToken}` };
  const { channels } = await (await api.get('/api/notifications/channels', { headers })).json();
  return { channels, headers };
}

test('shows on the device what the server has encrypted, opens it, and ends with the sign-out', async ({
  page,
  context,
  account,
  api,
  pushService,
}) => {
  const browser = await turnOn(page, pushService);
  const worker = await RecordedWorker.of(context, page);

  await page.getByRole('button', { name: 'Send test', exact: true }).click();
  await expect(page.getByText('The test message was delivered.').first()).toBeVisible();
  const [message] = browser.messages();
  expect(message).toMatchObject({ v: 1, title: 'Stockbook', url: '/signals' });
  // The bell and the inbox are fetched again.
  const refreshed = page.waitForRequest(/\/trpc\/signals\.list/);
  await worker.deliver(message ?? {});
  await expect.poll(() => worker.shown()).toHaveLength(1);
  const [notification] = await worker.shown();
  expect(notification).toMatchObject({
    title: 'Stockbook',
    body: message?.body,
    tag: message?.tag,
    timestamp: message?.at,
    renotify: false,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url: '/signals' },
  });
  await refreshed;

  await worker.deliver({ ...message, title: 'Signal: AAPL', url: '/strategies', unread: 3 });
  await expect.poll(() => worker.badges()).toContain(3);
  const signal = (await worker.shown())[1];
  if (!signal) throw new Error('The signal was not shown');
  await worker.click(signal);
  await expect(page).toHaveURL(/\/strategies$/);

  await worker.deliver('no JSON');
  await expect
    .poll(async () => (await worker.shown()).at(-1))
    .toMatchObject({ title: 'Stockbook', body: 'Open to see what is new' });

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await isSubscribed(page)).toBe(false);
  await worker.deliver(message ?? {});
  await expect
    .poll(async () => (await worker.shown()).at(-1))
    .toMatchObject({ title: 'Stockbook', body: 'Sign in to see what is new' });
  expect((await channelsOf(api, account)).channels).toEqual([]);
});

test('says above the list that another device has stopped it, and turns on again by a click', async ({
  page,
  account,
  api,
  pushService,
}) => {
  await turnOn(page, pushService);
  const { channels, headers } = await channelsOf(api, account);
  const deleted = await api.delete(`/api/notifications/channels/${channels[0].id}`, { headers });
  expect(deleted.status()).toBe(200);

  await page.goto('/stocks');
  const line = page.getByText('Notifications on this device stopped.');
  await expect(line).toBeVisible();
  expect(await isSubscribed(page)).toBe(false);
  await page.getByRole('link', { name: 'Turn on again' }).click();
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText(/^On\./)).toBeVisible();
  await page.goto('/stocks');
  await page.getByRole('heading', { name: 'Stock Tracking' }).waitFor();
  await expect(line).toHaveCount(0);
  expect((await channelsOf(api, account)).channels).toHaveLength(1);
});

test('takes the line back when the browser subscribes again by itself', async ({
  page,
  account,
  api,
  pushService,
}) => {
  await turnOn(page, pushService);
  await changeDevice(page, { isSubscribed: false, subscription: null });
  await page.goto('/stocks');
  const line = page.getByText('Notifications on this device stopped.');
  await expect(line).toBeVisible();

  await changeDevice(page, { subscription: pushService.subscribe().subscription });
  await page.reload();
  await expect.poll(() => isSubscribed(page)).toBe(true);
  await expect(line).toBeHidden();
  expect((await channelsOf(api, account)).channels).toHaveLength(1);
});
