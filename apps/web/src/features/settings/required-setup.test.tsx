import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn, signedInSession } from '#testing/signed-in.tsx';
import { RequiredSetup } from './required-setup.tsx';

const bytes = new Uint8Array([1, 2, 3]).buffer;
/** The result of the browser after the user has chosen a passkey. */
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
  getClientExtensionResults: () => ({}),
};
const choose = vi.fn(async () => credential);

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: { get: choose } });
});
afterEach(() => vi.unstubAllGlobals());

function open(session = signedInSession()) {
  render(
    <SignedIn session={session}>
      <RequiredSetup />
    </SignedIn>,
  );
}

it('offers two-step sign-in and passkeys to an account that has neither', async () => {
  fakeServer({
    'auth.secondFactor': () => ({ is_on: false, since: null, recovery_codes_left: 0 }),
  });
  open();
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Set up two-step sign-in first');
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toBeTruthy();
});

const version = {
  name: 'Stockbook',
  version: '1.0.0',
  api_version: '1',
  market_data: 'simulated',
  quotes: 'on',
  sign_up: 'open',
  sign_in: { passwords: true, passkeys: true, provider: null },
} as const;
const passkey = {
  id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c21',
  name: 'MacBook',
  created_at: '2026-11-03T10:00:00.000Z',
  last_used_at: null,
  backed_up: false,
  transports: [],
};
const refuse = (message: string) => () => {
  throw new ErrorResponse(403, message, undefined, 'SECOND_FACTOR_SETUP_REQUIRED');
};

it('leads an account that is connected with a provider to it', async () => {
  fakeServer({
    'auth.secondFactor': refuse('Confirm this sign-in with Authelia first'),
    'system.version': () => version,
    'auth.passkeys': () => ({ passkeys: [], total: 0 }),
    'auth.providerConnection': () => ({
      is_connected: true,
      name: 'Authelia',
      connected_at: '2026-11-03T10:00:00.000Z',
      has_password: true,
    }),
  });
  open();
  expect(await screen.findByText('Confirm this sign-in with Authelia first')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Confirm with Authelia' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

it('asks an account that has a passkey for it, and then requires nothing more', async () => {
  let isRefused = true;
  const refusal = new ErrorResponse(400, 'This passkey was not accepted');
  const seen = fakeServer({
    'auth.secondFactor': refuse('Confirm this sign-in with your passkey first'),
    'system.version': () => version,
    'auth.passkeys': () => ({ passkeys: [passkey], total: 1 }),
    'auth.confirmOptions': () => ({
      challenge: 'AAAA',
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    }),
    'auth.confirm': () => {
      if (isRefused) throw refusal;
      return { confirmed_until: '2099-01-01T00:00:00.000Z' };
    },
  });
  const setRequirement = vi.fn();
  open(signedInSession({ setRequirement }));
  const status = await screen.findByText('Confirm this sign-in with your passkey first');
  expect(status).toBeTruthy();
  setRequirement.mockClear();
  fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted');
  isRefused = false;
  fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(setRequirement).toHaveBeenCalledWith(undefined));
  const answers = seen.flatMap((call) =>
    call.procedure === 'auth.confirm' ? [call.input.response?.id] : [],
  );
  expect(answers).toEqual(['AQID', 'AQID']);
});
