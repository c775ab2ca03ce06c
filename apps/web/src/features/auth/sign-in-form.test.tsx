import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SessionContext } from '#lib/session/session-context.ts';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { user } from '#testing/session-page.ts';
import { signedInSession } from '#testing/signed-in.tsx';
import { SignInForm } from './sign-in-form.tsx';

const tokens = { access_token: 'a', refresh_token: 'r', expires_at: '2099-01-01T00:00:00.000Z', user };

function open({ message }: { message?: string } = {}) {
  const login = vi.fn(async () => {});
  const state = { status: 'anonymous', user: null, isUnreachable: false, isRefused: false, message } as const;
  render(
    <InRouter>
      <SessionContext value={signedInSession({ login, getState: () => state })}>
        <SignInForm />
      </SessionContext>
    </InRouter>,
  );
  return login;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));

/** A server with an account that has two-step sign-in, and accepts the codes 123456 and ABCD-EFGH. */
function serve() {
  return fakeServer({
    'auth.login': ({ input }) => {
      const refuse = (message: string) =>
        new ErrorResponse(401, message, undefined, 'SECOND_FACTOR_REQUIRED');
      if (input.password !== 'right') throw new ErrorResponse(401, 'Invalid email or password');
      if (input.code === undefined) throw refuse('Enter the code from your authenticator app');
      if (!['123456', 'ABCD-EFGH'].includes(input.code)) {
        throw refuse('The code is not right or was used already');
      }
      return tokens;
    },
  });
}

describe('signing in with a code', () => {
  it('asks for it after the password was right, and keeps the fields', async () => {
    const seen = serve();
    const login = open();
    expect(screen.queryByLabelText('Code')).toBeNull();
    type('Email', 'ada@example.com');
    type('Password', 'wrong');
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password');
    expect(screen.queryByLabelText('Code')).toBeNull();

    type('Password', 'right');
    submit();
    const code = await screen.findByLabelText<HTMLInputElement>('Code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(screen.getByText('Enter the code from your authenticator app')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(code.autocomplete).toBe('one-time-code');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
    submit();
    expect(await screen.findByText('Code is required')).toBeTruthy();
    type('Code', '000000');
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe('The code is not right or was used already');
    expect(login).not.toHaveBeenCalled();
    type('Code', ' 123456 ');
    submit();
    await waitFor(() => expect(login).toHaveBeenCalledWith(tokens));
    expect(seen.flatMap((call) => (call.procedure === 'auth.login' ? [call.input.code] : []))).toEqual([
      undefined,
      undefined,
      '000000',
      '123456',
    ]);
  });

  it('accepts a recovery code instead', async () => {
    serve();
    const login = open();
    type('Email', 'ada@example.com');
    type('Password', 'right');
    submit();
    await screen.findByLabelText('Code');
    type('Code', '12');
    fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
    type('Code', 'ABCD-EFGH');
    submit();
    await waitFor(() => expect(login).toHaveBeenCalled());
  });
});

it('says why the previous session has ended', () => {
  open({ message: 'Your account was deleted' });
  expect(screen.getByRole('status').textContent).toBe('Your account was deleted');
});
