import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { openPage, storeTokens, user } from '#testing/session-page.ts';
import { signedInSession } from '#testing/signed-in.tsx';
import { createApiClient } from './api-client.ts';

describe('a 403', () => {
  it.each([
    ['PASSWORD_CHANGE_REQUIRED', 'Choose a new password first', 'password'],
    ['SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first', 'second-factor'],
    ['INSUFFICIENT_SCOPE', 'This token may only read', undefined],
  ])(
    'keeps the sign-in after a 403 with the code %s, and notes the requirement',
    async (code, message, requirement) => {
      storeTokens('access', 3600);
      fakeServer({
        'auth.me': () => user,
        'stocks.list': failWith(new ErrorResponse(403, message, undefined, code)),
      });
      const { session, client } = openPage();
      await session.start();
      await expect(client.stocks.list.query()).rejects.toThrow(message);
      const authenticated = { status: 'authenticated', user, isUnreachable: false };
      expect(session.getState()).toEqual({ ...authenticated, requirement });
      session.setRequirement(undefined);
      expect(session.getState()).toEqual(authenticated);
    },
  );

  it('requires nothing after a 403 of a proxy', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>403 Forbidden</h1>', { status: 403 }));
    const confirm = vi.fn(async () => true);
    const setRequirement = vi.fn();
    const client = createApiClient(signedInSession({ setRequirement }), confirm);
    await expect(client.stocks.list.query()).rejects.toThrow();
    expect(confirm).not.toHaveBeenCalled();
    expect(setRequirement).not.toHaveBeenCalled();
  });
});
