import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness({ TRUST_PROXY: 1, MAX_PORTFOLIOS_PER_USER: 1 });
const closed = useHarness({ SIGN_UP: 'closed', AUTH_RATE_LIMIT_PER_MINUTE: 2 });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

interface Event {
  readonly id: string;
  readonly kind: string;
  readonly count: number;
}

async function events(token: string, query = ''): Promise<Event[]> {
  return (await harness().rest('GET', `/auth/events${query}`, { token })).body.events as Event[];
}

async function signIn({ email, password }: { email: string; password: string }, headers = {}) {
  const answer = await harness().rest('POST', '/auth/login', { body: { email, password }, headers });
  return { ...answer, token: String(answer.body.access_token) };
}

const notices = async (token: string) =>
  (await harness().rest('GET', '/auth/notices', { token })).body.notices as { id: string; message: string }[];

describe('GET /auth/events', () => {
  it('lists what happened to the own account, newest first', async () => {
    const owner = await harness().signUp();
    await harness().signUp();
    const { token } = owner;
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    await harness().rest('DELETE', `/auth/tokens/${made.body.id}`, { token });
    for (const name of ['one', 'two']) await harness().rest('POST', '/portfolios', { token, body: { name } });
    const listed = await events(token);
    expect(listed.map(({ kind }) => kind)).toEqual([
      'quota_reached',
      'token_revoked',
      'token_created',
      'signed_up',
    ]);
    expect(listed[1]).toMatchObject({ summary: 'Revoked a personal access token', token_id: made.body.id });
    expect(await events(token, '?limit=1&offset=3')).toEqual(listed.slice(3));
    expect(await events(token, '?since=2100-01-01')).toEqual([]);
  });

  it('lists the newest 1,000 without a limit', async () => {
    const { token } = await harness().signUp();
    const { id } = (await harness().rest('GET', '/auth/me', { token })).body;
    await sql`
      insert into security_event (id, at, user_id, kind, count)
      select gen_random_uuid(), now() - number * interval '1 minute', ${id}, 'sign_in_failed', number
      from generate_series(1, 1000) number
    `.execute(harness().services.database.fork().getKysely());
    const { events: newest, total } = (await harness().rest('GET', '/auth/events', { token })).body;
    expect(total).toBe(1_001);
    const counts = (newest as Event[]).map(({ count }) => count);
    expect(counts).toEqual([1, ...Array.from({ length: 999 }, (_, index) => index + 1)]);
  });

  it('counts repeated failures of a minute in one row', async () => {
    const owner = await harness().signUp();
    const wrong = { ...owner, password: 'a guess' };
    expect(await race(async () => signIn(wrong, { 'x-forwarded-for': '198.51.100.20' }))).toEqual({
      401: 20,
    });
    const failures = (await events(owner.token)).filter(({ kind }) => kind === 'sign_in_failed');
    // The minute may end meanwhile.
    expect(failures.length).toBeLessThanOrEqual(2);
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  });

  it('never stores or logs an email, a password or a token', async () => {
    const { token, email } = await harness().signUp();
    await signIn({ email: 'nobody@example.com', password: 'unknown secret' });
    const db = harness().services.database.fork().getKysely();
    const { rows } = await sql<{ text: string }>`select e::text as text from security_event e`.execute(db);
    const lines = harness().logged.filter((line) => line.includes('security event'));
    const all = [...rows.map(({ text }) => text), ...lines].join('\n');
    expect(all).toMatch(/email_hash/);
    for (const secret of [token, email, 'nobody@', 'unknown secret']) expect(all).not.toContain(secret);
    const userId = (await harness().rest('GET', '/auth/me', { token })).body.id;
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'signed_up', userId, address: '127.0.0.1', client: 'lightMyRequest' }),
    );
  });

  it('counts security events by a metric', async () => {
    await harness().signUp();
    expect(await harness().metrics.registry.metrics()).toMatch(
      /stockbook_security_events_total\{kind="signed_up"\} [1-9]/,
    );
  });
});

describe('the notice of a new sign-in', () => {
  it('shows a new sign-in to the other sign-ins, once for an address and client, until it is dismissed', async () => {
    const owner = await harness().signUp();
    expect(await notices(owner.token)).toEqual([]);
    const headers = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7' };
    const other = await signIn(owner, headers);
    await signIn(owner, headers);
    const [notice, ...rest] = await notices(owner.token);
    expect(rest).toEqual([]);
    expect(notice?.message).toBe(
      'New sign-in: Firefox on Linux, 203.0.113.7. Not you? Change your password.',
    );
    expect(await notices(other.token)).toEqual([]);
    const dismiss = () => harness().rest('DELETE', `/auth/notices/${notice?.id}`, { token: owner.token });
    expect(await race(dismiss)).toEqual({ 200: 1, 404: 19 });
    expect(await notices(owner.token)).toEqual([]);
  });

  it('shows no notice for a device that the owner has used before', async () => {
    const owner = await harness().signUp();
    const first = await signIn(owner, { 'user-agent': firefox });
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    expect(String(first.headers['set-cookie'])).toMatch(
      /^stockbook_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const elsewhere = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.9', cookie };
    const second = await signIn(owner, elsewhere);
    expect(String(second.headers['set-cookie'])).toContain(cookie);
    expect(await notices(owner.token)).toHaveLength(1);
    const { headers } = await harness().inject({
      method: 'POST',
      url: '/trpc/auth.login',
      headers: { 'content-type': 'application/json', cookie },
      payload: { email: owner.email, password: owner.password },
    });
    expect(String(headers['set-cookie'])).toContain(cookie);
  });

  it('shows no notice for such a device over HTTPS, where the cookie is bound to the host', async () => {
    const owner = await harness().signUp();
    const overTls = { 'user-agent': firefox, 'x-forwarded-proto': 'https' };
    const first = await signIn(owner, overTls);
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    expect(String(first.headers['set-cookie'])).toMatch(
      /^__Host-stockbook_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    await signIn(owner, { ...overTls, 'x-forwarded-for': '203.0.113.9', cookie });
    expect(await notices(owner.token)).toHaveLength(1);
  });
});

describe('the request log', () => {
  it('names address and credential', async () => {
    const { token } = await harness().signUp();
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const headers = { 'x-forwarded-for': '203.0.113.50' };
    await harness().rest('GET', '/auth/me', { token, headers });
    await harness().rest('GET', '/auth/me', { token: String(made.body.token), headers });
    await harness().rest('GET', '/version', { headers });
    const lines = harness()
      .logged.map((line) => JSON.parse(line))
      .filter(({ msg, address }) => msg === 'request' && address === '203.0.113.50');
    expect(lines.map(({ credential }) => credential)).toEqual(['sign-in', 'token', null]);
  });
});

describe('DELETE /account', () => {
  it('deletes the account with everything but its events, once', async () => {
    const { token, refreshToken, name, email, password } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const remove = (confirmation: string) =>
      harness().rest('DELETE', `/account?confirmation=${confirmation}`, { token });
    const notYours = { status: 400, body: { error: 'That is not your username' } };
    expect(await remove('other')).toMatchObject(notYours);
    const body = { confirmation: 'other' };
    expect(await harness().rest('DELETE', '/account', { token, body })).toMatchObject(notYours);
    expect(await race(() => remove(name))).toEqual({ 200: 1, 401: 19 });
    for (const dead of [token, String(made.body.token)]) {
      expect((await harness().rest('GET', '/auth/me', { token: dead })).status).toBe(401);
    }
    const refresh = { body: { refresh_token: refreshToken } };
    expect((await harness().rest('POST', '/auth/refresh', refresh)).status).toBe(401);
    expect((await signIn({ email, password })).status).toBe(401);
    const db = harness().services.database.fork().getKysely();
    const { rows } =
      await sql`select from security_event where kind = 'account_deleted' and user_id is null`.execute(db);
    expect(rows).toHaveLength(1);
    const again = { email, username: name, password };
    expect((await harness().rest('POST', '/auth/register', { body: again })).status).toBe(201);
  });
});

describe('the limit of requests', () => {
  const limited = useHarness({ RATE_LIMIT_PER_MINUTE: 3, TRUST_PROXY: 1 });
  const recorded = async () => {
    const db = limited().services.database.fork().getKysely();
    const { rows } = await sql<{ userId: string | null; address: string; details: object; count: number }>`
      select user_id as "userId", address, details, count from security_event where kind = 'limit_reached'
    `.execute(db);
    return rows;
  };

  it('records once a minute that an address or a user has reached the limit of requests', async () => {
    const owner = await limited().signUp();
    const get = (path: string, address: string, token?: string) =>
      limited().rest('GET', path, {
        headers: { 'x-forwarded-for': address },
        ...(token === undefined ? {} : { token }),
      });
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await get('/version', '203.0.113.1')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    const reached = { details: { limit: 'requests' }, count: 1 };
    const ofAddress = { ...reached, userId: null, address: '203.0.113.1' };
    await pollUntil('the event of the address', async () => (await recorded()).length === 1);
    expect(await recorded()).toEqual([ofAddress]);

    const { body } = await get('/auth/me', '203.0.113.2', owner.token);
    for (const last of [3, 4]) await get('/auth/me', `203.0.113.${last}`, owner.token);
    expect((await get('/auth/me', '203.0.113.5', owner.token)).status).toBe(429);
    await pollUntil('the event of the user', async () => (await recorded()).length === 2);
    expect(await recorded()).toContainEqual({ ...reached, userId: body.id, address: '203.0.113.5' });
  });
});

describe('SIGN_UP=closed', () => {
  it('refuses sign-ups, which GET /version announces, and records the limit of attempts', async () => {
    const body = { email: 'new@example.com', username: 'new', password: 'a long and private sentence' };
    expect(await closed().rest('POST', '/auth/register', { body })).toMatchObject({
      status: 403,
      body: { error: 'Sign-up is closed here. Ask the operator for an account', code: 'SIGN_UP_CLOSED' },
    });
    expect((await closed().rest('GET', '/version')).body.sign_up).toBe('closed');
    expect((await harness().rest('GET', '/version')).body.sign_up).toBe('open');
    for (let count = 0; count < 2; count += 1) await closed().rest('POST', '/auth/register', { body });
    const db = closed().services.database.fork().getKysely();
    const { rows } = await sql`select kind, details from security_event`.execute(db);
    expect(rows).toEqual([{ kind: 'limit_reached', details: { procedure: 'auth.register' } }]);
  });
});
