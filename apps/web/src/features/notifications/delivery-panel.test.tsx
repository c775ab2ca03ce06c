import type { Delivery, NotificationChannel } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { notificationChannel } from '#testing/notification-channel.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
// Loaded lazily by the panel: importing it here keeps its first load out of the tests' waits.
import './channels/channel-dialog.tsx';

const phone = notificationChannel({
  name: 'My phone',
  target: 'https://ntfy.sh/my-stock-signals',
  last_ok_at: '2026-11-20T22:15:20.000Z',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
});

const failed: Delivery = {
  id: '7f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11',
  channel_id: phone.id,
  channel_name: phone.name,
  kind: 'ntfy',
  signal_ids: ['8f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11', '9f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11'],
  status: 'failed',
  attempts: 10,
  next_attempt_at: null,
  http_status: 500,
  error: 'The target answered 500',
  created_at: '2026-11-20T22:15:00.000Z',
};

/** Renders the panel of a server with these channels; answers may be replaced. */
function open(channels: NotificationChannel[], answers: Answers = {}) {
  let stored = channels;
  const seen = fakeServer({
    'notifications.listChannels': () => ({
      channels: stored,
      total: stored.length,
      kinds: ['webhook', 'ntfy', 'apprise'],
    }),
    'notifications.listDeliveries': () => ({ deliveries: [], total: 0 }),
    'notifications.createChannel': ({ input: { kind, name = '', target = '' } }) => {
      const created = { ...phone, kind, name, target };
      stored = [created];
      return { ...created, secret: kind === 'webhook' ? 'whsec_secret' : null };
    },
    'notifications.updateChannel': ({ input: { channelId, token: _, ...changes } }) => {
      stored = stored.map((channel) => (channel.id === channelId ? { ...channel, ...changes } : channel));
      return { ...phone, ...changes, secret: null };
    },
    ...answers,
  });
  render(
    <SignedIn>
      <DeliveryPanel />
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

function fill(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

async function openForm() {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add Channel' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  return within(await screen.findByRole('dialog', { name: 'Add Channel' }));
}

async function chooseAction(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Menu of My phone' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

describe('channels', () => {
  it('shows the signing secret of a new webhook once, and lists the channel', async () => {
    const { inputsOf } = open([]);
    expect(
      await screen.findByText('No channels yet. Until you add one, signals stay in the inbox.'),
    ).toBeTruthy();
    const form = await openForm();
    expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Webhook',
      'ntfy',
      'Apprise',
    ]);
    fill('Name', 'Home');
    fill('URL', 'https://example.com/hook');
    fireEvent.click(form.getByRole('button', { name: 'Add Channel' }));
    const secret = await screen.findByLabelText<HTMLInputElement>('Signing secret of Home');
    expect(secret.value).toBe('whsec_secret');
    expect(inputsOf('notifications.createChannel')).toEqual([
      { kind: 'webhook', name: 'Home', target: 'https://example.com/hook' },
    ]);
    expect(await screen.findByText('https://example.com/hook')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(document.body.innerHTML).not.toContain('whsec_secret');
  });

  it('asks for an access token of ntfy only', async () => {
    const { inputsOf } = open([]);
    const form = await openForm();
    expect(screen.queryByLabelText('Access token (optional)')).toBeNull();
    fill('Kind', 'ntfy');
    fill('Name', 'My phone');
    fill('Topic URL', 'https://ntfy.sh/topic');
    fill('Access token (optional)', 'tk_1');
    fireEvent.click(form.getByRole('button', { name: 'Add Channel' }));
    await waitFor(() =>
      expect(inputsOf('notifications.createChannel')).toEqual([
        { kind: 'ntfy', name: 'My phone', target: 'https://ntfy.sh/topic', token: 'tk_1' },
      ]),
    );
  });

  it('requires a name and a target, and shows the error of the server', async () => {
    const message =
      "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS";
    const { inputsOf } = open([], {
      'notifications.createChannel': failWith(new ErrorResponse(400, message)),
    });
    const form = await openForm();
    fireEvent.click(form.getByRole('button', { name: 'Add Channel' }));
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(screen.getByText('Target is required')).toBeTruthy();
    expect(inputsOf('notifications.createChannel')).toEqual([]);
    fill('Name', 'Home');
    fill('URL', 'http://127.0.0.1/');
    fireEvent.click(form.getByRole('button', { name: 'Add Channel' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('edits a channel, and keeps the token that was not entered', async () => {
    const { inputsOf } = open([{ ...phone, has_secret: true }]);
    await chooseAction('Edit');
    await screen.findByRole('dialog', { name: 'Edit Channel' });
    expect(screen.getByText('Leave blank to keep the stored token.')).toBeTruthy();
    fill('Name', 'Old phone');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Old phone')).toBeTruthy();
    expect(inputsOf('notifications.updateChannel')).toEqual([
      { channelId: phone.id, name: 'Old phone', target: phone.target },
    ]);
  });

  it('switches a channel off, and on again when that fails', async () => {
    let isRefused = false;
    const channels = [phone];
    open(channels, {
      'notifications.updateChannel': ({ input }) => {
        if (isRefused) throw new TypeError('Failed to fetch');
        channels[0] = { ...phone, is_active: input.is_active ?? true };
        return { ...channels[0], secret: null };
      },
      'notifications.listChannels': () => ({ channels: [...channels], total: 1, kinds: ['ntfy'] }),
    });
    const toggle = () => screen.getByRole('switch', { name: 'Deliver to My phone' });
    fireEvent.click(await screen.findByRole('switch', { name: 'Deliver to My phone' }));
    await waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe('false'));
    isRefused = true;
    fireEvent.click(toggle());
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save channel');
    expect(toggle().getAttribute('aria-checked')).toBe('false');
  });

  it('deletes a channel after a confirmation', async () => {
    open([phone], { 'notifications.deleteChannel': () => ({ message: 'The channel was deleted' }) });
    await chooseAction('Delete');
    const question = await screen.findByRole('alertdialog', { name: /My phone/ });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(
      await screen.findByText('No channels yet. Until you add one, signals stay in the inbox.'),
    ).toBeTruthy();
  });

  it.each([
    [{ delivered: true, http_status: 200, error: null }, 'The test message was delivered.'],
    [
      { delivered: false, http_status: 500, error: 'The target answered 500' },
      'The test message was not delivered. The target answered 500',
    ],
  ])('says how the test %j ended', async (result, sentence) => {
    const channels = [phone];
    open(channels, {
      'notifications.testChannel': () => {
        channels[0] = { ...phone, last_error: result.error };
        return result;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Test My phone' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByText(/^The last test failed/)).toBeNull();
  });

  it('shows since when and why a channel fails', async () => {
    open([{ ...phone, failing_since: '2026-11-18T22:15:20.000Z', last_error: 'The target answered 500' }]);
    expect(await screen.findByText('Failing since Nov 18, 2026: The target answered 500')).toBeTruthy();
  });

  it('shows why the last test failed', async () => {
    open([{ ...phone, last_error: 'The target answered 500' }]);
    expect(await screen.findByText('The last test failed: The target answered 500')).toBeTruthy();
  });

  it('offers a retry when loading fails', async () => {
    let isBroken = true;
    open([phone], {
      'notifications.listChannels': () => {
        if (isBroken) throw new ErrorResponse(400, 'Not today');
        return { channels: [phone], total: 1, kinds: ['ntfy'] };
      },
    });
    expect(await screen.findByText('Not today')).toBeTruthy();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('My phone')).toBeTruthy();
  });
});

describe('deliveries', () => {
  it('shows the outcome of each, and sends a failed one again', async () => {
    let current = failed;
    const { inputsOf } = open([phone], {
      'notifications.listDeliveries': () => ({ deliveries: [current], total: 1 }),
      'notifications.retryDelivery': () => {
        current = { ...failed, status: 'pending', attempts: 0, error: null };
        return current;
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Recent deliveries' }));
    expect(await list.findByText('Failed')).toBeTruthy();
    expect(list.getByText('2 signals')).toBeTruthy();
    expect(list.getByText('The target answered 500')).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'Retry' }));
    expect(await list.findByText('Waiting')).toBeTruthy();
    expect(inputsOf('notifications.retryDelivery')).toEqual([{ deliveryId: failed.id }]);
  });

  it('says that there are none', async () => {
    open([]);
    expect(await screen.findByText('No deliveries in the last 30 days.')).toBeTruthy();
  });
});
