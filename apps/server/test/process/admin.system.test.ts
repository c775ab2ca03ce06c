import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { User } from '@stockbook/db/testing/entities';
import { describe, expect, it } from 'vitest';
import { addPasskey } from '../support/add-passkey.ts';
import { useHarness } from '../support/harness.ts';

const publicUrl = 'https://stocks.example.com';
const harness = useHarness({ PUBLIC_URL: publicUrl });
const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

async function admin(
  args: readonly string[],
  input = '',
  DATABASE_URL = harness().databaseUrl,
  settings: Readonly<Record<string, string>> = {},
) {
  const env = { ...process.env, DATABASE_URL, ...settings };
  const child = spawn(process.execPath, [program, ...args], { env });
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [out, errorText] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code, out, errorText };
}

describe('the admin command', () => {
  it('lists the users', async () => {
    const { email, name } = await harness().signUp();
    const { code, out } = await admin(['list-users']);
    expect(code).toBe(0);
    expect(out).toMatch(/^email\tusername\tsince\n/);
    expect(out).toMatch(new RegExp(`^${email}\t${name}\t\\d{4}-\\d\\d-\\d\\d$`, 'm'));
  });

  it('prints an address that signs in once', async () => {
    const { email } = await harness().signUp();
    const command = ['create-session', email];
    const { code, out } = await admin(command, '', harness().databaseUrl, { PUBLIC_URL: publicUrl });
    expect(code).toBe(0);
    const [, secret = ''] =
      out.match(
        /^Good once, for 10 minutes:\nhttps:\/\/stocks\.example\.com\/signed-in#session=([\w-]{43})\n$/,
      ) ?? [];
    const signIn = () =>
      harness().rest('POST', '/auth/operator-session', {
        body: { code: secret },
        headers: { origin: publicUrl },
      });
    expect(await signIn()).toMatchObject({ status: 200, body: { user: { email } } });
    expect((await signIn()).status).toBe(400);
    expect(await admin(command)).toMatchObject({
      code: 1,
      errorText: expect.stringContaining('PUBLIC_URL must be set'),
    });
  });

  it('escapes control and invisible characters in names that earlier versions accepted', async () => {
    const { email } = await harness().signUp();
    const em = harness().services.database.fork();
    await em.nativeUpdate(User, { email }, { username: 'eve\u001b[2J\nroot@example.com\u202E' });
    const { out } = await admin(['list-users']);
    expect(out).toContain(`${email}\teve\\u{1b}[2J\\u{a}root@example.com\\u{202e}\t`);
  });

  it('resets a password and ends all sign-ins and tokens of the user', async () => {
    const { token, refreshToken, email, password } = await harness().signUp();
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const other = await harness().signUp();
    const { code, out } = await admin(['reset-password', email.toUpperCase()]);
    expect(code).toBe(0);
    const [, chosen = ''] = out.match(/^New password of \S+: (\S+)\n/) ?? [];
    expect(chosen).toMatch(/^[\w-]{22}$/);
    expect(out).toContain('Sign-ins ended: 1. Personal access tokens revoked: 1.\n');
    expect(out).toContain('Passkeys that still sign in: 0. Identity providers: 0.\n');
    for (const dead of [token, String(made.body.token)]) {
      expect((await harness().rest('GET', '/auth/me', { token: dead })).status).toBe(401);
    }
    const refresh = { body: { refresh_token: refreshToken } };
    expect((await harness().rest('POST', '/auth/refresh', refresh)).status).toBe(401);
    const signIn = (given: string) =>
      harness().rest('POST', '/auth/login', { body: { email, password: given } });
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn(chosen)).status).toBe(200);
    expect((await harness().rest('GET', '/auth/me', { token: other.token })).status).toBe(200);
  });

  it('creates an account whose owner must choose a password', async () => {
    const email = 'created@example.com';
    const { code, out } = await admin(['create-user', email, 'created']);
    const [, password = ''] = out.match(/^New password of created@example\.com: (\S+)\n/) ?? [];
    expect([code, password.length]).toEqual([0, 22]);
    const signIn = await harness().rest('POST', '/auth/login', { body: { email, password } });
    const token = String(signIn.body.access_token);
    expect((await harness().rest('GET', '/stocks', { token })).body.code).toBe('PASSWORD_CHANGE_REQUIRED');
    expect(await admin(['create-user', email, 'other'])).toMatchObject({
      code: 1,
      errorText: 'An account with this email or this username already exists\n',
    });
    expect(await admin(['create-user', 'nonsense', 'other'])).toMatchObject({
      code: 1,
      errorText: 'Email is invalid\n',
    });
  });

  it('disables an account and enables it again', async () => {
    const { token, email, password } = await harness().signUp();
    const signIn = () => harness().rest('POST', '/auth/login', { body: { email, password } });
    const { out } = await admin(['disable-user', email]);
    expect(out).toBe(`Disabled ${email}. Sign-ins ended: 1. Personal access tokens revoked: 0.\n`);
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
    expect(await signIn()).toMatchObject({ status: 401, body: { error: 'Invalid email or password' } });
    expect((await admin(['enable-user', email])).out).toBe(`Enabled ${email}.\n`);
    const again = await signIn();
    expect(again.status).toBe(200);
    const { body } = await harness().rest('GET', '/auth/events', { token: String(again.body.access_token) });
    expect(body.events).toMatchObject([
      { kind: 'signed_in' },
      { kind: 'account_enabled', client: 'operator', address: null },
      { kind: 'sign_in_failed' },
      { kind: 'account_disabled', client: 'operator' },
      { kind: 'signed_up' },
    ]);
  });

  it('deletes an account with its data', async () => {
    const { token, email } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    expect((await admin(['delete-user', email])).code).toBe(0);
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
    expect((await admin(['list-users'])).out).not.toContain(email);
  });

  it('turns two-step sign-in off after the email was typed again', async () => {
    const { token, email } = await harness().signUp();
    const em = harness().services.database.fork();
    await em.nativeUpdate(User, { email }, { secondFactorAt: new Date() });
    expect(await admin(['remove-second-factor', email], 'other@example.com\n')).toMatchObject({
      code: 1,
      out: '',
      errorText: expect.stringMatching(/The emails differ: nothing was changed\n$/),
    });
    expect((await harness().rest('GET', '/auth/second-factor', { token })).body.is_on).toBe(true);
    const { out, errorText } = await admin(['remove-second-factor', email], `${email}\n`);
    expect(errorText).toBe(`Type the email again to turn off two-step sign-in of ${email}: `);
    expect(out).toBe(
      `Two-step sign-in of ${email} is off. Sign-ins ended: 1. Personal access tokens revoked: 0.\n`,
    );
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
  });

  it('lists the sign-ins of an account and ends them', async () => {
    const { token, email } = await harness().signUp();
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    expect((await admin(['list-sign-ins', email])).out).toMatch(
      /^id\tclient\taddress\tsince\tlast used\n[\w-]{36}\tlightMyRequest\t127\.0\.0\.1\t\S+Z\t\S+Z\n$/,
    );
    const ended = 'Sign-ins ended: 1. Personal access tokens revoked: 0.\n';
    expect((await admin(['sign-out', email])).out).toBe(ended);
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
    const secret = String(made.body.token);
    expect((await harness().rest('GET', '/auth/me', { token: secret })).status).toBe(200);
    expect((await admin(['sign-out', '--all', '--tokens'])).code).toBe(0);
    expect((await harness().rest('GET', '/auth/me', { token: secret })).status).toBe(401);
    expect((await admin(['sign-out', email, '--all'])).errorText).toMatch(/^Usage:\n/);
  });

  it('lists security events, escaped and since a day', async () => {
    const { email } = await harness().signUp();
    const em = harness().services.database.fork();
    await em.nativeUpdate(User, { email }, { email: 'eve\u001b[2J@example.com', emailKey: 'eve' });
    const { out } = await admin(['events', 'eve', '--since', '2020-01-01']);
    expect(out).toMatch(/^at\temail\tkind\tsummary\tclient\taddress\tcount\n/);
    expect(out).toContain(
      '\teve\\u{1b}[2J@example.com\tsigned_up\tSigned up\tlightMyRequest\t127.0.0.1\t1\n',
    );
    expect((await admin(['events', 'eve', '--since', '2100-01-01'])).out.split('\n')).toHaveLength(2);
    expect(await admin(['events', '--since', 'yesterday'])).toMatchObject({
      code: 1,
      errorText: '--since must be a date like 2026-11-01\n',
    });
  });

  it('removes the passkeys of an account and ends its sign-ins', async () => {
    const { email, token } = await harness().signUp();
    const { id } = (await harness().rest('GET', '/auth/me', { token })).body;
    expect(await admin(['remove-passkeys', email])).toMatchObject({
      code: 1,
      errorText: `${email} has no passkeys\n`,
    });
    await addPasskey(harness().services, String(id));
    expect((await admin(['remove-passkeys', email])).out).toBe(
      `Passkeys of ${email} removed: 1. Sign-ins ended: 1. Personal access tokens revoked: 0.\n`,
    );
    expect((await harness().rest('GET', '/auth/me', { token })).status).toBe(401);
  });

  it('reads a password from standard input without printing it', async () => {
    const { email } = await harness().signUp();
    const chosen = 'a password of the operator';
    const { code, out } = await admin(['reset-password', email, '--password-stdin'], `${chosen}\n`);
    expect(code).toBe(0);
    expect(out).toBe(
      'Sign-ins ended: 1. Personal access tokens revoked: 0.\nPasskeys that still sign in: 0. Identity providers: 0.\n',
    );
    const body = { email, password: chosen };
    expect((await harness().rest('POST', '/auth/login', { body })).status).toBe(200);
  });

  it('refuses a common password', async () => {
    const { email } = await harness().signUp();
    expect(await admin(['reset-password', email, '--password-stdin'], 'password123')).toEqual({
      code: 1,
      out: '',
      errorText: 'Password is one of the most common ones: choose another\n',
    });
  });

  it.each([
    [['reset-password', 'unknown@example.com'], '', 'No account has the email unknown@example.com\n'],
    [
      ['reset-password', 'x@example.com', '--password-stdin'],
      'short',
      'Password must be at least 8 characters\n',
    ],
    [
      ['reset-password', 'x@example.com', '--password-stdin'],
      'a long and private sentence',
      'No account has the email x@example.com\n',
    ],
    [['reset-password'], '', expect.stringMatching(/^Usage:\n/)],
    [['nonsense'], '', expect.stringMatching(/^Usage:\n/)],
    [[], '', expect.stringMatching(/^Usage:\n/)],
    [['list-users', '--nonsense'], '', expect.stringContaining("Unknown option '--nonsense'")],
  ])('prints an error for %j', async (args, input, errorText) => {
    expect(await admin(args, input)).toEqual({ code: 1, out: '', errorText });
  });

  it('prints an error when the database cannot be reached', async () => {
    const { code, errorText } = await admin(['list-users'], '', 'postgres://x:x@127.0.0.1:1/x');
    expect([code, errorText]).toEqual([
      1,
      'the database cannot be reached (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL, and that PostgreSQL runs\n',
    ]);
  });
});
