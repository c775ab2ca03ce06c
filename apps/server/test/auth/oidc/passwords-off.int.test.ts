import { createOperatorCode, disableUser } from '@stockbook/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness } from '../../support/harness.ts';
import { movingClock } from '../../support/moving-clock.ts';
import { Browser } from '../../support/oidc/browser.ts';
import { ForgedProvider } from '../../support/oidc/forged-provider.ts';
import { publicUrl, settingsFor } from '../../support/oidc/provider-server.ts';

let provider: ForgedProvider;
let harness: Harness;
const clock = movingClock();

beforeAll(async () => {
  provider = await ForgedProvider.start();
  harness = await Harness.start({ ROLE: 'web', ...settingsFor(provider.issuer), OIDC_ONLY: true }, clock.now);
});
afterAll(async () => {
  await harness.stop();
  await provider.stop();
});

const off = {
  status: 403,
  body: { code: 'PASSWORD_SIGN_IN_OFF', error: 'Sign in with Home: passwords are off here' },
};

/** Signs in as a new person. */
async function signIn(name: string): Promise<string> {
  provider.forgery = { claims: { sub: name, email: `${name}@example.com`, preferred_username: name } };
  const browser = new Browser(() => harness);
  const page = await browser.follow(provider.callbackOf(await browser.begin()));
  const { body } = await browser.exchange(page.split('code=')[1] ?? '');
  return String(body.access_token);
}

describe('with OIDC_ONLY', () => {
  it('refuses sign-up, and sign-in by a right or wrong password alike', async () => {
    const registration = {
      email: 'ada@example.com',
      username: 'ada',
      password: 'a long and private sentence',
    };
    expect(await harness.rest('POST', '/auth/register', { body: registration })).toMatchObject(off);
    expect(await harness.rest('POST', '/auth/login', { body: registration })).toMatchObject(off);
    expect((await harness.rest('GET', '/version')).body.sign_in).toMatchObject({ passwords: false });
  });

  it('lets a password be set and confirm, but keeps the connection', async () => {
    const token = await signIn('grace');
    const operatorCode = await createOperatorCode(harness.services, 'grace@example.com');
    const emergency = await exchange(operatorCode);
    const body = { new_password: 'a long and private sentence' };
    const set = await harness.rest('POST', '/auth/password', {
      token: String(emergency.body.access_token),
      body,
    });
    expect(set.status).toBe(200);
    const fresh = { token: String(set.body.access_token) };
    const confirmed = await harness.rest('POST', '/auth/confirm', {
      ...fresh,
      body: { password: body.new_password },
    });
    expect(confirmed.status).toBe(200);
    expect(await harness.rest('DELETE', '/auth/oidc/connection', fresh)).toMatchObject({
      status: 409,
      body: { error: 'Set a password or add a passkey first' },
    });
    expect(
      await harness.rest('POST', '/auth/login', {
        body: { email: 'grace@example.com', password: body.new_password },
      }),
    ).toMatchObject(off);
    expect((await harness.rest('GET', '/auth/me', { token })).status).toBe(401);
  });
});

function exchange(code: string, origin: string | null = publicUrl) {
  const headers = origin === null ? {} : { origin };
  return harness.rest('POST', '/auth/operator-session', {
    body: { code },
    headers: headers as Record<string, string>,
  });
}

describe('a code of the operator', () => {
  it('signs in once, within ten minutes, from a page of this server', async () => {
    const token = await signIn('alan');
    const make = () => createOperatorCode(harness.services, 'alan@example.com');
    const signedIn = await exchange(await make());
    expect(signedIn).toMatchObject({ status: 200, body: { user: { username: 'alan' } } });
    const code = await make();
    expect((await exchange(code)).status).toBe(200);
    const gone = { error: 'The link was used already or has expired. Ask the operator for a new one' };
    expect(await exchange(code)).toMatchObject({ status: 400, body: gone });
    const late = await make();
    clock.forward(10);
    expect(await exchange(late)).toMatchObject({ status: 400, body: gone });
    for (const origin of ['https://evil.example.com', null]) {
      expect((await exchange(await make(), origin)).status).toBe(400);
    }
    const events = await harness.rest('GET', '/auth/events', { token });
    expect(events.body.events).toContainEqual(
      expect.objectContaining({ kind: 'operator_session', client: 'operator' }),
    );
  });

  it('signs in to no disabled account', async () => {
    await signIn('kurt');
    const code = await createOperatorCode(harness.services, 'kurt@example.com');
    await disableUser(harness.services, 'kurt@example.com');
    expect((await exchange(code)).status).toBe(400);
    await expect(createOperatorCode(harness.services, 'kurt@example.com')).rejects.toThrow(/is disabled/);
    await expect(createOperatorCode(harness.services, 'none@example.com')).rejects.toThrow(/No account/);
  });

  it('refuses a code of the operator in place of one of the provider', async () => {
    await signIn('emmy');
    const code = await createOperatorCode(harness.services, 'emmy@example.com');
    const browser = new Browser(() => harness);
    expect((await browser.exchange(code)).status).toBe(400);
    expect((await exchange(code)).status).toBe(200);
  });
});
