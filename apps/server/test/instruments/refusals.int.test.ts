import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({ MAX_STOCKS_PER_USER: 2 });

let token = '';
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

const flat = { symbol: '@FLAT', name: 'Flat', currency: 'EUR' };
const term = {
  ...flat,
  symbol: '@TERM',
  pricing: 'interest',
  terms: { start_date: '2024-01-01', percent_a_year: 3, compounding: 'daily' },
};

beforeAll(async () => {
  token = (await harness().signUp()).token;
  expect((await call('POST', '/instruments', flat)).status).toBe(201);
  expect((await call('POST', '/instruments', term)).status).toBe(201);
});

describe('the terms of prices', () => {
  const percent = 'percent_a_year must be a number from -100 to 1,000';
  it.each([
    ['interest', { ...term.terms, percent_a_year: -101 }, percent],
    ['interest', { ...term.terms, percent_a_year: 1_001 }, percent],
    ['interest', { ...term.terms, percent_a_year: null }, 'Name percent_a_year or rates'],
    ['interest', { ...term.terms, start_date: '1899-12-31' }, 'start_date must not be before 1900'],
    ['interest', { ...term.terms, start_price: 0 }, 'start_price must be a number from 10^-10 to 10^15'],
    ['interest', { ...term.terms, until: '2023-12-31' }, 'until must not be before start_date'],
    ['interest', { ...term.terms, compounding: 'monthly' }, 'compounding must be daily, yearly or none'],
    [
      'interest',
      {
        ...term.terms,
        percent_a_year: null,
        rates: Array.from({ length: 51 }, (_, index) => ({
          from: `20${10 + index}-01-01`,
          percent_a_year: 1,
        })),
      },
      'rates must have 1 to 50 entries',
    ],
    ['linked', { symbol: 'AAPL', factor: 0 }, 'factor must be above 0 and at most 10^12'],
    ['linked', { symbol: 'AAPL', factor: 1e12 + 1 }, 'factor must be above 0 and at most 10^12'],
    [
      'linked',
      { symbol: 'AAPL', factor: 1, add: 1e12 + 1 },
      'add must be a number from -1,000,000,000,000 to 1,000,000,000,000',
    ],
    ['linked', { symbol: '@FLAT', factor: 1 }, 'A link leads to a stock of a source'],
    ['linked', null, 'terms are required for the pricing linked'],
  ])('refuses the terms of %s: %j', async (pricing, terms, error) => {
    const body = { pricing, terms, currency: 'EUR' };
    const preview = await call('POST', '/instruments/preview', body);
    expect(preview).toMatchObject({ status: 400, body: { error } });
    expect(await call('POST', '/instruments', { ...flat, ...body, symbol: '@NEW' })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  it('refuses a link to a stock that no source knows', async () => {
    const body = { ...flat, symbol: '@NEW', pricing: 'linked', terms: { symbol: 'NOBODYKNOWS', factor: 1 } };
    expect(await call('POST', '/instruments', body)).toMatchObject({
      status: 400,
      body: { error: 'NOBODYKNOWS is not known yet. Add it to your stocks first' },
    });
  });
});

it.each(['GBp', 'GBX', 'ZAc', 'ZAC', 'ILA'])(
  'refuses the currency %s, and names its main unit',
  async (currency) => {
    const error = expect.stringMatching(new RegExp(`^Use ([A-Z]{3}): 1 ${currency} is 0\\.01 \\1$`));
    const body = { ...flat, symbol: '@NEW', currency };
    expect(await call('POST', '/instruments', body)).toMatchObject({ status: 400, body: { error } });
    expect(await call('PATCH', '/instruments/@FLAT', { currency })).toMatchObject({
      status: 400,
      body: { error },
    });
  },
);

describe('prices', () => {
  const day = { date: '2024-01-02', open: 2, high: 3, low: 1, close: 2 };
  it.each([
    [{ ...day, low: 2.5 }, 'bars[0].low is above its open'],
    [{ ...day, open: 3, low: 2.5 }, 'bars[0].low is above its close'],
    [{ ...day, open: 4 }, 'bars[0].high is below its open'],
    [{ ...day, close: 3.5 }, 'bars[0].high is below its close'],
    [{ ...day, close: 0 }, 'bars[0].close must be above 0'],
    [{ ...day, close: 1e-11 }, 'bars[0].close must be from 10^-10 to 10^15'],
    [{ ...day, high: 1.1e15 }, 'bars[0].high must be from 10^-10 to 10^15'],
    [{ ...day, volume: 1.1e15 }, 'bars[0].volume must be from 0 to 10^15'],
    [{ ...day, volume: '1' }, 'bars[0].volume must be a number'],
    [{ close: 1 }, 'bars[0].date is missing'],
    [{ date: '2024-01-02' }, 'bars[0].close is missing'],
  ])('refuses %j', async (bar, error) => {
    const refused = await call('PUT', '/instruments/@FLAT/bars', { bars: [bar] });
    expect(refused).toMatchObject({ status: 400, body: { error, details: [{ message: error }] } });
  });

  it('names the problems of 50 rows', async () => {
    const bars = Array.from({ length: 60 }, () => ({ date: 'x', close: 1 }));
    const { body } = await call('POST', '/instruments/@FLAT/bars', { bars });
    expect(body.details).toHaveLength(50);
    const preview = await call('POST', '/instruments/@FLAT/bars?preview=true', { bars });
    expect(preview.body).toMatchObject({ added: 0, problems: 60, details: { length: 50 } });
  });

  it('refuses more than 20,000 of a request, and a body beyond 5 MiB', async () => {
    const bars = Array.from({ length: 20_001 }, () => ({ date: 'x', close: 1 }));
    expect(await call('PUT', '/instruments/@FLAT/bars', { bars })).toMatchObject({
      status: 400,
      body: { error: 'A request can have at most 20,000 bars' },
    });
    const values = Array.from({ length: 20_000 }, () => ({ date: 'x', close: [1, 2, 3, 4, 5, 6, 7] }));
    expect(await call('PUT', '/instruments/@FLAT/bars', { bars: values })).toMatchObject({
      status: 400,
      body: { error: 'A body larger than 64 KiB can have at most 140,100 values' },
    });
    const csv = `date,close\n${' '.repeat(5 * 1024 * 1024)}`;
    expect((await call('PUT', '/instruments/@FLAT/bars', { csv })).status).toBe(413);
  });

  it('reads a large body over both transports, with its other fields before and after the bars', async () => {
    const bars = Array.from({ length: 10_000 }, () => ({ date: '2024-12-31', close: 1 }));
    const expected = { added: 1, problems: 9_999, details: { length: 50 } };
    const rest = await call('POST', '/instruments/@FLAT/bars', { preview: true, bars });
    expect(rest.body).toMatchObject(expected);
    const trpc = await harness().inject({
      method: 'POST',
      url: '/trpc/instruments.addBars',
      headers: { authorization: `Bearer ${token}` },
      payload: { symbol: '@FLAT', bars, preview: true },
    });
    expect(trpc.json().result.data).toMatchObject(expected);
  });

  it('refuses to delete those of a range that ends before it begins, or of none', async () => {
    const ranges = {
      '?since=2024-02-01&until=2024-01-01': 'since must not be after until',
      '': 'Name since or until: the days whose prices are deleted',
    };
    for (const [range, error] of Object.entries(ranges)) {
      const refused = await call('DELETE', `/instruments/@FLAT/bars${range}`);
      expect([range, refused.status, refused.body.error]).toEqual([range, 400, error]);
    }
  });

  it('refuses those of an instrument whose prices are computed', async () => {
    const error = 'The prices of @TERM are computed: change its pricing to enter them';
    const calls = [
      ['PUT', '', { bars: [day] }],
      ['POST', '', { bars: [day] }],
      ['DELETE', '?since=2024-01-01', undefined],
    ] as const;
    for (const [method, query, body] of calls) {
      const refused = await call(method, `/instruments/@TERM/bars${query}`, body);
      expect([method, refused.status, refused.body.error]).toEqual([method, 409, error]);
    }
    expect(await call('POST', '/instruments', { ...term, symbol: '@NEW', bars: [day] })).toMatchObject({
      status: 409,
      body: { error: 'The prices of @NEW are computed: change its pricing to enter them' },
    });
  });
});

describe('what only sources have', () => {
  it('has no quotes', async () => {
    const { body } = await call('GET', '/quotes?symbols=@FLAT');
    expect(body).toMatchObject({
      quotes: [],
      skipped: [{ symbol: '@FLAT', reason: 'Own prices have no quotes' }],
    });
  });

  it('checks no level during the session, but at the close', async () => {
    const rule = { symbol: '@FLAT', when: 'price touches 100' };
    expect(await call('POST', '/signals/rules', { ...rule, during_session: true })).toMatchObject({
      status: 409,
      body: { error: 'Own prices have no session' },
    });
    const bars = ['2024-01-01', '2024-01-02'].map((date) => ({ date, close: 90 }));
    await call('PUT', '/instruments/@FLAT/bars', { bars });
    expect((await call('POST', '/signals/rules', rule)).status).toBe(201);
    await call('POST', '/instruments/@FLAT/bars', { bars: [{ date: '2024-01-03', close: 100 }] });
    expect((await call('GET', '/signals?symbol=@FLAT')).body).toMatchObject({
      signals: [{ bar_date: '2024-01-03' }],
    });
  });
});

it('creates an instrument beside a full watch list, and says so', async () => {
  const created = await call('POST', '/instruments', { ...flat, symbol: '@THIRD' });
  expect(created).toMatchObject({
    status: 201,
    body: {
      is_tracked: false,
      message: '@THIRD was created. Your watch list is full: it was not added to it',
    },
  });
  const untracked = await call('POST', '/instruments', { ...flat, symbol: '@FOURTH', track: false });
  expect(untracked.body).toMatchObject({ is_tracked: false, message: '@FOURTH was created' });
});
