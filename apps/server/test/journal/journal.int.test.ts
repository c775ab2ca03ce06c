import { cleanUp } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';

const clock = movingClock(() => Date.parse('2026-11-20T15:00:00Z'));
const harness = useHarness(
  { MAX_JOURNAL_ENTRIES_PER_USER: 5, MAX_JOURNAL_BYTES_PER_USER: 20_480 },
  clock.now,
);

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

const write = (text: string, entry: object = {}) =>
  call('POST', '/journal/', { symbol: 'AAPL', text, ...entry });

interface Entry {
  readonly text: string;
  readonly highlights?: { offset: number; length: number }[];
}

const list = async (query = '') => {
  const { status, body } = await call('GET', `/journal/${query}`);
  expect(status).toBe(200);
  return { total: body.total, entries: body.entries as Entry[] };
};
const texts = async (query = '') => (await list(query)).entries.map(({ text }) => text);
const search = (q: string) => texts(`?q=${encodeURIComponent(q)}`);

const conflict = (error: string) => ({ status: 409, body: { error, code: 'CONFLICT' } });
const notFound = { status: 404, body: { error: 'Entry not found', code: 'NOT_FOUND' } };

/** Prices of AAPL on these days, the last of which is its last close. */
async function setPrices(prices: Readonly<Record<string, number>>): Promise<void> {
  const db = harness().services.database.fork().getKysely();
  await sql`
    insert into stock (symbol, name, currency, is_active, refresh_due_at, created_at)
    values ('AAPL', 'Apple Inc.', 'USD', true, now() + interval '1 day', now()) on conflict do nothing
  `.execute(db);
  await sql`delete from price_bar where stock_id = (select id from stock where symbol = 'AAPL')`.execute(db);
  await sql`
    insert into price_bar (stock_id, date, open, high, low, close, volume)
    select stock.id, bar.date, bar.close, bar.close, bar.close, bar.close, 1
    from stock, unnest(${Object.keys(prices)}::date[], ${Object.values(prices)}::float8[]) as bar (date, close)
    where symbol = 'AAPL'
  `.execute(db);
  await sql`update stock set last_close = ${Object.values(prices).at(-1)} where symbol = 'AAPL'`.execute(db);
}

beforeEach(() => setPrices({ '2026-11-10': 100, '2026-11-19': 187.4, '2026-11-20': 231.1 }));

describe('an entry of the journal', () => {
  it('shows the prices of a stock that is on no watch list', async () => {
    const made = await call('POST', '/journal/', {
      symbol: 'aapl',
      text: ' Two\nlines ',
      kind: 'buy',
      day: '2026-11-19',
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        symbol: 'AAPL',
        name: 'Apple Inc.',
        currency: 'USD',
        day: '2026-11-19',
        kind: 'buy',
        text: ' Two\nlines ',
        close: 187.4,
        close_date: '2026-11-19',
        last_close: 231.1,
      },
    });
    expect(made.headers.location).toBe(`/api/journal/${made.body.id}`);
    expect((await call('GET', `/journal/${made.body.id}`)).body).toEqual(made.body);
    expect((await write('today')).body).toMatchObject({ kind: 'note', day: '2026-11-20', close: 231.1 });
  });

  it.each([
    ['2026-11-18', null],
    ['2026-11-17', '2026-11-10'],
    ['2026-11-10', '2026-11-10'],
    ['2026-11-09', null],
  ])('shows on %s the close of a bar that is at most 7 days older: %s', async (day, close_date) => {
    const { body } = await write('x', { day });
    expect([body.close_date, body.close]).toEqual([close_date, close_date === null ? null : 100]);
  });

  it('takes a day up to tomorrow in UTC', async () => {
    expect((await write('x', { day: '2026-11-21' })).status).toBe(201);
    const { body } = await write('y');
    const future = {
      status: 400,
      body: {
        error: 'An entry cannot lie in the future',
        details: [{ field: 'day', message: 'An entry cannot lie in the future' }],
      },
    };
    expect(await write('x', { day: '2026-11-22' })).toMatchObject(future);
    expect(await call('PATCH', `/journal/${body.id}`, { day: '2026-11-22' })).toMatchObject(future);
  });

  it.each([
    [{ text: '' }, 'Text is required'],
    [{ text: ' \n' }, 'Text is required'],
    [{ text: 'x'.repeat(10_001) }, 'Text must be at most 10,000 characters'],
    [{ text: 'a\u0000' }, 'Text contains characters that cannot be stored'],
    [{ kind: 'thought' }, 'kind must be one of: note, idea, buy, sell, review'],
    [{ day: '2026-02-30' }, 'day must be a calendar date like 2024-12-31'],
  ])('refuses an invalid entry with 400: %j', async (entry, error) => {
    expect(await write('x', entry)).toMatchObject({ status: 400, body: { error } });
  });

  it('needs a stock that the system knows', async () => {
    for (const symbol of ['NEVER', 'no symbol']) {
      expect(await write('x', { symbol })).toMatchObject({ status: 404, body: { error: 'Stock not found' } });
    }
  });

  it('changes and deletes an entry, and restores it within ten minutes', async () => {
    const { body } = await write('before');
    const path = `/journal/${body.id}`;
    clock.forward(1);
    const changed = await call('PATCH', path, { text: 'after', kind: 'sell', day: '2026-11-19' });
    expect(changed).toMatchObject({ status: 200, body: { text: 'after', kind: 'sell', close: 187.4 } });
    expect(Date.parse(String(changed.body.updated_at))).toBe(Date.parse(String(body.updated_at)) + 60_000);
    expect(changed.body.created_at).toBe(body.created_at);
    expect(await search('after')).toEqual(['after']);
    expect(await search('before')).toEqual([]);
    expect(await call('PATCH', path, {})).toMatchObject({
      status: 400,
      body: { error: 'Name at least one of text, kind and day' },
    });

    expect((await call('DELETE', path)).body).toEqual(changed.body);
    expect(await call('GET', path)).toMatchObject(notFound);
    expect(await call('DELETE', path)).toMatchObject(notFound);
    clock.forward(9);
    expect((await call('POST', `${path}/restore`, {})).body).toEqual(changed.body);
    expect(await search('after')).toEqual(['after']);
    expect(await call('POST', `${path}/restore`, {})).toMatchObject(notFound);
    await call('DELETE', path);
    clock.forward(10);
    expect(await call('POST', `${path}/restore`, {})).toMatchObject(notFound);
  });

  it('hides an entry from other users', async () => {
    const { body } = await write('mine');
    await call('DELETE', `/journal/${(await write('deleted')).body.id}`);
    const stranger = (await harness().signUp()).token;
    const theirs = await harness().rest('GET', `/journal/${body.id}`, { token: stranger });
    expect(theirs).toMatchObject(notFound);
    expect((await harness().rest('GET', '/journal/?q=mine', { token: stranger })).body.total).toBe(0);
    expect(
      (await harness().rest('GET', '/journal.csv', { token: stranger })).text.split('\r\n'),
    ).toHaveLength(2);
    await expect(
      harness()
        .trpc(stranger)
        .journal.get.query({ entryId: String(body.id) }),
    ).rejects.toThrow('Entry not found');
  });

  it('keeps entries of a stock that is no longer tracked, and the row of the stock in the clean-up', async () => {
    await harness().addStock(token, 'KO');
    await harness().addStock(token, 'IBM');
    await write('about KO', { symbol: 'KO' });
    for (const symbol of ['KO', 'IBM']) await call('DELETE', `/stocks/${symbol}`);
    await sql`update stock set untracked_since = '2026-01-01' where symbol in ('KO', 'IBM')`.execute(
      harness().services.database.fork().getKysely(),
    );
    await cleanUp(harness().services, new AbortController().signal);
    expect((await call('GET', '/stocks/KO/info')).status).toBe(200);
    expect((await call('GET', '/stocks/IBM/info')).status).toBe(404);
    expect((await list('?symbol=ko')).entries).toMatchObject([{ name: 'The Coca-Cola Company' }]);
  });
});

describe('the journal', () => {
  it('lists the newest day first, and within a day the newest written', async () => {
    await write('a', { day: '2026-11-18' });
    clock.forward(1);
    await write('b', { day: '2026-11-20', kind: 'idea' });
    clock.forward(1);
    await write('c', { day: '2026-11-20' });
    await write('d', { day: '2026-11-19' });
    expect(await texts()).toEqual(['c', 'b', 'd', 'a']);
    expect(await list('?limit=2&offset=1')).toMatchObject({
      total: 4,
      entries: [{ text: 'b' }, { text: 'd' }],
    });
    expect(await list('?offset=9')).toEqual({ total: 4, entries: [] });
    expect(await texts('?since=2026-11-19&until=2026-11-19')).toEqual(['d']);
    expect(await texts('?kind=idea')).toEqual(['b']);
    expect(await list('?symbol=MSFT')).toEqual({ total: 0, entries: [] });
    for (const query of ['?limit=0', '?limit=1001', '?since=2026-11-20&until=2026-11-19', '?kind=x']) {
      expect([query, (await call('GET', `/journal/${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('writes CSV in the same order, without formulas', async () => {
    const { body } = await write('=1+1, "quoted"');
    expect((await call('GET', '/journal.csv')).text).toBe(
      'day,symbol,name,kind,text,created_at,updated_at\r\n' +
        `2026-11-20,AAPL,Apple Inc.,note,"'=1+1, ""quoted""",${body.created_at},${body.updated_at}\r\n`,
    );
  });

  it('takes 5 entries at most, counted under a lock, and restores none beyond', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => write(`${index}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const full = conflict('You have 5 journal entries, the maximum. Delete one first');
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(full);
    const id = answers.find(({ status }) => status === 201)?.body.id;
    await call('DELETE', `/journal/${id}`);
    expect((await write('instead')).status).toBe(201);
    expect(await call('POST', `/journal/${id}/restore`, {})).toMatchObject(full);
  });

  it('limits the bytes in UTF-8, also of a change unless it shortens', async () => {
    const full = conflict('Your journal has 20 KiB, the maximum. Delete an entry first');
    const { body } = await write('ä'.repeat(10_000));
    expect(await write('x'.repeat(481))).toMatchObject(full);
    const second = await write('x'.repeat(480));
    expect(second.status).toBe(201);
    expect(await call('PATCH', `/journal/${second.body.id}`, { text: 'x'.repeat(481) })).toMatchObject(full);
    await call('DELETE', `/journal/${body.id}`);
    expect(await call('PATCH', `/journal/${second.body.id}`, { text: 'x'.repeat(481) })).toMatchObject({
      status: 200,
    });
    expect(await call('POST', `/journal/${body.id}/restore`, {})).toMatchObject(full);
  });
});

describe('the search of the journal', () => {
  it.each([
    ['margin', true],
    ['MARGIN', true],
    ['mar', true],
    ['mar grow', false],
    ['margin grow', true],
    ['grow margin', false],
    ['growing margin', true],
    ['margins', false],
    ['über', true],
    ['ÜBER', true],
    ['u\u0308ber', true],
    ['aapl margin', true],
    ['margin apple', true],
    ['apple inc growing', true],
    ['microsoft margin', false],
    ['margin — 12.5%', true],
    ["margin' | :* & !", true],
  ])('finds every word of a search, the last one by its beginning: %s', async (q, isFound) => {
    await write('Gross MARGIN keeps growing: über 12.5 % in Q3');
    expect(await search(q)).toHaveLength(isFound ? 1 : 0);
  });

  it('marks the found words in UTF-16 units, and none where only symbol or name matched', async () => {
    await write('💡 Margin <b>up</b>, MARGINAL\nÜber margins');
    const marks = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).entries.flatMap(({ text, highlights = [] }) =>
        highlights.map(({ offset, length }) => text.slice(offset, offset + length)),
      );
    expect((await list('?q=margin')).entries[0]?.highlights?.[0]).toEqual({ offset: 3, length: 6 });
    expect(await marks('margin')).toEqual(['Margin', 'MARGINAL', 'margins']);
    expect(await marks('margin üb')).toEqual(['Margin', 'Über']);
    expect((await list('?q=apple')).entries).toMatchObject([{ highlights: [] }]);
  });

  it('filters nothing by a blank search, and takes at most 200 characters', async () => {
    await write('one');
    for (const query of ['', '?q=', '?q=%20%09']) {
      expect((await list(query)).entries).toEqual([expect.not.objectContaining({ highlights: [] })]);
    }
    expect((await call('GET', `/journal/?q=${'x'.repeat(200)}`)).status).toBe(200);
    expect(await call('GET', `/journal/?q=${'x'.repeat(201)}`)).toMatchObject({
      status: 400,
      body: { error: 'q must be at most 200 characters' },
    });
  });
});
