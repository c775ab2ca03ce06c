import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ProviderCard } from './provider-card.tsx';

const connected = {
  is_connected: true,
  name: 'Authelia',
  connected_at: new Date(2026, 10, 3, 10).toISOString(),
  has_password: true,
};
const unconnected = { ...connected, is_connected: false, connected_at: null };

function open() {
  render(
    <SignedIn>
      <ProviderCard />
    </SignedIn>,
  );
}

afterEach(() => {
  window.location.hash = '';
});

it('shows nothing when the server has no provider', async () => {
  const seen = fakeServer({ 'auth.providerConnection': () => ({ ...unconnected, name: null }) });
  open();
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

it('says since when the account is connected, and why it cannot be disconnected', async () => {
  fakeServer({
    'auth.providerConnection': () => connected,
    'auth.disconnectProvider': () => {
      throw new ErrorResponse(409, 'Set a password or add a passkey first', undefined, 'CONFLICT');
    },
  });
  open();
  expect(await screen.findByText('Connected since Nov 3, 2026')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Set a password or add a passkey first');
});

it('offers to connect, and says why the last try failed', async () => {
  window.location.hash = '#problem=connected_elsewhere';
  const seen = fakeServer({
    'auth.providerConnection': () => unconnected,
    'auth.connectProvider': () => ({ url: '#left' }),
  });
  open();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Another account here is connected with that sign-in',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Connect Authelia' }));
  await vi.waitFor(() => expect(window.location.hash).toBe('#left'));
  expect(seen.map(({ procedure }) => procedure)).toContain('auth.connectProvider');
});
