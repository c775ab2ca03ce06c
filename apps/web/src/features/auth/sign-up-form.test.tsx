import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SessionContext } from '#lib/session/session-context.ts';
import { fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { signedInSession } from '#testing/signed-in.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const version = {
  name: 'Stockbook',
  version: '1.0.0',
  api_version: '1',
  market_data: 'simulated',
  quotes: 'on',
  sign_in: { passwords: true, passkeys: false, provider: null },
} as const;

function open() {
  render(
    <InRouter>
      <SessionContext value={signedInSession()}>
        <SignUpForm />
      </SessionContext>
    </InRouter>,
  );
}

it('says that the operator has closed the sign-up', async () => {
  fakeServer({ 'system.version': () => ({ ...version, sign_up: 'closed' }) });
  open();
  expect(await screen.findByText('Sign-up is closed here. Ask the operator for an account')).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
});

it('shows the form if the server does not answer', async () => {
  fakeServer({
    'system.version': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  open();
  expect(screen.getByLabelText('Email')).toBeTruthy();
});
