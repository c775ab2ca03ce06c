import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({ MAX_STRATEGIES_PER_USER: 1000, MAX_PORTFOLIOS_PER_USER: 1000 });

/** Any text that PostgreSQL can store. */
const text = (constraints: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: 'binary', ...constraints }).filter((value) => !value.includes('\0'));
const name = text({ minLength: 1, maxLength: 100 }).filter(
  (value) => value.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value),
);
const notBlank = text({ minLength: 1, maxLength: 300 }).filter((value) => value.trim() !== '');

/** A number that JSON and PostgreSQL represent exactly; JSON has no -0. */
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
);
const key = text({ maxLength: 12 }).filter((value) => value !== '__proto__');
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    number,
    text({ maxLength: 20 }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(key, tie('json'), { maxKeys: 4 }),
  ),
}));
// Fastify's JSON parser rejects `constructor` with a `prototype` field.
const rules = fc
  .dictionary(key, json, { maxKeys: 5 })
  .filter((value) => !Object.hasOwn(value, 'constructor'));

describe('an accepted value is returned unchanged', () => {
  it('returns strategies with any rules unchanged', async () => {
    const { token } = await harness().signUp();
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.option(text({ maxLength: 200 })),
        rules,
        async (strategy, description, strategyRules) => {
          const body = { name: strategy, description, rules: strategyRules, is_active: false };
          const created = await harness().rest('POST', '/strategies', { token, body });
          expect(created.status).toBe(201);
          const { body: list } = await harness().rest('GET', '/strategies?limit=1', { token });
          const sent = JSON.parse(JSON.stringify(body));
          expect(created.body).toMatchObject(sent);
          expect((list.strategies as object[])[0]).toEqual({ ...created.body, rules: sent.rules });
        },
      ),
      { numRuns: 150, seed: 5 },
    );
  });

  it('returns portfolio names and notes unchanged', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    await fc.assert(
      fc.asyncProperty(name, notBlank, async (portfolio, notes) => {
        const created = await harness().rest('POST', '/portfolios', { token, body: { name: portfolio } });
        expect(created).toMatchObject({ status: 201, body: { name: portfolio, currency: 'USD' } });
        await harness().rest('PATCH', '/stocks/AAPL', { token, body: { notes } });
        expect((await harness().rest('GET', '/stocks/AAPL', { token })).body.notes).toBe(notes);
      }),
      { numRuns: 100, seed: 6 },
    );
  });

  it('returns accounts unchanged', async () => {
    const username = ' Ünï  code ';
    const body = {
      email: 'Mixed.Case+tag@Example.COM',
      username,
      password: 'ﬁ long and private sentence ',
      first_name: ' Ada ',
      last_name: '',
    };
    const { status, body: created } = await harness().rest('POST', '/auth/register', { body });
    expect(status).toBe(201);
    const me = await harness().rest('GET', '/auth/me', { token: String(created.access_token) });
    expect(me.body).toMatchObject({ email: body.email, username, first_name: ' Ada ', last_name: null });
    expect(me.body.full_name).toBe('Ada');
    const again = { ...body, email: 'other@example.com', username: username.trim() };
    expect((await harness().rest('POST', '/auth/register', { body: again })).status).toBe(409);
    const login = await harness().rest('POST', '/auth/login', { body });
    expect(login.status).toBe(200);
  });
});

describe('a value that cannot be stored exactly is rejected', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it.each([
    [
      'a number above those of JavaScript',
      '{"a":1e400}',
      'rules contains a number too large to be kept exactly: send it as text',
    ],
    [
      'a number below those of JavaScript',
      '{"a":-1e400}',
      'rules contains a number too large to be kept exactly: send it as text',
    ],
    [
      'an integer of 20 digits in a list',
      '{"a":[12345678901234567890]}',
      'rules contains a number too large to be kept exactly: send it as text',
    ],
    [
      'an odd integer above 2^53',
      '{"a":9007199254740993}',
      'rules contains a number too large to be kept exactly: send it as text',
    ],
    ['a NUL in a value', '{"a":{"b":"\\u0000"}}', 'rules contains characters that cannot be stored'],
    [
      'half a surrogate pair in a value',
      '{"a":["\\ud800"]}',
      'rules contains characters that cannot be stored',
    ],
    ['a NUL as a name', '{"\\u0000":1}', 'rules contains characters that cannot be stored'],
    [
      'half a surrogate pair in a name',
      '{"a":{"x\\udfff":1}}',
      'rules contains characters that cannot be stored',
    ],
    ['33 levels', nested(33), 'rules must not be nested deeper than 32 levels'],
    ['10,000 levels', nested(10_000), 'rules must not be nested deeper than 32 levels'],
    ['a list', '[]', 'rules must be an object'],
    ['null', 'null', 'rules must be an object'],
    ['a string', '"{}"', 'rules must be an object'],
  ])('rejects rules: %s', async (_, rulesJson, error) => {
    const { token } = await harness().signUp();
    const answer = await harness().rest('POST', '/strategies', {
      token,
      body: `{"name":"x","rules":${rulesJson}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 400, body: { error, code: 'BAD_REQUEST' } });
  });

  it('rejects a field named __proto__, over REST and tRPC', async () => {
    const { token } = await harness().signUp();
    const body = '{"name":"x","rules":{"a":[{"__proto__":{"polluted":true}}]}}';
    const headers = { 'content-type': 'application/json' };
    expect((await harness().rest('POST', '/strategies', { token, body, headers })).status).toBe(400);
    const trpc = await harness().inject({
      method: 'POST',
      url: '/trpc/strategies.create',
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload: body,
    });
    expect(trpc.statusCode).toBe(400);
    expect(trpc.json().error.message).toBe('rules must not have a field named __proto__');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('accepts 32 nested levels, and ignores unknown fields', async () => {
    const { token } = await harness().signUp();
    const answer = await harness().rest('POST', '/strategies', {
      token,
      body: { name: 'x', rules: JSON.parse(nested(32)), nonsense: '\ud800', __protoish: 1 },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.rules).toEqual(JSON.parse(nested(32)));
  });
});

describe('calendar dates', () => {
  it.each([
    '2024-02-30',
    '2023-02-29',
    '0000-01-01',
    '2024-13-01',
    '2024-1-1',
    '20240101',
    '',
    ' 2024-01-01',
  ])('%j is rejected', async (date) => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    for (const field of ['start_date', 'end_date']) {
      const path = `/stocks/AAPL/data?${field}=${encodeURIComponent(date)}`;
      const { status, body } = await harness().rest('GET', path, { token });
      expect([status, body.details]).toEqual([
        400,
        [{ field, message: `${field} must be a calendar date like 2024-12-31` }],
      ]);
    }
  });

  it.each(['0001-01-01', '2024-02-29', '9999-12-31'])('%s is accepted', async (date) => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const { status } = await harness().rest('GET', `/stocks/AAPL/data?start_date=${date}`, { token });
    expect(status).toBe(200);
  });
});
