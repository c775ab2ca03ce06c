import type { PasskeyOutput } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { PasskeysCard } from './passkeys-card.tsx';

const laptop: PasskeyOutput = {
  id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c21',
  name: 'MacBook',
  created_at: new Date(2026, 10, 3, 10).toISOString(),
  last_used_at: new Date().toISOString(),
  backed_up: true,
  transports: ['internal'],
};

const version = (passkeys: boolean) => () =>
  ({
    name: 'Stockbook',
    version: '1.0.0',
    api_version: '1',
    market_data: 'simulated',
    quotes: 'on',
    sign_up: 'open',
    sign_in: { passwords: true, passkeys, provider: null },
  }) as const;

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}));
afterEach(() => vi.unstubAllGlobals());

function open() {
  render(
    <SignedIn>
      <PasskeysCard />
    </SignedIn>,
  );
}

const impossible = 'Passkeys need HTTPS and a fixed address (PUBLIC_URL)';

it('says what passkeys need where they are not possible', async () => {
  fakeServer({ 'system.version': version(false) });
  open();
  expect(await screen.findByText(impossible)).toBeTruthy();
});

it('asks the server for nothing when the browser has no passkeys', () => {
  vi.unstubAllGlobals();
  const seen = fakeServer({});
  open();
  expect(screen.getByText(impossible)).toBeTruthy();
  expect(seen).toEqual([]);
});

it('renames and removes a passkey', async () => {
  let passkeys = [laptop];
  let isBroken = true;
  fakeServer({
    'system.version': version(true),
    'auth.passkeys': () => ({ passkeys, total: passkeys.length }),
    'auth.renamePasskey': ({ input }) => {
      passkeys = [{ ...laptop, name: input.name, last_used_at: null }];
      return { ...laptop, name: input.name };
    },
    'auth.removePasskey': () => {
      if (isBroken) throw new ErrorResponse(409, 'Set a password or add a passkey first');
      passkeys = [];
      return { message: 'The passkey was removed' };
    },
  });
  open();
  const row = async () => (await screen.findByRole('listitem')).textContent;
  expect(await row()).toContain('MacBook · added Nov 3, 2026 · last used today');
  fireEvent.click(screen.getByRole('button', { name: 'Rename MacBook' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Name is required')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Laptop' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await row()).toContain('Laptop · added Nov 3, 2026 · never used'));
  const remove = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Remove Laptop' }));
    const question = 'Remove Laptop? You can no longer sign in with it.';
    const dialog = await screen.findByRole('alertdialog', { name: question });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  };
  await remove();
  expect((await screen.findByRole('alert')).textContent).toContain('Set a password or add a passkey first');
  isBroken = false;
  await remove();
  expect(await screen.findByText('No passkeys yet.')).toBeTruthy();
});
