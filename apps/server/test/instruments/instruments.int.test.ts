import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({ MAX_OWN_INSTRUMENTS_PER_USER: 4, MAX_OWN_BARS_PER_USER: 40 });

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const callOf = (method: Method, path: string, body?: object, as = token) =>
  harness().rest(method, path, { token: as, ...(body && { body }) });
const call = (method: Method, path: string, body?: object) => callOf(method, path, body);

const flat = { symbol: '@flat', name: 'Flat in Leipzig', currency: 'EUR', type: 'Real estate' };
const create = async (fields: object = {}) => {
  const made = await call('POST', '/instruments/', { ...flat, ...fields });
  expect(made.body).toMatchObject({ symbol: expect.stringMatching(/^@/) });
  expect(made.status).toBe(201);
  return made.body;
};
const bars = (...closes: [date: string, close: number][]) => closes.map(([date, close]) => ({ date, close }));
const send = (method: 'PUT' | 'POST', ...closes: [date: string, close: number][]) =>
  call(method, '/instruments/@FLAT/bars', { bars: bars(...closes) });
const conflict = (error: string) => ({ status: 409, body: { error, code: 'CONFLICT' } });
const notFound = { status: 404, text: JSON.stringify({ error: 'Stock not found', code: 'NOT_FOUND' }) };

describe('an own instrument', () => {
  it('creates it with its prices on the watch list, and reads it like a stock', async () => {
    const made = await create({
      bars: bars(['2025-05-03', 250_000], ['2024-05-03', 240_000]),
      notes: 'Appraised',
    });
    expect(made).toMatchObject({
      symbol: '@FLAT',
      pricing: 'entered',
      terms: null,
      quoted_in: 'money',
      remind: 'never',
      first_date: '2024-05-03',
      last_date: '2025-05-03',
      last_close: 250_000,
      bars: 2,
      held_in: [],
      is_tracked: true,
      notes: 'Appraised',
      task_id: null,
      message: '@FLAT was created',
    });
    const { task_id: _, message, ...stored } = made;
    expect((await call('GET', '/instruments/%40flat')).body).toEqual(stored);
    expect((await call('GET', '/instruments/')).body).toEqual({ instruments: [stored], total: 1 });
    expect((await call('GET', '/stocks/@FLAT/data')).body).toMatchObject({
      symbol: '@FLAT',
      currency: 'EUR',
      data: [
        { date: '2024-05-03', open: 240_000, high: 240_000, low: 240_000, close: 240_000, volume: 0 },
        { date: '2025-05-03', close: 250_000 },
      ],
    });
    expect((await call('GET', '/stocks/@FLAT/info')).body.stock).toMatchObject({
      data_source: 'own',
      exchange: 'Own',
      pricing: 'entered',
      quoted_in: 'money',
      missing_dates: [],
    });
    expect((await call('GET', '/stocks/')).body).toMatchObject({ stocks: [{ stock: { symbol: '@FLAT' } }] });
    expect((await call('GET', '/instruments/export.csv')).text).toBe(
      "symbol,date,open,high,low,close,volume\r\n'@FLAT,2024-05-03,240000,240000,240000,240000,0\r\n'@FLAT,2025-05-03,250000,250000,250000,250000,0\r\n",
    );
  });

  it.each([
    [{ symbol: '@' }, 'An own symbol is @ and up to 19 letters, digits, dots or hyphens'],
    [{ symbol: '@@X' }, 'An own symbol is @ and up to 19 letters, digits, dots or hyphens'],
    [{ symbol: `@${'A'.repeat(20)}` }, 'An own symbol is @ and up to 19 letters, digits, dots or hyphens'],
    [{ symbol: '@A B' }, 'An own symbol is @ and up to 19 letters, digits, dots or hyphens'],
    [{ name: ' ' }, 'Name is required'],
    [{ currency: 'GBp' }, 'Use GBP: 1 GBp is 0.01 GBP'],
    [{ currency: 'ILA' }, 'Use ILS: 1 ILA is 0.01 ILS'],
    [{ currency: 'XYZ' }, 'Currency must be a code of ISO 4217, for example EUR'],
    [{ bars: [{ date: '2024-01-01', close: 0 }] }, 'bars[0].close must be above 0'],
    [{ pricing: 'linked', terms: { symbol: '@GOLD', factor: 1 } }, 'A link leads to a stock of a source'],
  ])('refuses %j', async (fields, error) => {
    expect(await call('POST', '/instruments/', { ...flat, ...fields })).toMatchObject({
      status: 400,
      body: { error },
    });
    expect((await call('GET', '/instruments/')).body.total).toBe(0);
  });

  it('refuses a symbol twice, and one more than the quota', async () => {
    await create();
    expect(await call('POST', '/instruments/', flat)).toMatchObject(conflict('You already have @FLAT'));
    for (const name of ['A', 'B', 'C']) await create({ symbol: `@${name}` });
    expect(await call('POST', '/instruments/', { ...flat, symbol: '@D' })).toMatchObject(
      conflict('You have 4 own instruments, the maximum. Delete one first'),
    );
  });

  it('keeps it when it leaves the watch list, and puts it back by its symbol', async () => {
    await create({ bars: bars(['2024-05-03', 240_000]) });
    await call('DELETE', '/stocks/@FLAT');
    expect(await call('GET', '/stocks/@FLAT/data')).toMatchObject(notFound);
    expect((await call('GET', '/instruments/@FLAT')).body).toMatchObject({ is_tracked: false, bars: 1 });
    expect(await call('POST', '/stocks/', { symbol: '@flat' })).toMatchObject({
      status: 200,
      body: { message: '@FLAT was added to your watch list' },
    });
    expect((await call('GET', '/stocks/@FLAT/data')).status).toBe(200);
    expect(await call('POST', '/stocks/', { symbol: '@NONE' })).toMatchObject(notFound);
    expect((await call('GET', '/stocks/search?q=@fl')).body.results).toMatchObject([{ symbol: '@FLAT' }]);
  });

  it('changes it, and deletes it for good once that is confirmed', async () => {
    await create({ bars: bars(['2024-05-03', 240_000]), sector: 'Housing' });
    expect((await call('PATCH', '/instruments/@FLAT', {})).status).toBe(400);
    expect(
      (await call('PATCH', '/instruments/@FLAT', { name: 'House', currency: 'chf', remind: 'yearly' })).body,
    ).toMatchObject({
      name: 'House',
      currency: 'CHF',
      sector: 'Housing',
      remind: 'yearly',
      bars: 1,
    });
    expect((await call('GET', '/stocks/@FLAT/data')).body.currency).toBe('CHF');
    expect((await call('DELETE', '/instruments/@FLAT?confirmation=@HOUSE')).status).toBe(400);
    expect((await call('DELETE', '/instruments/@FLAT?confirmation=@flat')).body).toEqual({
      message: '@FLAT was deleted',
    });
    expect(await call('GET', '/instruments/@FLAT')).toMatchObject(notFound);
    expect((await call('GET', '/stocks/')).body.total).toBe(0);
    await create();
    expect((await call('GET', '/stocks/@FLAT/data')).body.data).toEqual([]);
  });

  it('hides it from another user, who may have the same symbol', async () => {
    await create({ bars: bars(['2024-05-03', 240_000]) });
    const { token: stranger } = await harness().signUp();
    const asStranger = (method: Method, path: string, body?: object) => callOf(method, path, body, stranger);
    const calls: [Method, string, object?][] = [
      ['GET', '/instruments/@FLAT'],
      ['PATCH', '/instruments/@FLAT', { name: 'Mine' }],
      ['DELETE', '/instruments/@FLAT?confirmation=@FLAT'],
      ['PUT', '/instruments/@FLAT/bars', { bars: bars(['2024-05-03', 1]) }],
      ['POST', '/instruments/@FLAT/bars', { bars: bars(['2024-05-03', 1]) }],
      ['DELETE', '/instruments/@FLAT/bars?since=2024-01-01'],
      ['PUT', '/instruments/@FLAT/actions', {}],
      ['GET', '/stocks/@FLAT'],
      ['GET', '/stocks/@FLAT/info'],
      ['GET', '/stocks/@FLAT/data'],
      ['GET', '/stocks/@FLAT/actions'],
      ['POST', '/stocks/@FLAT/refresh'],
      ['POST', '/stocks/', { symbol: '@FLAT' }],
      ['POST', '/journal/', { symbol: '@FLAT', text: 'Mine' }],
    ];
    for (const [method, path, body] of calls) {
      expect(await asStranger(method, path, body), `${method} ${path}`).toMatchObject(notFound);
    }
    expect((await asStranger('GET', '/stocks/search?q=@FLAT')).body.results).toEqual([]);
    await callOf('POST', '/instruments/', { ...flat, bars: bars(['2024-05-03', 7]) }, stranger);
    expect((await asStranger('GET', '/stocks/@FLAT/data')).body.data).toMatchObject([{ close: 7 }]);
    expect((await call('GET', '/stocks/@FLAT/data')).body.data).toMatchObject([{ close: 240_000 }]);
    expect((await asStranger('GET', '/instruments/')).body).toMatchObject({ total: 1 });
  });
});

describe('the bars of an own instrument', () => {
  const counts = (added: number, changed: number, unchanged: number, removed: number) => ({
    status: 200,
    body: { added, changed, unchanged, removed },
  });
  beforeEach(() => create());

  it('replaces, adds and deletes them, and changes nothing by the same again', async () => {
    expect(await send('PUT', ['2024-05-02', 1], ['2024-05-01', 2])).toMatchObject(counts(2, 0, 0, 0));
    const { bars_revision: revision } = (await send('PUT', ['2024-05-02', 1], ['2024-05-01', 2])).body;
    expect(await send('POST', ['2024-05-02', 1])).toMatchObject({
      ...counts(0, 0, 1, 0),
      body: { bars_revision: revision },
    });
    expect(await send('POST', ['2024-05-02', 3], ['2024-05-03', 4])).toMatchObject(counts(1, 1, 0, 0));
    expect(await send('PUT', ['2024-05-03', 4], ['2024-05-06', 5])).toMatchObject(counts(1, 0, 1, 2));
    expect((await call('GET', '/stocks/@FLAT/data')).body.data).toMatchObject([
      { date: '2024-05-03', close: 4 },
      { date: '2024-05-06', close: 5 },
    ]);
    expect((await call('DELETE', '/instruments/@FLAT/bars')).status).toBe(400);
    expect(await call('DELETE', '/instruments/@FLAT/bars?until=2024-05-03')).toMatchObject(
      counts(0, 0, 1, 1),
    );
    expect(await call('DELETE', '/instruments/@FLAT/bars?since=2024-05-03')).toMatchObject(
      counts(0, 0, 0, 1),
    );
    expect((await call('GET', '/instruments/@FLAT')).body).toMatchObject({
      bars: 0,
      last_date: null,
      last_close: null,
    });
  });

  it('reads those of long histories one request at a time, also for a preview', async () => {
    const { token: stranger } = await harness().signUp();
    for (const owner of [token, stranger]) await callOf('POST', '/instruments/', flat, owner);
    const preview = (count: number, owner: string) =>
      callOf(
        'PUT',
        '/instruments/@FLAT/bars?preview=true',
        { csv: ['date,close', ...Array.from({ length: count }, () => '2024-05-01,240000')].join('\n') },
        owner,
      );
    const ended: string[] = [];
    const leave = await harness().services.largeInputs.enter('all', 'the request of another user');
    const long = preview(4_000, token).then(({ status }) => ended.push(`long ${status}`));
    for (let count = 0; count < 20; count += 1) {
      const { status } = await preview(10, stranger);
      ended.push(`short ${status}`);
    }
    leave();
    await long;
    expect(ended).toEqual([...Array.from({ length: 20 }, () => 'short 200'), 'long 200']);
  });

  it('refuses them whole with the problems of their rows', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const refused = await call('POST', '/instruments/@FLAT/bars', {
      bars: [
        { date: tomorrow, close: 1 },
        { date: '2024-02-30', close: 1 },
        { date: later, close: 1 },
        { date: '1899-12-31', close: 1 },
        { date: tomorrow, close: 1 },
        { date: '2024-01-01', open: 1, high: 3, low: 2, close: 2 },
        { date: '2024-01-02', open: 3, high: 2, low: 1, close: 2 },
        { date: '2024-01-03', close: '1' },
        { date: '2024-01-04', close: 1, volume: -1 },
        { date: '2024-01-05', open: 1, close: 1 },
        7,
      ],
    });
    const messages = [
      'bars[1].date is not a date',
      'bars[2].date lies in the future',
      'bars[3].date is before 1900',
      'bars[4].date appears twice',
      'bars[5].low is above its open',
      'bars[6].high is below its open',
      'bars[7].close must be a number',
      'bars[8].volume must be from 0 to 10^15',
      'bars[9].high is missing',
      'bars[10] must be an object',
    ];
    expect(refused).toMatchObject({
      status: 400,
      body: { error: messages[0], details: messages.map((message) => ({ message })) },
    });
    expect((await call('GET', '/instruments/@FLAT')).body.bars).toBe(0);
    expect(await call('PUT', '/instruments/@FLAT/bars', { bars: [] })).toMatchObject({
      status: 400,
      body: { error: 'Send at least one price, or delete them' },
    });
  });

  it('previews them with their problems, and stores nothing', async () => {
    await send('PUT', ['2024-05-01', 2]);
    const preview = await call('PUT', '/instruments/@FLAT/bars?preview=true', {
      bars: [...bars(['2024-05-01', 3], ['2024-05-02', 4]), { date: 'x', close: 1 }],
    });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        added: 1,
        changed: 1,
        problems: 1,
        details: [{ message: 'bars[2].date is not a date', row: 2 }],
      },
    });
    expect((await call('GET', '/instruments/@FLAT')).body).toMatchObject({ bars: 1, last_close: 2 });
  });

  it('takes a table in the forms of spreadsheets', async () => {
    const csv = 'Close;Date\r\n"1.234,50";02.05.2024\r\n1.300,00;03.05.2024\r\n';
    const stored = await harness().rest('PUT', '/instruments/@FLAT/bars', {
      token,
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
    expect(stored).toMatchObject(counts(2, 0, 0, 0));
    expect((await call('GET', '/stocks/@FLAT/data')).body.data).toMatchObject([
      { date: '2024-05-02', close: 1234.5 },
      { date: '2024-05-03', close: 1300 },
    ]);
    const refused = await call('POST', '/instruments/@FLAT/bars', { csv: 'a,b\n1,2\n' });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'csv' }] } });
    const elsewhere = await harness().rest('POST', '/lists/', {
      token,
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
    expect(elsewhere.status).toBe(415);
  });

  it('limits their number, for all instruments of a user together', async () => {
    const days = Array.from({ length: 30 }, (_, index): [string, number] => [
      `2024-04-${String(index + 1).padStart(2, '0')}`,
      1,
    ]);
    await send('PUT', ...days);
    await create({ symbol: '@B' });
    const refused = await call('PUT', '/instruments/@B/bars', { bars: bars(...days) });
    expect(refused).toMatchObject(conflict('You have 40 own prices, the maximum'));
    expect((await call('GET', '/instruments/@B')).body.bars).toBe(0);
  });

  it('answers the 61st write of a minute with 429', async () => {
    for (let write = 0; write < 60; write += 1) await send('POST', ['2024-05-01', write + 1]);
    const refused = await send('POST', ['2024-05-01', 1]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('GET', '/instruments/@FLAT')).body.last_close).toBe(60);
    expect((await call('GET', '/instruments/')).status).toBe(200);
  });

  it('evaluates rules on new ones as a refresh does, and gives no signals for the past', async () => {
    await send('PUT', ['2024-05-01', 9], ['2024-05-02', 9]);
    const rule = await call('POST', '/signals/rules/', {
      when: 'close > 10',
      scope: 'stock',
      symbol: '@FLAT',
    });
    expect(rule.status).toBe(201);
    await send('POST', ['2024-05-01', 12]);
    expect((await call('GET', '/signals/')).body.total).toBe(0);
    await send('POST', ['2024-05-03', 12]);
    expect((await call('GET', '/signals/')).body).toMatchObject({
      signals: [{ symbol: '@FLAT', bar_date: '2024-05-03', close: 12, data_source: 'own' }],
    });
    await send('POST', ['2024-05-03', 9]);
    expect((await call('GET', '/signals/')).body.total).toBe(1);
  });

  it('stores those of one request when several write at once', async () => {
    const results = await Promise.all(
      [1, 2, 3, 4].map((close) => send('PUT', ['2024-05-01', close], [`2024-05-0${close + 1}`, close])),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { data } = (await call('GET', '/stocks/@FLAT/data')).body as {
      data: { date: string; close: number }[];
    };
    expect(data).toHaveLength(2);
    expect(data[1]?.close).toBe(data[0]?.close);
  });

  it('stores them once for an idempotency key', async () => {
    const key = { 'idempotency-key': 'evening' };
    const body = { bars: bars(['2024-05-01', 2]) };
    const post = () => harness().rest('POST', '/instruments/@FLAT/bars', { token, body, headers: key });
    expect(await post()).toMatchObject(counts(1, 0, 0, 0));
    expect(await post()).toMatchObject(counts(1, 0, 0, 0));
  });
});

describe('computed prices', () => {
  it('previews them, and refuses more than the quota', async () => {
    const terms = {
      start_date: '2024-01-01',
      percent_a_year: 3.65,
      compounding: 'none',
      until: '2024-01-03',
    };
    expect(
      (await call('POST', '/instruments/preview', { pricing: 'interest', terms, currency: 'EUR' })).body,
    ).toMatchObject({
      left_out: 0,
      bars: [{}, {}, {}, {}, { close: 100.02 }],
    });
    expect(await call('POST', '/instruments/', { ...flat, pricing: 'interest', terms })).toMatchObject(
      conflict('You have 40 own prices, the maximum'),
    );
    expect((await call('GET', '/instruments/')).body.total).toBe(0);
  });
});

describe('splits and dividends', () => {
  it('repeats a coupon, and divides the earlier prices once', async () => {
    await create({ bars: bars(['2024-05-01', 100], ['2024-05-02', 50]) });
    const body = {
      dividends: [{ ex_date: '2023-08-31', amount: 2.5, repeat: { months: 6, until: '2024-08-31' } }],
      splits: [{ ex_date: '2024-05-02', numerator: 2, denominator: 1, is_in_prices: false }],
    };
    const stored = await call('PUT', '/instruments/@FLAT/actions', body);
    expect(stored).toMatchObject({
      status: 200,
      body: {
        dividends: [
          { ex_date: '2023-08-31' },
          { ex_date: '2024-02-29' },
          { ex_date: '2024-08-31', amount: 2.5, currency: 'EUR' },
        ],
        splits: [{ ex_date: '2024-05-02', numerator: 2, denominator: 1, is_in_prices: true }],
        repeats: [{ ex_date: '2023-08-31', amount: 2.5, months: 6, until: '2024-08-31' }],
        total: 4,
      },
    });
    const closes = async () =>
      ((await call('GET', '/stocks/@FLAT/data')).body.data as { close: number }[]).map(({ close }) => close);
    expect(await closes()).toEqual([50, 50]);
    const { bars_revision: revision } = (
      await call('POST', '/instruments/@FLAT/bars?preview=true', { bars: bars(['2024-05-01', 50]) })
    ).body;
    expect((await call('PUT', '/instruments/@FLAT/actions', body)).body).toEqual(stored.body);
    expect(await closes()).toEqual([50, 50]);
    expect(
      (await call('POST', '/instruments/@FLAT/bars', { bars: bars(['2024-05-01', 50]) })).body.bars_revision,
    ).toBe(revision);
    const { dividends, repeats } = stored.body;
    await call('PUT', '/instruments/@FLAT/actions', { dividends, repeats });
    expect(await closes()).toEqual([50, 50]);
    expect((await call('GET', '/stocks/@FLAT/actions')).body).toMatchObject({ splits: [], total: 3 });
    await call('PUT', '/instruments/@FLAT/actions', body);
    expect(await closes()).toEqual([50, 50]);
    await call('PATCH', '/instruments/@FLAT', { pricing: 'entered', name: 'Flat in Leipzig' });
    await call('PUT', '/instruments/@FLAT/actions', { dividends: [] });
    await call('PUT', '/instruments/@FLAT/actions', { splits: body.splits });
    expect(await closes()).toEqual([50, 50]);
    expect((await call('GET', '/instruments/@FLAT')).body.terms).toBeNull();
    const changed = { ex_date: '2024-05-02', numerator: 5, denominator: 1 };
    await call('PUT', '/instruments/@FLAT/actions', { splits: [changed] });
    await call('PUT', '/instruments/@FLAT/actions', { splits: [{ ...changed, numerator: 10 }] });
    expect(await closes()).toEqual([50, 50]);
    const divided = { ...changed, is_in_prices: false };
    await call('PUT', '/instruments/@FLAT/actions', { splits: [divided] });
    expect(await closes()).toEqual([10, 50]);
    await call('PUT', '/instruments/@FLAT/actions', { splits: [divided] });
    expect(await closes()).toEqual([10, 50]);
    const many = {
      dividends: [{ ex_date: '1990-01-01', amount: 1, repeat: { months: 1, until: '2050-01-01' } }],
    };
    expect(await call('PUT', '/instruments/@FLAT/actions', many)).toMatchObject({ status: 400 });
  });
});
