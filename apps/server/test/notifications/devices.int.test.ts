import { sql } from '@stockbook/db/testing';
import { createSubscription, type PushService, startPushService } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness, useHarness } from '../support/harness.ts';
import { addDevice, listChannels, register, signInAgain } from '../support/with-devices.ts';

const harness = useHarness({ NOTIFY_ALLOW_HOSTS: ['localhost'], MAIL_FROM: 'Stockbook <bot@example.com>' });

let pushService: PushService;
beforeAll(async () => {
  pushService = await startPushService();
});
afterAll(() => pushService.close());

const add = (fields?: object) => addDevice(harness(), pushService, fields);

const list = (token: string) => listChannels(harness(), token);

async function eventsOf(token: string) {
  const { body } = await harness().rest('GET', '/auth/events', { token });
  return (body.events as Record<string, unknown>[])
    .filter(({ kind }) => String(kind).startsWith('device_'))
    .map(({ kind, client, address }) => [kind, client, typeof address]);
}

function execute(statement: ReturnType<typeof sql>) {
  return statement.execute(harness().services.database.fork().getKysely());
}

const createToken = async (token: string) =>
  String((await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } })).body.token);

const signInRequired = {
  status: 401,
  body: { error: 'A personal access token cannot do this: sign in with your password' },
};

describe('the offer of push', () => {
  it('names the key of the server to a user who has signed in', async () => {
    const { token } = await harness().signUp();
    const { body } = await harness().rest('GET', '/notifications/web-push', { token });
    // Derived from the SECRET_KEY of the tests.
    const publicKey =
      'BIQPnyTgBe-g6xOJcwShmVC0LJMHIXpCi-XnVkTF3YxqKPe6dx1Bj4rtN5GME_T9rnbaaNx7aZLPljKd46K22Ls';
    expect(body).toEqual({ is_offered: true, reason: null, public_key: publicKey });
    expect(await harness().trpc(token).notifications.webPush.query()).toEqual(body);
    const personal = await createToken(token);
    expect(await harness().rest('GET', '/notifications/web-push', { token: personal })).toMatchObject(
      signInRequired,
    );
    expect((await harness().rest('GET', '/notifications/channels', { token })).body.kinds).toContain(
      'web_push',
    );
  });

  it.each([
    [
      { PWA: false, PUBLIC_URL: 'https://stocks.example.com' },
      'Notifications to devices are switched off on this server',
    ],
    [
      { PUBLIC_URL: 'http://192.168.1.5:3000' },
      'This server sends no notifications to devices: the operator must set PUBLIC_URL or MAIL_FROM',
    ],
  ])('gives a reason instead of a key with the settings %o', async (settings, reason) => {
    const other = await Harness.start({ ROLE: 'web', ...settings });
    try {
      const { token } = await other.signUp();
      const { body } = await other.rest('GET', '/notifications/web-push', { token });
      expect(body).toEqual({ is_offered: false, reason, public_key: null });
      expect((await other.rest('GET', '/notifications/channels', { token })).body.kinds).not.toContain(
        'web_push',
      );
      expect(await register(other, token, pushService.subscribe())).toMatchObject({
        status: 400,
        body: { error: reason },
      });
    } finally {
      await other.stop();
    }
  });
});

describe('a device', () => {
  it('registers a browser once, and renews it later', async () => {
    const { token, id, path, browser } = await add({ name: 'My phone', shows_details: false });
    const { endpoint } = browser.subscription;
    const [channel] = await list(token);
    expect(channel).toMatchObject({
      id,
      kind: 'web_push',
      name: 'My phone',
      target: `${new URL(endpoint).host}/…${endpoint.slice(-4)}`,
      is_active: true,
      is_confirmed: true,
      confirmation: null,
      has_secret: true,
      device: 'Chrome on Android',
      is_this_device: true,
      last_seen_at: expect.any(String),
      shows_details: false,
    });
    expect(await harness().trpc(token).notifications.getChannel.query({ channelId: id })).toEqual(channel);
    await execute(
      sql`update notification_channel set last_seen_at = now() - interval '55 days', reminded_at = now()`,
    );
    const renewed = await register(harness(), token, browser, { name: 'Other', shows_details: true });
    expect(renewed).toMatchObject({
      status: 200,
      body: { id, name: 'My phone', shows_details: false, is_this_device: true, secret: null },
    });
    expect(Date.now() - Date.parse(String(renewed.body.last_seen_at))).toBeLessThan(60_000);
    expect(await list(token)).toHaveLength(1);
    expect(await eventsOf(token)).toEqual([['device_added', 'Chrome on Android', 'string']]);
    const changed = await harness().rest('PATCH', path, {
      token,
      body: { name: 'Tablet', shows_details: true, is_active: false },
    });
    expect(changed.body).toMatchObject({ name: 'Tablet', shows_details: true, is_active: false });
    expect(
      await harness().rest('PATCH', path, { token, body: { target: 'https://example.com/' } }),
    ).toMatchObject({
      status: 400,
      body: { error: 'The target of a device cannot be changed' },
    });
    expect((await harness().rest('DELETE', path, { token })).status).toBe(200);
    expect((await eventsOf(token)).map(([kind]) => kind)).toEqual(['device_removed', 'device_added']);
  });

  it('follows the name of its browser until it is changed by hand, and the sign-in that renews it', async () => {
    const user = await harness().signUp();
    const browser = pushService.subscribe();
    const { body: first } = await harness().rest('POST', '/notifications/channels', {
      token: user.token,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      body: { kind: 'web_push', subscription: browser.subscription },
    });
    expect(first).toMatchObject({
      name: 'Firefox on Linux',
      device: 'Firefox on Linux',
      shows_details: true,
    });
    const other = await signInAgain(harness(), user);
    expect(await list(other.token)).toMatchObject([{ is_this_device: false }]);
    const { body } = await register(harness(), other.token, browser);
    expect(body).toMatchObject({ id: first.id, name: 'Chrome on Android', is_this_device: true });
    expect(await list(user.token)).toMatchObject([{ is_this_device: false }]);
    expect(await list(await createToken(user.token))).toMatchObject([{ is_this_device: false }]);
  });

  it('moves to another user of the same browser, who alone knows its keys', async () => {
    const first = await add();
    const { token } = await harness().signUp();
    const { endpoint } = first.browser.subscription;
    const guessed = {
      ...first.browser,
      subscription: { endpoint, expirationTime: null, ...createSubscription() },
    };
    expect(await register(harness(), token, guessed)).toMatchObject({
      status: 409,
      body: { error: 'This browser is registered by another account' },
    });
    expect(await list(first.token)).toHaveLength(1);
    expect((await register(harness(), token, first.browser)).status).toBe(201);
    expect(await list(first.token)).toEqual([]);
    expect(await eventsOf(first.token)).toEqual([
      ['device_removed', 'Chrome on Android', 'string'],
      ['device_added', 'Chrome on Android', 'string'],
    ]);
    expect(await list(token)).toMatchObject([{ is_this_device: true }]);
  });

  it('registers a browser once when it calls several times at once', async () => {
    const [{ token }, other] = [await harness().signUp(), await harness().signUp()];
    const browser = pushService.subscribe();
    const answers = await Promise.all(
      [token, token, other.token, token].map((caller) => register(harness(), caller, browser)),
    );
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    expect((await list(token)).length + (await list(other.token)).length).toBe(1);
  });

  it('counts among the 20 channels', async () => {
    const { token } = await add();
    for (let channel = 1; channel < 20; channel += 1) {
      expect((await register(harness(), token, pushService.subscribe())).status).toBe(201);
    }
    expect(await register(harness(), token, pushService.subscribe())).toMatchObject({
      status: 409,
      body: { error: 'You have 20 channels, the maximum. Delete one first' },
    });
  });

  it('rejects a personal access token', async () => {
    const { token } = await harness().signUp();
    expect(await register(harness(), await createToken(token), pushService.subscribe())).toMatchObject(
      signInRequired,
    );
  });

  it.each([
    ['no keys', ({ endpoint }: Given) => ({ endpoint }), 'Subscription is not complete'],
    ['no endpoint', ({ keys }: Given) => ({ keys }), 'Subscription is not complete'],
    ['a short secret', keysWith({ auth: 'AAAA' }), 'Subscription is not complete'],
    [
      'a point that is not on the curve',
      keysWith({ p256dh: Buffer.from(`04${'01'.repeat(64)}`, 'hex').toString('base64url') }),
      'Subscription is not complete',
    ],
    ['a key that is not base64url', keysWith({ p256dh: '*'.repeat(87) }), 'Subscription is not complete'],
    [
      'an endpoint without TLS',
      (given: Given) => ({ ...given, endpoint: given.endpoint.replace('https', 'http') }),
      'Endpoint must be an https:// address',
    ],
    [
      'an endpoint that is too long',
      (given: Given) => ({ ...given, endpoint: `${given.endpoint}/${'x'.repeat(2_000)}` }),
      'Endpoint must be at most 2,000 characters',
    ],
    [
      'an endpoint inside the own network',
      (given: Given) => ({ ...given, endpoint: 'https://10.0.0.1/send' }),
      "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS",
    ],
  ])('rejects a subscription with %s', async (_, change, error) => {
    const { token } = await harness().signUp();
    const subscription = change(pushService.subscribe().subscription);
    const body = { kind: 'web_push', subscription };
    expect(await harness().rest('POST', '/notifications/channels', { token, body })).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(await list(token)).toEqual([]);
  });

  it('shows its endpoint and keys in no export and no log, and stores the keys encrypted', async () => {
    const { token, browser } = await add();
    const exported = await harness().rest('GET', '/account/export', { token });
    expect(exported.body.channels).toMatchObject([{ kind: 'web_push', name: 'Chrome on Android' }]);
    const { endpoint, keys } = browser.subscription;
    const { rows } = await sql<{ secret: Buffer }>`select secret from notification_channel`.execute(
      harness().services.database.fork().getKysely(),
    );
    const stored = rows.map((row) => row.secret.toString('latin1')).join();
    for (const secret of [endpoint.slice(-20), keys.p256dh, keys.auth]) {
      expect(exported.text).not.toContain(secret);
      expect(harness().logged.join('')).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });
});

type Given = ReturnType<PushService['subscribe']>['subscription'];

function keysWith(changes: object) {
  return ({ keys, ...given }: Given) => ({ ...given, keys: { ...keys, ...changes } });
}
