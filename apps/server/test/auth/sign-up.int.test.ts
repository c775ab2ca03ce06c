import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness();

describe('signing up', () => {
  it('returns tokens and the user', async () => {
    const { status, body } = await harness().rest('POST', '/auth/register', {
      body: {
        email: 'Ada@Example.com',
        username: 'ada',
        password: 'a long and private sentence',
        first_name: 'Ada',
        last_name: 'Reader',
      },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      user: {
        id: expect.any(String),
        email: 'Ada@Example.com',
        username: 'ada',
        first_name: 'Ada',
        last_name: 'Reader',
        full_name: 'Ada Reader',
      },
    });
  });

  it('takes blank names as missing', async () => {
    const body = { email: 'blank@example.com', username: 'blank', password: 'a long and private sentence' };
    const names = { first_name: '  ', last_name: ' ' };
    const { body: created } = await harness().rest('POST', '/auth/register', { body: { ...body, ...names } });
    expect(created.user).toMatchObject({ first_name: null, last_name: null, full_name: 'blank' });
  });

  it.each([
    [{}, 'Email is required'],
    [{ email: ' ', username: '', password: '' }, 'Email is required'],
    [{ email: 'nonsense', username: 'abc', password: 'long enough' }, 'Email is invalid'],
    [{ email: 'a@example.com' }, 'Username is required'],
    [{ email: 'a@example.com', username: 'ab', password: 'x' }, 'Username must be at least 3 characters'],
    [{ email: 'a@example.com', username: 'abc' }, 'Password is required'],
    [
      { email: 'a@example.com', username: 'abc', password: 'short' },
      'Password must be at least 8 characters',
    ],
    [
      { email: 'a@example.com', username: 'abc', password: 'password123' },
      'Password is one of the most common ones: choose another',
    ],
    [
      { email: 'a@example.com', username: 'a\u0000bc', password: 'long enough' },
      'Username contains characters that cannot be stored',
    ],
  ])('rejects %j with "%s"', async (body, error) => {
    const answer = await harness().rest('POST', '/auth/register', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error, code: 'BAD_REQUEST' });
    expect(answer.body.details).toEqual(
      expect.arrayContaining([{ field: expect.any(String), message: error }]),
    );
  });

  it('rejects an email or username that is taken, regardless of case', async () => {
    const { name, password } = await harness().signUp();
    const again = (email: string, username: string) =>
      harness().rest('POST', '/auth/register', { body: { email, username, password } });
    expect(await again(`${name.toUpperCase()}@EXAMPLE.com`, 'other1')).toMatchObject({
      status: 409,
      body: { error: 'An account with this email already exists', code: 'CONFLICT' },
    });
    expect(await again('other@example.com', name.toUpperCase())).toMatchObject({
      status: 409,
      body: { error: 'This username is already taken', code: 'CONFLICT' },
    });
  });

  it('creates one account when equal sign-ups arrive at the same time', async () => {
    const body = { email: 'race@example.com', username: 'race', password: 'a long and private sentence' };
    expect(await race(() => harness().rest('POST', '/auth/register', { body }))).toEqual({ 201: 1, 409: 19 });
  });

  it('accepts a sign-up again when the database failed half-way', async () => {
    const run = (statement: string) =>
      sql.raw(statement).execute(harness().services.database.fork().getKysely());
    await run(
      `create function fail() returns trigger language plpgsql as
        $$ begin raise 'the disk is full' using errcode = 'disk_full'; end $$`,
    );
    await run('create trigger fail before insert on session execute function fail()');
    const body = { email: 'twice@example.com', username: 'twice', password: 'a long and private sentence' };
    const signUp = () => harness().rest('POST', '/auth/register', { body });
    const first = await signUp();
    await run('drop function fail cascade');
    expect([first.status, (await signUp()).status]).toEqual([503, 201]);
  });
});
