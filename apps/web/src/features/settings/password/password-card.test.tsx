import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { user } from '#testing/session-page.ts';
import { SignedIn, signedInSession } from '#testing/signed-in.tsx';
import { PasswordCard } from './password-card.tsx';

const state = { changed_at: new Date(2026, 10, 3, 10).toISOString(), must_change_until: null };
const tokens = { access_token: 'a', refresh_token: 'r', expires_at: '2099-01-01T00:00:00.000Z', user };

function open(session = signedInSession()) {
  render(
    <SignedIn session={session}>
      <PasswordCard />
    </SignedIn>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function submit(current: string, next: string, confirmation = next) {
  type('Current password', current);
  type('New password', next);
  type('Confirm new password', confirmation);
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

describe('changing the password', () => {
  it('shows when it was last changed', async () => {
    fakeServer({ 'auth.password': () => state });
    render(
      <SignedIn>
        <PasswordCard />
      </SignedIn>,
    );
    expect(await screen.findByText('Last changed Nov 3, 2026')).toBeTruthy();
  });

  it.each([
    ['', 'long enough', 'long enough', 'Current password is required'],
    ['old sentence', '', 'x', 'New password is required'],
    ['old sentence', 'short', 'short', 'New password must be at least 8 characters'],
    ['old sentence', 'old sentence', 'old sentence', 'New password must differ from the current one'],
    ['old sentence', 'long enough', '', 'Please confirm your password'],
    ['old sentence', 'long enough', 'long enougg', 'Passwords do not match'],
  ])('does not send the change from "%s" to "%s", "%s": %s', async (current, next, confirmation, message) => {
    const seen = fakeServer({ 'auth.password': () => state });
    open();
    submit(current, next, confirmation);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(seen.some(({ procedure }) => procedure === 'auth.changePassword')).toBe(false);
  });

  it('shows the message of the server, and continues with the new tokens', async () => {
    let isRefused = true;
    const seen = fakeServer({
      'auth.password': () => state,
      'auth.changePassword': () => {
        if (isRefused) throw new ErrorResponse(400, 'That is not your password');
        return { ...tokens, message: 'Your password was changed. 2 other sign-ins were ended.', ended: 2 };
      },
    });
    const replaceTokens = vi.fn(async () => {});
    const setRequirement = vi.fn();
    open(signedInSession({ replaceTokens, setRequirement }));
    expect(screen.getByText('15 or more characters are best')).toBeTruthy();
    submit('wrong sentence', 'another sentence');
    expect((await screen.findByRole('alert')).textContent).toBe('That is not your password');
    expect(replaceTokens).not.toHaveBeenCalled();

    isRefused = false;
    fireEvent.click(screen.getByRole('switch', { name: 'Revoke personal access tokens' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Sign out other devices' }));
    submit('old sentence', 'another sentence');
    const card = screen.getByRole('region', { name: 'Password' });
    expect(
      await within(card).findByText('Your password was changed. 2 other sign-ins were ended.'),
    ).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(replaceTokens).toHaveBeenCalledWith(expect.objectContaining({ access_token: 'a' }));
    expect(setRequirement).toHaveBeenCalledWith(undefined);
    const sent = seen.flatMap((call) => (call.procedure === 'auth.changePassword' ? [call.input] : []));
    expect(sent).toEqual([
      {
        current_password: 'wrong sentence',
        new_password: 'another sentence',
        end_other_sign_ins: true,
        revoke_tokens: false,
      },
      {
        current_password: 'old sentence',
        new_password: 'another sentence',
        end_other_sign_ins: false,
        revoke_tokens: true,
      },
    ]);
  });

  it('sets the first password of an account of the identity provider', async () => {
    const seen = fakeServer({
      'auth.password': () => state,
      'auth.providerConnection': () => ({
        is_connected: true,
        name: 'Authelia',
        connected_at: state.changed_at,
        has_password: false,
      }),
      'auth.changePassword': () => ({ ...tokens, message: 'Your password was set.', ended: 0 }),
    });
    render(
      <SignedIn>
        <PasswordCard />
      </SignedIn>,
    );
    expect(await screen.findByText('No password yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Set a password' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    type('New password', 'long enough');
    type('Confirm new password', 'long enough');
    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Your password was set.')).toBeTruthy();
    const sent = seen.flatMap((call) => (call.procedure === 'auth.changePassword' ? [call.input] : []));
    expect(sent).toEqual([{ new_password: 'long enough', end_other_sign_ins: true, revoke_tokens: false }]);
  });

  it('closes without a change on Cancel', () => {
    fakeServer({ 'auth.password': () => state });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });
});
