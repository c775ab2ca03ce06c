import type { NotificationChannel } from '@stockbook/api/schemas';
import { describe, expect, it } from 'vitest';
import { createApiClient } from '#lib/api/api-client.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { notificationChannel } from '#testing/notification-channel.ts';
import { fakePushBrowser, registeredBrowser, serverKey } from '#testing/push-browser.ts';
import { signedInSession } from '#testing/signed-in.tsx';
import { compareDevice } from './device.ts';
import { PushServiceError } from './push-browser.ts';

const channel = notificationChannel({
  kind: 'web_push',
  name: 'Chrome on Android',
  device: 'Chrome on Android',
  is_this_device: true,
  shows_details: true,
});
const dayMs = 86_400_000;

/** Compares a browser with a server of these channels. */
async function compare(
  fake: ReturnType<typeof fakePushBrowser>,
  channels: readonly NotificationChannel[],
  answers: Answers = {},
) {
  const seen = fakeServer({
    'notifications.webPush': () => ({ is_offered: true, reason: null, public_key: serverKey }),
    'notifications.listChannels': () => ({
      channels: [...channels],
      total: channels.length,
      kinds: ['web_push'],
    }),
    'notifications.createChannel': () => ({ ...channel, secret: null }),
    'notifications.deleteChannel': () => ({ message: 'Deleted' }),
    ...answers,
  });
  const comparison = await compareDevice(fake.browser, createApiClient(signedInSession()));
  const registered = seen
    .filter((call) => call.procedure === 'notifications.createChannel')
    .map(({ input }) => input);
  return { hasStopped: comparison === 'stopped', registered, seen };
}

const subscriptionAt = (endpoint: string) => ({ endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } });

describe('the comparison at the start of a page', () => {
  it('calls nothing for a browser that is no device', async () => {
    const { hasStopped, seen } = await compare(fakePushBrowser(), []);
    expect(hasStopped).toBe(false);
    expect(seen).toEqual([]);
  });

  it('leaves a device alone that the server lists as this one', async () => {
    const fake = registeredBrowser(channel.id);
    fake.state.device = { ...fake.state.device, isSignedIn: false };
    const { hasStopped, registered } = await compare(fake, [channel]);
    expect(hasStopped).toBe(false);
    expect(registered).toEqual([]);
    expect(fake.state.device.isSignedIn).toBe(true);
  });

  it('registers once a day', async () => {
    const fake = registeredBrowser(channel.id);
    fake.state.now += dayMs;
    const { registered } = await compare(fake, [channel]);
    expect(registered).toMatchObject([{ subscription: subscriptionAt('https://push.example.com/send/0') }]);
    expect((await compare(fake, [channel])).registered).toEqual([]);
  });

  it('registers for a new sign-in', async () => {
    const fake = registeredBrowser(channel.id);
    const { registered } = await compare(fake, [{ ...channel, is_this_device: false }]);
    expect(registered).toHaveLength(1);
  });

  it('registers a replaced subscription with the choices made by hand, and deletes the channel of before', async () => {
    const fake = registeredBrowser(channel.id, { endpoint: 'https://push.example.com/send/new' });
    const renamed = { ...channel, name: 'My phone', shows_details: false };
    const other = '7f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11';
    const { registered, seen } = await compare(fake, [renamed], {
      'notifications.createChannel': () => ({ ...channel, id: other, secret: null }),
    });
    expect(registered).toEqual([
      {
        kind: 'web_push',
        subscription: subscriptionAt('https://push.example.com/send/new'),
        name: 'My phone',
        shows_details: false,
      },
    ]);
    expect(seen.at(-1)).toMatchObject({
      procedure: 'notifications.deleteChannel',
      input: { channelId: channel.id },
    });
    expect(fake.state.device).toMatchObject({
      channelId: other,
      endpoint: 'https://push.example.com/send/new',
    });
  });

  it('subscribes again with the key of a server that has another SECRET_KEY', async () => {
    const fake = registeredBrowser(channel.id, { subscribedKey: 'another key' });
    const { hasStopped, registered } = await compare(fake, [channel]);
    expect(hasStopped).toBe(false);
    expect(fake.state.subscribedKey).toBe(serverKey);
    expect(registered).toMatchObject([{ subscription: subscriptionAt('https://push.example.com/send/1') }]);
  });

  it.each([
    ['listed', [channel]],
    ['deleted by the push service', []],
  ])(
    'subscribes again when the browser has dropped the subscription of a channel that is %s',
    async (_, listed) => {
      const fake = registeredBrowser(channel.id, { endpoint: null });
      const { hasStopped, registered } = await compare(fake, listed);
      expect(hasStopped).toBe(false);
      expect(registered).toMatchObject([{ subscription: subscriptionAt('https://push.example.com/send/1') }]);
      expect(fake.state.questions).toBe(0);
    },
  );

  it.each([
    ['needs a click', { nextEndpoint: new PushServiceError('Needs a click') }],
    ['asks for the permission', { permission: 'default' as const }],
  ])('reports a lost subscription once when the browser %s to subscribe', async (_, changes) => {
    const fake = registeredBrowser(channel.id, { endpoint: null, ...changes });
    expect((await compare(fake, [channel])).hasStopped).toBe(true);
    expect((await compare(fake, [channel])).hasStopped).toBe(false);
    expect(fake.state.device.channelId).toBe(channel.id);
    expect(fake.state.questions).toBe(0);
  });

  it('ends a subscription that was stopped on another device, and does not turn it on again', async () => {
    const fake = registeredBrowser(channel.id);
    const { hasStopped, registered } = await compare(fake, []);
    expect(hasStopped).toBe(true);
    expect(registered).toEqual([]);
    expect(fake.state).toMatchObject({ endpoint: null, device: { channelId: null } });
    expect((await compare(fake, [])).hasStopped).toBe(false);
  });

  it.each([
    ['the permission is withdrawn', { permission: 'denied' as const }],
    ['the browser can receive no messages', { obstacle: 'unsupported' as const }],
  ])('calls nothing when %s', async (_, changes) => {
    const { hasStopped, seen } = await compare(registeredBrowser(channel.id, changes), [channel]);
    expect(hasStopped).toBe(false);
    expect(seen).toEqual([]);
  });

  it('keeps the subscription while the server does not offer notifications', async () => {
    const fake = registeredBrowser(channel.id);
    const { hasStopped } = await compare(fake, [], {
      'notifications.webPush': () => ({ is_offered: false, reason: 'Switched off', public_key: null }),
    });
    expect(hasStopped).toBe(false);
    expect(fake.state.endpoint).not.toBeNull();
  });

  it('keeps everything when the server fails', async () => {
    const fake = registeredBrowser(channel.id);
    const broken = { 'notifications.listChannels': failWith(new ErrorResponse(500, 'Broken')) };
    await expect(compare(fake, [], broken)).rejects.toThrow('Broken');
    expect(fake.state).toMatchObject({ device: { channelId: channel.id } });
  });
});
