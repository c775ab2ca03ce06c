import type { NotificationChannel } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '#testing/fake-server.ts';
import { notificationChannel } from '#testing/notification-channel.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ChannelsCard } from './channels-card.tsx';

const channel = notificationChannel();

function open(channels: readonly NotificationChannel[]) {
  let listed = [...channels];
  const put = (changed: NotificationChannel) => {
    listed = [changed, ...listed.filter(({ id }) => id !== changed.id)];
    return { ...changed, secret: null };
  };
  const seen = fakeServer({
    'notifications.listChannels': () => ({ channels: listed, total: listed.length, kinds: ['ntfy'] }),
    'notifications.createChannel': ({ input: { name = '', target = '' } }) =>
      put({ ...channel, name, target }),
    'notifications.updateChannel': ({ input: { channelId: _, ...changes } }) =>
      put({ ...channel, ...changes, target: changes.target ?? channel.target }),
    'notifications.deleteChannel': ({ input: { channelId } }) => {
      listed = listed.filter(({ id }) => id !== channelId);
      return { message: 'Deleted' };
    },
  });
  render(
    <SignedIn>
      <ChannelsCard />
    </SignedIn>,
  );
  return seen;
}

/** Fills in the dialog and saves. */
function save(fields: Readonly<Record<string, string>>, button: string) {
  const dialog = within(screen.getByRole('dialog'));
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(dialog.getByRole('button', { name: button }));
}

async function edit(fields: Readonly<Record<string, string>>) {
  fireEvent.click(await screen.findByRole('button', { name: 'Menu of Phone' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await screen.findByRole('dialog');
  save(fields, 'Save');
}

it('leads to an added channel, and takes it back', async () => {
  open([]);
  await screen.findByText(/^No channels yet/);
  fireEvent.click(screen.getByRole('button', { name: 'Add Channel' }));
  await screen.findByRole('dialog');
  save({ Name: 'Phone', 'Topic URL': channel.target }, 'Add Channel');
  const toast = within(await screen.findByRole('group', { name: 'Channel added.' }));
  await screen.findByText('Phone');
  fireEvent.click(toast.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull());
});

it('shows the row of a saved channel, and restores its name', async () => {
  const seen = open([channel]);
  await edit({ Name: 'Tablet' });
  const toast = within(await screen.findByRole('group', { name: 'Channel saved.' }));
  fireEvent.click(toast.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(seen.findLast(({ procedure }) => procedure === 'notifications.updateChannel')?.input).toEqual({
      channelId: channel.id,
      name: 'Phone',
      target: channel.target,
    }),
  );
});

it('offers no way back from a changed target, whose token is lost', async () => {
  open([channel]);
  await edit({ 'Topic URL': 'https://ntfy.example.com/other' });
  const toast = within(await screen.findByRole('group', { name: 'Channel saved.' }));
  expect(toast.queryByRole('button', { name: 'Undo' })).toBeNull();
  fireEvent.click(toast.getByRole('button', { name: 'Show' }));
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
});
