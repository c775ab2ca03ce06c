import { dateOfDay, dayNumber } from '@stockbook/common/days';
import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness({ MARKET_DATA: 'simulated' });
let [token, path, nextDay] = ['', '', ''];
/** The last close of AAPL, of which ten shares are held, and the value of one share of MSFT. */
let [close, other] = [0, 0];

interface Listed {
  readonly symbol: string;
  readonly price: number;
  readonly value: number;
  readonly price_date: string;
  readonly weight_percent_at_quotes: number;
  readonly quote: Readonly<Record<string, unknown>> | null;
}

async function get(url: string) {
  const { status, body } = await harness().rest('GET', url, { token });
  expect([url, status, body.error]).toEqual([url, 200, undefined]);
  return {
    holdings: body.holdings as readonly Listed[],
    totals: body.totals as Readonly<Record<string, number>>,
    performance: body.performance as { readonly value_end: number } | undefined,
  };
}

/** Stores the quote of AAPL, without a fetch. */
async function putQuote(rise: number, { date = nextDay, currency = 'USD', isRebased = false } = {}) {
  await sql`
    insert into stock_quote (stock_id, source, currency, price, time, previous_close, session_date, market_state,
      delay_minutes, fetched_at, is_rebased)
    select id, 'simulated', ${currency}, ${close + rise}::float8, ${`${nextDay} 14:42Z`}, ${close}::float8, ${date}::date,
      'open', 15, now(), ${isRebased}::boolean
    from stock where symbol = 'AAPL'
    on conflict (stock_id) do update set price = excluded.price, session_date = excluded.session_date,
      currency = excluded.currency, is_rebased = excluded.is_rebased
  `.execute(harness().services.database.fork().getKysely());
}

beforeAll(async () => {
  token = (await harness().signUp()).token;
  for (const symbol of ['AAPL', 'MSFT']) await harness().addStock(token, symbol);
  const { body } = await harness().rest('POST', '/portfolios', {
    token,
    body: { name: 'A', currency: 'USD' },
  });
  const bought = { type: 'BUY', date: '2024-01-02', price: 1, currency: 'USD' };
  const transactions = [
    { ...bought, symbol: 'AAPL', quantity: 10 },
    { ...bought, symbol: 'MSFT', quantity: 1 },
  ];
  const added = await harness().rest('POST', `/portfolios/${body.id}/transactions`, {
    token,
    body: { transactions },
  });
  expect(added.status).toBe(201);
  path = `/portfolios/${body.id}/holdings`;
  const [first, second] = (await get(path)).holdings;
  if (!first || !second) throw new Error('Two stocks must be held');
  [close, other] = [first.price, second.value];
  nextDay = dateOfDay(dayNumber(first.price_date) + 1);
  await putQuote(2);
});

const near = (value: number) => expect.closeTo(value, 8);

describe('GET /portfolios/{id}/holdings?quotes=true', () => {
  it('returns the values at quotes beside those at the last close', async () => {
    const { holdings, totals } = await get(`${path}?quotes=true`);
    const quote = {
      price: close + 2,
      time: `${nextDay}T14:42:00.000Z`,
      delay_minutes: 15,
      value: near(10 * (close + 2)),
      change: near(20),
      change_percent: expect.closeTo(200 / close, 3),
      unrealised: near(10 * (close + 2) - 10),
      unrealised_percent: near(100 * (close + 1)),
    };
    expect(holdings).toMatchObject([
      { symbol: 'AAPL', price: close, value: near(10 * close), quote },
      { symbol: 'MSFT', value: other, quote: null },
    ]);
    const value = 10 * (close + 2) + other;
    expect(totals).toMatchObject({
      value: near(value - 20),
      value_at_quotes: near(value),
      without_quote: 1,
      unrealised_at_quotes: near(value - 11),
    });
    expect(holdings[0]?.weight_percent_at_quotes).toBeCloseTo((1000 * (close + 2)) / value, 8);
    expect(holdings[1]?.weight_percent_at_quotes).toBeCloseTo((100 * other) / value, 8);
  });

  it('returns the same in the overview of all portfolios, whose returns stay at the close', async () => {
    const { holdings, totals } = await get(`${path}?quotes=true`);
    const overview = await get('/portfolios/overview?quotes=true');
    expect(overview).toMatchObject({ holdings, totals });
    expect(overview.performance?.value_end).toBeCloseTo(10 * close + other, 8);
  });

  it('adds the columns of the quote to the CSV file', async () => {
    const { text } = await harness().rest('GET', `${path}.csv?quotes=true`, { token });
    const [header, first, second] = text.split('\r\n');
    expect(header).toMatch(/,quote_price,quote_time,quote_delay_minutes,quote_value,quote_change$/);
    expect(first).toContain(`,${close + 2},${nextDay}T14:42:00.000Z,15,`);
    expect(second).toMatch(/,,,,,$/);
  });

  it('leaves quotes out unless they are requested', async () => {
    expect(JSON.stringify(await get(path))).not.toContain('quote');
  });

  it('changes the ETag with the quotes', async () => {
    const etagOf = async (query: string) =>
      (await harness().rest('GET', `${path}${query}`, { token })).headers.etag;
    const before = [await etagOf('?quotes=true'), await etagOf('')];
    expect(await etagOf('?quotes=true')).toBe(before[0]);
    await putQuote(3);
    expect(await etagOf('?quotes=true')).not.toBe(before[0]);
    expect(await etagOf('')).toBe(before[1]);
  });

  it.each([
    ['the session of the quote has its final bar', { date: '2024-01-10' }],
    ['the quote is in another currency', { currency: 'GBp' }],
    ['the quote is of other shares', { isRebased: true }],
  ])('keeps the last close when %s', async (_, facts) => {
    await putQuote(2, facts);
    const { holdings, totals } = await get(`${path}?quotes=true`);
    expect(holdings).toMatchObject([{ quote: null }, { quote: null }]);
    expect(totals).toMatchObject({
      value_at_quotes: totals.value,
      without_quote: 2,
      unrealised_at_quotes: totals.unrealised,
      day_change_at_quotes: totals.day_change,
    });
  });

  it.each(['date', 'until'])('refuses quotes together with a day: %s', async (field) => {
    const read = field === 'date' ? path : '/portfolios/overview';
    const { status, body } = await harness().rest('GET', `${read}?quotes=true&${field}=2024-01-05`, {
      token,
    });
    expect([status, body.error]).toEqual([400, `quotes cannot be combined with ${field}`]);
  });
});
