import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { trpc } from '#lib/api/trpc.ts';
import { ErrorResponse, fakeServer, type Output } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';

const off: Output<'auth.secondFactor'> = { is_on: false, since: null, recovery_codes_left: 0 };
const on: Output<'auth.secondFactor'> = {
  is_on: true,
  since: '2026-11-03T10:00:00.000Z',
  recovery_codes_left: 9,
};
const refusal = new ErrorResponse(403, 'Enter your password to go on', undefined, 'CONFIRMATION_REQUIRED');

/** Two calls that need a confirmed sign-in. */
function Calls() {
  const tokens = trpc.auth.logoutAll.useMutation();
  const factor = trpc.auth.removeSecondFactor.useMutation();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          tokens.mutate();
          factor.mutate();
        }}
      >
        Go
      </button>
      <p>first: {tokens.data?.message ?? tokens.error?.message ?? 'waiting'}</p>
      <p>second: {factor.data?.message ?? factor.error?.message ?? 'waiting'}</p>
    </>
  );
}

/** A server that answers both calls after `auth.confirm` has accepted the password "right" (and the code "123456"). */
function open(secondFactor = off) {
  let isConfirmed = false;
  const confirmedOnly = <T,>(output: T) => {
    if (!isConfirmed) throw refusal;
    return output;
  };
  const seen = fakeServer({
    'auth.secondFactor': () => secondFactor,
    'auth.logoutAll': () => confirmedOnly({ message: 'Signed out everywhere', ended: 3 }),
    'auth.removeSecondFactor': () => confirmedOnly({ message: 'Turned off' }),
    'auth.confirm': ({ input }) => {
      if (input.password !== 'right') throw new ErrorResponse(400, 'That is not your password');
      if (secondFactor.is_on && input.code !== '123456') {
        throw new ErrorResponse(400, 'The code is not right or was used already');
      }
      isConfirmed = true;
      return { confirmed_until: '2099-01-01T00:00:00.000Z' };
    },
  });
  render(
    <SignedIn>
      <Calls />
    </SignedIn>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  return seen;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a call that needs a confirmed sign-in', () => {
  it('asks for the password once for all waiting calls, and repeats each of them once', async () => {
    const seen = open();
    expect(await screen.findByRole('dialog', { name: 'Confirm it is you' })).toBeTruthy();
    expect(screen.queryByLabelText('Code')).toBeNull();
    press('Continue');
    expect(await screen.findByText('Password is required')).toBeTruthy();
    type('Password', 'wrong');
    press('Continue');
    expect(screen.getByRole('button', { name: 'Checking...' })).toHaveProperty('disabled', true);
    expect((await screen.findByRole('alert')).textContent).toBe('That is not your password');
    type('Password', 'right');
    press('Continue');
    expect(await screen.findByText('first: Signed out everywhere')).toBeTruthy();
    expect(await screen.findByText('second: Turned off')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const states = ['auth.secondFactor', 'auth.providerConnection'];
    const sent = seen.map(({ procedure }) => procedure).filter((name) => !states.includes(name));
    expect(sent).toEqual([
      'auth.logoutAll',
      'auth.removeSecondFactor',
      'auth.confirm',
      'auth.confirm',
      'auth.logoutAll',
      'auth.removeSecondFactor',
    ]);
  });

  it('asks for a code as well, or a recovery code, if two-step sign-in is on', async () => {
    const seen = open(on);
    await screen.findByLabelText('Code');
    type('Password', 'right');
    press('Continue');
    expect(await screen.findByText('Code is required')).toBeTruthy();
    press('Use a recovery code');
    type('Code', 'ABCD-EFGH');
    press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe('The code is not right or was used already');
    press('Use the authenticator app');
    type('Code', ' 123456 ');
    press('Continue');
    expect(await screen.findByText('first: Signed out everywhere')).toBeTruthy();
    expect(seen.flatMap((call) => (call.procedure === 'auth.confirm' ? [call.input.code] : []))).toEqual([
      'ABCD-EFGH',
      '123456',
    ]);
  });

  it('fails with the message of the server after Cancel, and asks again the next time', async () => {
    const seen = open();
    await screen.findByRole('dialog');
    press('Cancel');
    expect(await screen.findByText('first: Enter your password to go on')).toBeTruthy();
    expect(await screen.findByText('second: Enter your password to go on')).toBeTruthy();
    expect(seen.some(({ procedure }) => procedure === 'auth.confirm')).toBe(false);
    press('Go');
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
  });

  it('does not repeat a call a second time', async () => {
    const seen = fakeServer({
      'auth.secondFactor': () => off,
      'auth.confirm': () => ({ confirmed_until: '2099-01-01T00:00:00.000Z' }),
      'auth.logoutAll': () => {
        throw refusal;
      },
    });
    render(
      <SignedIn>
        <Calls />
      </SignedIn>,
    );
    press('Go');
    await screen.findByRole('dialog');
    type('Password', 'right');
    press('Continue');
    expect(await screen.findByText('first: Enter your password to go on')).toBeTruthy();
    expect(seen.filter(({ procedure }) => procedure === 'auth.logoutAll')).toHaveLength(2);
  });
});
