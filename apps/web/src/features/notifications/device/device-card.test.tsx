import type { NotificationChannel } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readOwner } from '#lib/session/device-data.ts';
import { PushBrowserContext, PushServiceError } from '#pwa/push/push-browser.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { notificationChannel } from '#testing/notification-channel.ts';
import { fakePushBrowser, registeredBrowser, serverKey } from '#testing/push-browser.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ChannelsCard } from '../channels/channels-card.tsx';
import { DeviceCard } from './device-card.tsx';

const phone = notificationChannel({
  kind: 'web_push',
  name: 'Chrome on Android',
  device: 'Chrome on Android',
  target: 'push.example.com/…nd/0',
  is_this_device: true,
  shows_details: true,
  last_seen_at: '2026-11-18T22:15:00.000Z',
});

/** Renders the card with the channels below it. */
function open(
  { browser }: Pick<ReturnType<typeof fakePushBrowser>, 'browser'>,
  channels: readonly NotificationChannel[] = [],
  answers: Answers = {},
) {
  let listed = [...channels];
  const seen = fakeServer({
    'notifications.webPush': () => ({ is_offered: true, reason: null, public_key: serverKey }),
    'notifications.listChannels': () => ({ channels: listed, total: listed.length, kinds: ['web_push'] }),
    'notifications.createChannel': () => {
      listed = [phone];
      return { ...phone, secret: null };
    },
    'notifications.updateChannel': ({ input: { shows_details = true } }) => {
      listed = [{ ...phone, shows_details }];
      return { ...phone, shows_details, secret: null };
    },
    'notifications.deleteChannel': ({ input: { channelId } }) => {
      listed = listed.filter(({ id }) => id !== channelId);
      return { message: 'Deleted' };
    },
    ...answers,
  });
  render(
    <PushBrowserContext value={browser}>
      <SignedIn>
        <DeviceCard />
        <ChannelsCard />
      </SignedIn>
    </PushBrowserContext>,
  );
  return (procedure: string) => seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
}

const button = (name: string) => screen.findByRole('button', { name });

it.each([
  ['unsupported', 'This browser cannot show notifications of web pages.'],
  [
    'not-installed',
    'On iPhone and iPad notifications work only after installing: tap Share, then Add to Home Screen, and open Stockbook from there (iOS 16.4 or later).',
  ],
] as const)('says why the browser is %s, without a button', async (obstacle, sentence) => {
  open(fakePushBrowser({ obstacle }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Turn|Try/ })).toBeNull();
});

it('says by which address the page was opened without HTTPS', async () => {
  open(fakePushBrowser({ obstacle: 'insecure' }));
  const sentence = `This needs HTTPS. You opened Stockbook at ${window.location.origin}. The operator finds how to set it up in docs/operations.md.`;
  await waitFor(() => expect(document.body.textContent).toContain(sentence));
});

it('shows the reason of a server that does not offer notifications', async () => {
  const reason =
    'This server sends no notifications to devices: the operator must set PUBLIC_URL or MAIL_FROM';
  open(fakePushBrowser(), [], {
    'notifications.webPush': () => ({ is_offered: false, reason, public_key: null }),
  });
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Turn|Try/ })).toBeNull();
});

it('asks for the permission only after the click, once, and registers the subscription', async () => {
  const fake = fakePushBrowser();
  const inputsOf = open(fake);
  const sentence =
    'Signals of stocks with notifications on appear on this device, even when Stockbook is closed.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(fake.state.questions).toBe(0);
  fireEvent.click(await button('Turn on for this device'));
  expect(await button('Turning on...')).toBeTruthy();
  expect(await screen.findByText('On.')).toBeTruthy();
  expect(fake.state.questions).toBe(1);
  expect(inputsOf('notifications.createChannel')).toEqual([
    {
      kind: 'web_push',
      subscription: {
        endpoint: 'https://push.example.com/send/1',
        keys: { p256dh: 'p256dh', auth: 'auth' },
      },
    },
  ]);
  expect(fake.state.device).toMatchObject({ channelId: phone.id, isSignedIn: true });
  // A sign-out then ends the subscription.
  expect(readOwner()).toEqual({ userId: '1', signIn: null });
});

it('stays off when the question is closed without an answer', async () => {
  const fake = fakePushBrowser({ answer: 'default' });
  const inputsOf = open(fake);
  fireEvent.click(await button('Turn on for this device'));
  await waitFor(() => expect(fake.state.questions).toBe(1));
  expect(await button('Turn on for this device')).toBeTruthy();
  expect(inputsOf('notifications.createChannel')).toEqual([]);
});

it('says how to allow notifications that are blocked, and tries again', async () => {
  const fake = fakePushBrowser({ answer: 'denied' });
  open(fake);
  fireEvent.click(await button('Turn on for this device'));
  const sentence =
    "Notifications are blocked for this site. Allow them in the browser's settings for this site, then try again.";
  expect(await screen.findByText(sentence)).toBeTruthy();
  fake.state.permission = 'granted';
  fireEvent.click(await button('Try again'));
  expect(await screen.findByText('On.')).toBeTruthy();
});

it('says that the push service cannot be reached, and tries again', async () => {
  const fake = fakePushBrowser({ nextEndpoint: new PushServiceError('No answer') });
  open(fake);
  fireEvent.click(await button('Turn on for this device'));
  expect(
    await screen.findByText('The browser could not reach its push service. Try again later.'),
  ).toBeTruthy();
  fake.state.nextEndpoint = 'https://push.example.com/send/1';
  fireEvent.click(await button('Try again'));
  expect(await screen.findByText('On.')).toBeTruthy();
});

it('ends the subscription when the server refuses it, and shows the reason', async () => {
  const fake = fakePushBrowser();
  open(fake, [], {
    'notifications.createChannel': failWith(
      new ErrorResponse(409, 'You have 20 channels, the maximum. Delete one first'),
    ),
  });
  fireEvent.click(await button('Turn on for this device'));
  expect(await screen.findByText('You have 20 channels, the maximum. Delete one first')).toBeTruthy();
  expect(await button('Turn on for this device')).toBeTruthy();
  expect(fake.state).toMatchObject({ endpoint: null, device: { channelId: null } });
});

it('offers to turn on again what the browser has ended', async () => {
  const fake = registeredBrowser(phone.id, { endpoint: null });
  open(fake, [phone]);
  const sentence = 'Notifications on this device stopped: the browser ended them.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  fireEvent.click(await button('Turn on again'));
  expect(await screen.findByText('On.')).toBeTruthy();
});

it('shows the last notification, sends a test, and switches the details on the lock screen', async () => {
  const inputsOf = open(registeredBrowser(phone.id), [{ ...phone, last_ok_at: '2026-11-20T22:15:00.000Z' }], {
    'notifications.testChannel': () => ({ delivered: true, http_status: 201, error: null }),
  });
  expect(await screen.findByText(/^On\. Last notification Nov 2\d, 2026 at \d\d:\d\d\.$/)).toBeTruthy();
  fireEvent.click(await button('Send test'));
  expect(await screen.findByText('The test message was delivered.')).toBeTruthy();
  expect(inputsOf('notifications.testChannel')).toEqual([{ channelId: phone.id }]);
  const details = screen.getByRole('switch', { name: 'Show details on the lock screen' });
  expect(details.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(details);
  await waitFor(() => expect(details.getAttribute('aria-checked')).toBe('false'));
  await waitFor(() =>
    expect(inputsOf('notifications.updateChannel')).toEqual([{ channelId: phone.id, shows_details: false }]),
  );
});

it('deletes the channel and ends the subscription when it is turned off', async () => {
  const fake = registeredBrowser(phone.id);
  const inputsOf = open(fake, [phone]);
  fireEvent.click(await button('Turn off for this device'));
  expect(await button('Turn on for this device')).toBeTruthy();
  expect(inputsOf('notifications.deleteChannel')).toEqual([{ channelId: phone.id }]);
  expect(fake.state).toMatchObject({ endpoint: null, device: { channelId: null } });
});

it('turns off also when another device has deleted the channel', async () => {
  const fake = registeredBrowser(phone.id);
  open(fake, [phone], { 'notifications.deleteChannel': failWith(new ErrorResponse(404, 'Not found')) });
  fireEvent.click(await button('Turn off for this device'));
  await waitFor(() => expect(fake.state.endpoint).toBeNull());
});

it('keeps the subscription when the server cannot be reached to turn it off', async () => {
  const fake = registeredBrowser(phone.id);
  open(fake, [phone], { 'notifications.deleteChannel': failWith(new ErrorResponse(500, 'Broken')) });
  fireEvent.click(await button('Turn off for this device'));
  expect(await screen.findByText('Broken')).toBeTruthy();
  expect(fake.state.endpoint).not.toBeNull();
});

it('lists devices among the channels, and ends the subscription with the row of this device', async () => {
  const fake = registeredBrowser(phone.id);
  const tablet = {
    ...phone,
    id: '7f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11',
    name: 'Tablet',
    is_this_device: false,
    last_error: 'The server answered 500',
  };
  open(fake, [phone, tablet]);
  expect(await screen.findByText('This device')).toBeTruthy();
  expect(screen.getAllByText(/^Last opened Nov 18, 2026/)).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Send test to Tablet' })).toBeTruthy();

  async function stop(name: string) {
    fireEvent.click(await button(`Menu of ${name}`));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(`Stop notifications on ${name}?`)).toBeTruthy();
    fireEvent.click(await button('Stop'));
    await waitFor(() => expect(screen.queryByRole('button', { name: `Menu of ${name}` })).toBeNull());
  }
  await stop('Tablet');
  expect(fake.state.endpoint).not.toBeNull();
  await stop('Chrome on Android');
  await waitFor(() => expect(fake.state.endpoint).toBeNull());
  expect(await button('Turn on for this device')).toBeTruthy();
});
