import { cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { AppCard } from './app-card.tsx';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});

/** Opens the card with a server whose manifest answers with this status. */
function open(status: number, newer: { newer_version?: string } = {}): void {
  fakeServer({
    'system.version': () => ({
      name: 'Stockbook',
      version: '1.0.0',
      ...newer,
      api_version: '1',
      market_data: 'simulated',
      quotes: 'on',
      sign_up: 'open',
      sign_in: { passwords: true, passkeys: false, provider: null },
    }),
  });
  const { fetch } = window;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input === '/manifest.webmanifest' ? new Response(null, { status }) : fetch(input, init),
  );
  render(
    <SignedIn>
      <AppCard />
    </SignedIn>,
  );
}

it('says how to install the app where the browser offers no button', async () => {
  open(200);
  expect(
    await screen.findByText('In this browser: open its menu and choose Install or Add to home screen.'),
  ).toBeTruthy();
});

it('says that the operator has switched the app off', async () => {
  open(404);
  expect(await screen.findByText('The app is switched off on this server.')).toBeTruthy();
  expect(screen.queryByText(/choose Install/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Reset this app' })).toBeTruthy();
});

it('names the version of the server, and a newer one', async () => {
  open(200);
  expect(await screen.findByText('Version 1.0.0')).toBeTruthy();
  cleanup();
  open(200, { newer_version: '1.1.0' });
  expect(await screen.findByText('Version 1.0.0 (1.1.0 is available)')).toBeTruthy();
});
