import { sql } from '@stockbook/db/testing';
import { beforeAll, expect, it } from 'vitest';
import { dayOf, usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles({}, () => new Date('2020-12-01T23:30:00Z'));
const harness = () => files().harness;

let token = '';
let id = '';

beforeAll(async () => {
  await files().putLines('PENNY', ['2020-01-01,10,11,9,10,100', '2020-01-02,11,12,10,11,100']);
  await files().put('GBPEUR=X', Array(10).fill(1.25));
  token = (await harness().signUp()).token;
  for (const symbol of ['PENNY', 'GBPEUR=X']) await harness().addStock(token, symbol);
  const db = harness().services.database.fork().getKysely();
  await sql`update stock set currency = 'GBp' where symbol = 'PENNY'`.execute(db);
  await sql`
    insert into stock_split (stock_id, ex_date, numerator, denominator)
    select id, '2020-01-05', 10, 1 from stock where symbol = 'PENNY'
  `.execute(db);
  const created = await harness().rest('POST', '/portfolios', {
    token,
    body: { name: 'Mine', currency: 'EUR' },
  });
  id = String(created.body.id);
});

const get = (query: string, as = token) =>
  harness().rest('GET', `/portfolios/${id}/day-price?${query}`, { token: as });

it('returns the range in shares of the day, the default currency and its rate', async () => {
  expect((await get(`symbol=penny&date=${dayOf(1)}`)).body).toEqual({
    date: dayOf(1),
    symbol: 'PENNY',
    is_known: true,
    name: expect.any(String),
    currency: 'GBp',
    fx_rate: 0.0125,
    fx_currency: 'EUR',
    low: 100,
    high: 120,
    price_currency: 'GBp',
  });
  // Pounds are the same money, euros are not.
  expect((await get(`symbol=PENNY&date=${dayOf(1)}&currency=GBP`)).body).toMatchObject({
    currency: 'GBP',
    fx_rate: 1.25,
    low: 1,
    high: 1.2,
    price_currency: 'GBP',
  });
  expect((await get(`symbol=PENNY&date=${dayOf(1)}&currency=EUR`)).body).toMatchObject({
    currency: 'EUR',
    fx_rate: 1,
    low: 100,
    price_currency: 'GBp',
  });
});

it('returns no range on a day without prices, and no rate of a currency that has none', async () => {
  expect((await get('symbol=PENNY&date=2020-03-01')).body).toMatchObject({ low: null, price_currency: null });
  expect((await get(`date=${dayOf(1)}`)).body).toMatchObject({ symbol: null, currency: 'EUR', fx_rate: 1 });
  expect((await get(`date=${dayOf(1)}&currency=SEK`)).body).toMatchObject({ currency: 'SEK', fx_rate: null });
});

it('says that a stock is not known', async () => {
  expect((await get(`symbol=nosuch&date=${dayOf(1)}`)).body).toMatchObject({
    symbol: 'NOSUCH',
    is_known: false,
    name: null,
    currency: 'EUR',
    low: null,
  });
});

it('rejects a day in the future and the portfolio of another user', async () => {
  expect(await get('date=2020-12-03')).toMatchObject({
    status: 400,
    body: { error: 'A transaction cannot lie in the future' },
  });
  const { token: other } = await harness().signUp();
  expect(await get(`date=${dayOf(1)}`, other)).toMatchObject({
    status: 404,
    body: { error: 'Portfolio not found' },
  });
});
