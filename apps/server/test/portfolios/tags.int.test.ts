import { randomUUID } from 'node:crypto';
import { sql } from '@stockbook/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles();
const harness = () => files().harness;

let token = '';
let id = '';

beforeAll(async () => {
  for (const symbol of ['AAA', 'BBB']) await files().put(symbol, [100, 102]);
  const { token: owner } = await harness().signUp();
  for (const symbol of ['AAA', 'BBB']) await harness().addStock(owner, symbol);
  await run(`update stock set currency = 'USD' where symbol = 'BBB'`);
  await run(`update stock set currency = null where symbol = 'AAA'`);
  await run(
    `insert into stock_dividend (stock_id, ex_date, amount) select id, '2020-01-02', 1 from stock where symbol = 'AAA'`,
  );
});
beforeEach(async () => {
  token = (await harness().signUp()).token;
  id = String((await harness().rest('POST', '/portfolios', { token, body: { name: 'Mine' } })).body.id);
});

const run = (statement: string) => sql.raw(statement).execute(harness().services.database.fork().getKysely());
const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  harness().rest(method, `/portfolios/${id}${path}`, { token, ...(body ? { body } : {}) });
const refused = (error: string, status = 400) => ({ status, body: { error } });

const regions = {
  name: 'Regions',
  tags: [
    { name: 'Europe', target_percent: null, shares: [{ symbol: 'AAA', percent: 60 }] },
    { name: 'Asia', target_percent: null, shares: [{ symbol: 'AAA', percent: 40 }] },
  ],
};

describe('the settings of a portfolio', () => {
  it('returns defaults, and changes settings', async () => {
    expect((await send('GET', '')).body).toMatchObject({
      cash_tracking: false,
      cost_method: 'fifo',
      benchmark: null,
      tax_year_start: '01-01',
      dividend_tax_percent: 0,
      risk_free_percent: 0,
      notify_dividends: true,
      is_example: false,
    });
    const changes = {
      benchmark: 'BBB',
      tax_year_start: '04-06',
      dividend_tax_percent: 26.375,
      cost_method: 'average',
    };
    expect((await send('PATCH', '', changes)).body).toMatchObject(changes);
    expect((await send('PATCH', '', { benchmark: null, risk_free_percent: '-0.5' })).body).toMatchObject({
      benchmark: null,
      risk_free_percent: -0.5,
      tax_year_start: '04-06',
    });
  });

  it.each([
    ['Name at least one field to change', {}],
    ['tax_year_start must be a day of every year like 04-06', { tax_year_start: '02-29' }],
    ['Add NOPE to your stocks first', { benchmark: 'nope' }],
    ['dividend_tax_percent must be from 0 to 100', { dividend_tax_percent: 101 }],
    ['Currency must be a code of ISO 4217, for example USD', { currency: 'GBp' }],
  ])('refuses settings: %s', async (error, changes) => {
    expect(await send('PATCH', '', changes)).toMatchObject(refused(error));
  });
});

describe('tag groups', () => {
  it('creates, replaces and deletes tag groups whole', async () => {
    const created = await send('POST', '/tags', regions);
    expect(created).toMatchObject({ status: 201, body: regions });
    const path = `/tags/${created.body.id}`;
    expect((await send('GET', path)).body).toEqual(created.body);
    expect((await send('PATCH', path, { name: 'Areas', tags: [{ name: 'All' }] })).body).toEqual({
      id: created.body.id,
      name: 'Areas',
      tags: [{ name: 'All', target_percent: null, shares: [] }],
    });
    expect((await send('GET', '/tags')).body).toMatchObject({ groups: [{ name: 'Areas' }], total: 1 });
    expect((await send('DELETE', path)).status).toBe(200);
    expect(await send('GET', path)).toMatchObject(refused('Tag group not found', 404));
  });

  it('writes only the shares that change', async () => {
    const shares = (...percents: number[]) =>
      ['AAA', 'BBB'].flatMap((symbol, index) => {
        const percent = percents[index];
        return percent === undefined ? [] : [{ symbol, percent }];
      });
    const tag = (name: string, ...percents: number[]) => ({
      name,
      target_percent: null,
      shares: shares(...percents),
    });
    const stored = { name: 'Regions', tags: [tag('Europe', 60, 50), tag('Asia', 40), tag('Africa')] };
    const { body } = await send('POST', '/tags', stored);
    const versions = async () => {
      const { rows } = await sql<{ share: string; version: string }>`
        select tag.name || ' ' || stock.symbol as share, share.xmin::text as version
        from portfolio_tag_share share join portfolio_tag tag on tag.id = share.tag_id
          join stock on stock.id = share.stock_id
        where tag.group_id = ${String(body.id)} order by share
      `.execute(harness().services.database.fork().getKysely());
      return new Map(rows.map(({ share, version }) => [share, version]));
    };
    const before = await versions();
    const tags = [tag('Asia', 30, 10), tag('Europe', 60), tag('America', 10)];
    expect((await send('PATCH', `/tags/${body.id}`, { tags })).body).toMatchObject({ name: 'Regions', tags });
    const after = await versions();
    expect([...after.keys()]).toEqual(['America AAA', 'Asia AAA', 'Asia BBB', 'Europe AAA']);
    expect(after.get('Europe AAA')).toBe(before.get('Europe AAA'));
    expect(after.get('Asia AAA')).not.toBe(before.get('Asia AAA'));
    expect((await send('PATCH', `/tags/${body.id}`, { tags: [] })).body).toMatchObject({ tags: [] });
    expect(await versions()).toEqual(new Map());
  });

  it('stores large tag groups of all users one at a time', async () => {
    const shares = Array.from({ length: 70 }, (_, index) => ({ symbol: `NEW${index}`, percent: 1 }));
    const tags = Array.from({ length: 30 }, (_, index) => ({ name: `Tag ${index}`, shares }));
    const ended: string[] = [];
    const leave = await harness().services.largeInputs.enter('all', 'the request of another user');
    const large = send('POST', '/tags', { name: 'Large', tags }).then(({ status }) =>
      ended.push(`large ${status}`),
    );
    const { token: stranger } = await harness().signUp();
    const { body } = await harness().rest('POST', '/portfolios', { token: stranger, body: { name: 'Mine' } });
    const path = `/portfolios/${String(body.id)}/tags`;
    for (let count = 0; count < 10; count += 1) {
      const small = { name: `Small ${count}`, tags: regions.tags.map((tag) => ({ ...tag, shares: [] })) };
      const { status } = await harness().rest('POST', path, { token: stranger, body: small });
      ended.push(`small ${status}`);
    }
    leave();
    await large;
    expect(ended).toEqual([...Array.from({ length: 10 }, () => 'small 201'), 'large 400']);
  });

  it('refuses tag groups when their shares or names do not fit', async () => {
    const [europe] = regions.tags;
    const tag = (shares: object[], name = 'Asia') => ({ name: 'Other', tags: [europe, { name, shares }] });
    for (const [body, error] of [
      [tag([{ symbol: 'AAA', percent: 41 }]), 'The tags of AAA add up to 101 %, more than 100 %'],
      [tag([{ symbol: 'NOPE', percent: 1 }]), 'NOPE is not known yet. Add it to your stocks first'],
      [tag([], 'Europe'), 'Two tags are named "Europe"'],
    ] as const) {
      expect(await send('POST', '/tags', body)).toMatchObject(refused(error));
    }
    await send('POST', '/tags', regions);
    expect(await send('POST', '/tags', regions)).toMatchObject(
      refused('The portfolio already has a tag group named "Regions"', 409),
    );
    for (let number = 1; number < 10; number += 1) await send('POST', '/tags', { name: `Group ${number}` });
    expect(await send('POST', '/tags', { name: 'Too many' })).toMatchObject(
      refused('You have 10 tag groups in this portfolio, the maximum. Delete one first', 409),
    );
  });
});

describe('targets', () => {
  it('replaces targets of stocks by those of tags, and the other way round', async () => {
    const ofStocks = [
      { symbol: 'AAA', percent: 33.3 },
      { symbol: 'BBB', percent: 66.7 },
    ];
    expect((await send('PUT', '/targets', { targets: ofStocks })).body).toEqual({
      group: null,
      targets: ofStocks,
    });
    await send('POST', '/tags', regions);
    const ofTags = [
      { tag: 'Europe', percent: 70 },
      { tag: 'Asia', percent: 30 },
    ];
    const group = { group: 'Regions', targets: ofTags };
    expect((await send('PUT', '/targets', group)).body).toEqual(group);
    expect((await send('GET', '/targets')).body).toEqual(group);
    expect((await send('GET', '/tags')).body).toMatchObject({
      groups: [{ tags: [{ target_percent: 70 }, { target_percent: 30 }] }],
    });
    expect((await send('PUT', '/targets', { targets: [] })).body).toEqual({ group: null, targets: [] });
    expect((await send('GET', '/targets')).body).toEqual({ group: null, targets: [] });
  });

  it('refuses targets that do not add up to 100 %, unless cash is the rest', async () => {
    const targets = [{ symbol: 'AAA', percent: 95 }];
    expect(await send('PUT', '/targets', { targets })).toMatchObject(
      refused('Targets add up to 95 %, not 100 %'),
    );
    await send('PATCH', '', { cash_tracking: true });
    expect((await send('PUT', '/targets', { targets })).status).toBe(200);
    const more = [
      { symbol: 'AAA', percent: 95 },
      { symbol: 'BBB', percent: 5.5 },
    ];
    expect(await send('PUT', '/targets', { targets: more })).toMatchObject(
      refused('Targets add up to 100.5 %, not 100 %'),
    );
    const unknown = { group: 'None', targets: [{ tag: 'Europe', percent: 100 }] };
    expect(await send('PUT', '/targets', unknown)).toMatchObject(
      refused('There is no tag group named "None"'),
    );
  });
});

describe('answers about stocks', () => {
  it('stores the currency of quotes only if the source names none', async () => {
    expect(await send('PUT', '/quote-currencies', { symbol: 'BBB', currency: 'EUR' })).toMatchObject(
      refused('BBB is quoted in USD', 409),
    );
    expect((await send('PUT', '/quote-currencies', { symbol: 'AAA', currency: 'GBp' })).status).toBe(200);
    const buy = { type: 'BUY', date: '2020-01-02', symbol: 'AAA', quantity: 1, price: 1 };
    expect((await send('POST', '/transactions', buy)).body).toMatchObject({ currency: 'GBp' });
  });

  it('refuses answers about splits and dividends that do not exist', async () => {
    const answer = { symbol: 'AAA', ex_date: '2020-01-01', choice: 'kept' };
    expect(await send('PUT', '/split-choices', answer)).toMatchObject(
      refused('AAA has no split on Jan 1, 2020'),
    );
    const dividend = { symbol: 'AAA', ex_date: '2020-01-02' };
    for (const status of [200, 200]) {
      expect((await send('POST', '/dividends/dismiss', dividend)).status).toBe(status);
    }
    expect(await send('POST', '/dividends/dismiss', { ...dividend, ex_date: '2020-01-01' })).toMatchObject(
      refused('AAA has no dividend on Jan 1, 2020'),
    );
  });

  it('lists no imports of a new portfolio, and finds no unknown one', async () => {
    expect((await send('GET', '/imports')).body).toEqual({ imports: [], total: 0 });
    id = randomUUID();
    expect(await send('GET', '/imports')).toMatchObject(refused('Portfolio not found', 404));
  });
});
