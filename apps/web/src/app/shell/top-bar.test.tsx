import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { SignedIn } from '#testing/signed-in.tsx';
import { SignalsBell } from './top-bar.tsx';

/** Renders the bell; returns the function that changes the server's count and focuses the window. */
function open(unread: number) {
  let count = unread;
  const seen = fakeServer({ 'signals.list': () => ({ signals: [], total: count, unread: count }) });
  render(
    <SignedIn>
      <InRouter>
        <SignalsBell />
      </InRouter>
    </SignedIn>,
  );
  const focusAfter = (next: number) => {
    count = next;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
  };
  return { seen, focusAfter };
}

it('names the number of unread entries, and links to the inbox', async () => {
  open(3);
  const link = await screen.findByRole('link', { name: 'Inbox, 3 unread' });
  expect(link.getAttribute('href')).toBe('/signals');
  expect(link.textContent).toBe('3');
});

it('shows no figure when everything is read', async () => {
  const { seen } = open(0);
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(screen.getByRole('link', { name: 'Inbox' }).textContent).toBe('');
});

it('shows 99+ for more, and the exact number in the name', async () => {
  open(1_234);
  expect((await screen.findByRole('link', { name: 'Inbox, 1,234 unread' })).textContent).toBe('99+');
});

it('asks again when the page gets the focus, and announces only what has arrived since', async () => {
  const { focusAfter } = open(2);
  await screen.findByRole('link', { name: 'Inbox, 2 unread' });
  expect(screen.getByRole('status').textContent).toBe('');
  focusAfter(3);
  await screen.findByRole('link', { name: 'Inbox, 3 unread' });
  expect(screen.getByRole('status').textContent).toBe('1 new signal');
  focusAfter(5);
  await screen.findByRole('link', { name: 'Inbox, 5 unread' });
  expect(screen.getByRole('status').textContent).toBe('3 new signals');
  focusAfter(0);
  await screen.findByRole('link', { name: 'Inbox' });
  expect(screen.getByRole('status').textContent).toBe('');
});
