import { expect, it, vi } from 'vitest';
import { fakeServer } from '#testing/fake-server.ts';
import { user } from '#testing/session-page.ts';
import { signedInSession } from '#testing/signed-in.tsx';
import { finishSignIn, keepFragment } from './finish-sign-in.ts';

const tokens = { access_token: 'a', refresh_token: 'r', expires_at: '2099-01-01T00:00:00.000Z', user };

it('exchanges the code of the provider once', async () => {
  const fetched = vi.fn(async (..._: [string, RequestInit]) => Response.json(tokens));
  vi.stubGlobal('fetch', fetched);
  const login = vi.fn(async () => {});
  keepFragment('code=abc');
  expect(await finishSignIn(signedInSession({ login }))).toBeNull();
  expect(fetched.mock.calls.map(([url, { body }]) => [url, body])).toEqual([
    ['/api/auth/oidc/exchange', '{"code":"abc"}'],
  ]);
  expect(login).toHaveBeenCalledWith(tokens);
});

it('says why the code was refused', async () => {
  const error = 'This sign-in was not begun in this browser';
  vi.stubGlobal('fetch', async () => Response.json({ error, code: 'BAD_REQUEST' }, { status: 400 }));
  keepFragment('code=abc');
  expect(await finishSignIn(signedInSession())).toEqual({ message: error, detail: null });
});

it('exchanges the code of the operator', async () => {
  const seen = fakeServer({ 'auth.operatorSession': () => tokens });
  const login = vi.fn(async () => {});
  keepFragment('session=xyz');
  expect(await finishSignIn(signedInSession({ login }))).toBeNull();
  expect(seen).toMatchObject([{ procedure: 'auth.operatorSession', input: { code: 'xyz' } }]);
  expect(login).toHaveBeenCalledWith(tokens);
});
