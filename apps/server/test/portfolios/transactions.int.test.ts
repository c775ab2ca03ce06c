import { randomUUID } from 'node:crypto';
import { sql } from '@stockbook/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { race } from '../support/race.ts';
import { dayOf, usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles(
  { MAX_TRANSACTIONS_PER_PORTFOLIO: 30, MAX_TRANSACTIONS_PER_USER: 32 },
  () => new Date('2020-12-01T23:30:00Z'),
);
const harness = () => files().harness;

let token = '';
let id = '';

beforeAll(async () => {
  await files().put('AAA', [100, 102, 101, 104, 108]);
  await files().put('SPLIT', [10, 10, 10, 10, 12]);
  await files().put('USDEUR=X', Array(100).fill(0.5));
  const { token: owner } = await harness().signUp();
  for (const symbol of ['AAA', 'SPLIT', 'USDEUR=X']) await harness().addStock(owner, symbol);
  await run(`update stock set currency = 'EUR' where symbol in ('AAA', 'SPLIT')`);
  await run(`insert into stock_split (stock_id, ex_date, numerator, denominator)
    select id, '2020-01-05', 10, 1 from stock where symbol = 'SPLIT'`);
});
beforeEach(async () => {
  token = (await harness().signUp()).token;
  id = await createPortfolio({ name: 'Mine', currency: 'EUR' });
});

const run = (statement: string) => sql.raw(statement).execute(harness().services.database.fork().getKysely());

async function createPortfolio(body: object): Promise<string> {
  return String((await harness().rest('POST', '/portfolios', { token, body })).body.id);
}

const buy = { type: 'BUY', date: dayOf(0), symbol: 'AAA', quantity: 10, price: 100 };
const sell = { ...buy, type: 'SELL', date: dayOf(2) };
const path = (suffix = '') => `/portfolios/${id}/transactions${suffix}`;
const post = (body: object, headers: Record<string, string> = {}) =>
  harness().rest('POST', path(), { token, body, headers });
const change = (transactionId: unknown, body: object) =>
  harness().rest('PATCH', path(`/${transactionId}`), { token, body });
const remove = (transactionId: unknown) => harness().rest('DELETE', path(`/${transactionId}`), { token });
const list = async (query = '') => (await harness().rest('GET', path(query), { token })).body;

/** The response to a field that is refused. */
const refused = (field: string, error: string) => ({
  status: 400,
  body: { error, code: 'BAD_REQUEST', details: [{ field, message: error }] },
});

describe('a transaction', () => {
  it('comes with others whose notes make the body larger than 64 KiB', async () => {
    const transactions = Array.from({ length: 30 }, () => ({ ...buy, note: '📈'.repeat(1_000) }));
    expect((await post({ transactions })).status).toBe(201);
  });

  it('returns a transaction as it was sent, with what follows from splits, prices and rates', async () => {
    const sent = {
      ...buy,
      symbol: 'split',
      quantity: '0.3',
      price: 110.1,
      currency: 'usd',
      fees: 1,
      fx_rate: 0.9201,
      note: 'monthly',
      external_id: '2304',
    };
    const { status, body, headers } = await post(sent);
    expect([status, body]).toMatchObject([
      201,
      {
        type: 'BUY',
        date: '2020-01-01',
        ordinal: 1,
        symbol: 'SPLIT',
        quantity: 0.3,
        price: 110.1,
        amount: null,
        currency: 'USD',
        fees: 1,
        taxes: 0,
        fx_rate: 0.9201,
        fx_currency: 'EUR',
        quantity_now: 3,
        price_now: 11.01,
        value: 31.311003,
        is_counted: true,
        note: 'monthly',
        external_id: '2304',
        import_id: null,
        transfer_id: null,
        warnings: [],
      },
    ]);
    expect(headers.location).toBe(`/api${path(`/${body.id}`)}`);
    const { warnings, ...stored } = body;
    expect((await harness().rest('GET', path(`/${body.id}`), { token })).body).toEqual(stored);
    expect(await list()).toEqual({ transactions: [stored], total: 1 });
  });

  it('has the currency of its stock, else of its portfolio, and its value at the rate of the day', async () => {
    expect((await post(buy)).body).toMatchObject({ currency: 'EUR', value: 1000 });
    const deposit = { type: 'DEPOSIT', date: dayOf(3), amount: 8.5, currency: 'USD' };
    expect((await post(deposit)).body).toMatchObject({ currency: 'USD', value: 4.25, is_counted: false });
    expect((await post({ ...deposit, currency: null })).body).toMatchObject({ currency: 'EUR', value: 8.5 });
    await harness().rest('PATCH', `/portfolios/${id}`, { token, body: { cash_tracking: true } });
    expect((await list('?type=DEPOSIT')).transactions).toMatchObject([
      { is_counted: true },
      { is_counted: true },
    ]);
  });

  it('puts its stock on the watch list', async () => {
    await post(buy);
    expect((await harness().rest('GET', '/stocks', { token })).body).toMatchObject({
      stocks: [{ stock: { symbol: 'AAA' } }],
    });
  });

  it.each([
    ['type', expect.stringContaining('type must be one of BUY, SELL'), { type: 'SPLIT', date: dayOf(0) }],
    ['quantity', 'A DEPOSIT has no quantity', { type: 'DEPOSIT', date: dayOf(0), amount: 1, quantity: 1 }],
    ['symbol', 'An INTEREST has no stock', { type: 'INTEREST', date: dayOf(0), amount: 1, symbol: 'AAA' }],
    ['fees', 'A TRANSFER_IN has no fees', { ...buy, type: 'TRANSFER_IN', fees: 1 }],
    ['price', 'A BUY needs a price', { ...buy, price: null }],
    ['date', 'A transaction cannot lie in the future', { ...buy, date: '2020-12-03' }],
    ['date', 'A transaction must lie after 1969', { ...buy, date: '1969-12-31' }],
    ['symbol', 'NOPE is not known yet. Add it to your stocks first', { ...buy, symbol: 'NOPE' }],
    ['quantity', 'quantity must have at most 15 digits', { ...buy, quantity: 1.2345678901234567 }],
    ['quantity', 'quantity must have at most 10 decimals', { ...buy, quantity: '0.00000000001' }],
    ['quantity', 'quantity must be above 0 and at most 1,000,000,000,000', { ...buy, quantity: 0 }],
    ['quantity', 'quantity must be a number', { ...buy, quantity: '1,5' }],
    ['fx_rate', 'fx_rate is for another currency', { ...buy, fx_rate: 1 }],
    [
      'amount',
      'The amount of a DIVIDEND must be above 0',
      { ...buy, type: 'DIVIDEND', quantity: null, price: null, amount: -1 },
    ],
    ['amount', 'The amount of a FEE must not be 0', { type: 'FEE', date: dayOf(0), amount: 0 }],
    ['currency', expect.stringContaining('currency must be a code of ISO 4217'), { ...buy, currency: 'XXZ' }],
    [
      'to_currency',
      'An EXCHANGE needs two different currencies',
      { type: 'EXCHANGE', date: dayOf(0), amount: 1, currency: 'GBp', to_amount: 1, to_currency: 'GBP' },
    ],
    [
      'fx_rate',
      'There is no USD/EUR rate for Dec 31, 2019: enter the rate you paid',
      { ...buy, date: '2019-12-31', currency: 'USD' },
    ],
    [
      'price',
      'There is no price of AAA for Dec 31, 2019: enter what it had cost',
      { ...buy, type: 'TRANSFER_IN', date: '2019-12-31', price: null },
    ],
    [
      'quantity',
      'You would have sold 5.5 more shares of AAA than you held on Jan 3, 2020',
      { ...sell, quantity: 5.5 },
    ],
  ])('refuses a transaction by its field %s: %s', async (field, error, body) => {
    expect(await post(body)).toMatchObject(refused(field, error));
    expect(await list()).toEqual({ transactions: [], total: 0 });
    const inList = await post({ transactions: [{ type: 'FEE', date: dayOf(0), amount: 1 }, body] });
    expect(inList.body.details).toMatchObject([
      { field: expect.stringMatching(`^transactions\\[1\\]\\.${field}$`) },
    ]);
    expect((await list()).total).toBe(0);
  });

  it('accepts a transaction of tomorrow in UTC', async () => {
    expect((await post({ ...buy, date: '2020-12-02' })).status).toBe(201);
  });

  it('warns about a price that cannot be right and about an equal transaction, and stores it', async () => {
    const adjusted = { ...buy, symbol: 'SPLIT', price: 10 };
    expect((await post(adjusted)).body.warnings).toMatchObject([
      {
        kind: 'maybe_adjusted',
        factor: 10,
        message:
          "You paid 10.00, but SPLIT traded near 100 that day, before its 10:1 split. Are these today's shares?",
      },
    ]);
    expect((await post({ ...buy, price: 120.1 })).body.warnings).toMatchObject([
      {
        kind: 'unusual_price',
        message: 'You paid 120.10, but AAA traded between 100.00 and 100.00 that day',
      },
    ]);
    const { body } = await post({ ...buy, price: 119 });
    expect(body.warnings).toEqual([]);
    expect((await post({ ...buy, price: '119.000' })).body.warnings).toEqual([
      {
        kind: 'equal_exists',
        message: 'An equal transaction is there already',
        transaction_id: expect.any(String),
      },
    ]);
    expect((await change(body.id, { note: 'same' })).body.warnings).toMatchObject([{ kind: 'equal_exists' }]);
  });
});

it('needs a type and a date', async () => {
  expect(await post({ date: dayOf(0) })).toMatchObject(refused('type', 'type is required'));
  expect(await post({ type: 'FEE' })).toMatchObject(refused('date', 'date is required'));
});

describe('a sale', () => {
  it('never exceeds the shares held when 20 arrive at once', async () => {
    await post(buy);
    expect(await race(() => post({ ...sell, quantity: 3 }))).toEqual({ 201: 3, 400: 17 });
    expect((await list('?type=SELL')).total).toBe(3);
  });

  it('waits for the purchases of its day, whatever their order', async () => {
    const ofDay = { ...buy, date: sell.date };
    expect((await post({ transactions: [sell, ofDay] })).status).toBe(201);
  });

  it('keeps an earlier purchase from being changed, deleted or sold before', async () => {
    const { body } = await post(buy);
    await post(sell);
    const error = 'Then the sale of Jan 3, 2020 would exceed the shares you held';
    for (const answer of [
      await remove(body.id),
      await change(body.id, { quantity: 9.5 }),
      await change(body.id, { date: dayOf(3) }),
      await change(body.id, { symbol: 'SPLIT' }),
      await post({ ...sell, date: dayOf(1), quantity: 1 }),
      await post({ transactions: [{ ...sell, date: dayOf(1), quantity: 1 }] }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { error } });
    }
    expect((await list()).total).toBe(2);
    expect((await change(body.id, { quantity: 11 })).status).toBe(200);
  });

  it('changes a sale to what is held at most', async () => {
    await post(buy);
    const { body } = await post(sell);
    expect(await change(body.id, { quantity: 12 })).toMatchObject(
      refused('quantity', 'You would have sold 2 more shares of AAA than you held on Jan 3, 2020'),
    );
    expect((await change(body.id, { quantity: 4 })).body).toMatchObject({ quantity: 4 });
  });

  it('depends on whether a split multiplied the shares', async () => {
    await post({ ...buy, symbol: 'SPLIT', quantity: 1 });
    const { body } = await post({ ...sell, symbol: 'SPLIT', date: dayOf(5), quantity: 10 });
    const choose = (choice: string) =>
      harness().rest('PUT', `/portfolios/${id}/split-choices`, {
        token,
        body: { symbol: 'SPLIT', ex_date: '2020-01-05', choice },
      });
    expect(await choose('kept')).toMatchObject({
      status: 400,
      body: { error: 'Then the sale of Jan 6, 2020 would exceed the shares you held' },
    });
    await remove(body.id);
    expect((await choose('kept')).status).toBe(200);
    expect((await list()).transactions).toMatchObject([{ quantity_now: 1 }]);
  });
});

describe('a change of a transaction', () => {
  it('clears the fields that another type does not use only if they are null', async () => {
    const { body } = await post(buy);
    expect(await change(body.id, { type: 'DIVIDEND', amount: 5 })).toMatchObject(
      refused('quantity', 'A DIVIDEND has no quantity'),
    );
    const changed = await change(body.id, { type: 'DIVIDEND', amount: 5, quantity: null, price: null });
    expect(changed).toMatchObject({ status: 200, body: { type: 'DIVIDEND', amount: 5, quantity: null } });
  });

  it('takes the next ordinal of a new day, and one that is given', async () => {
    const first = (await post(buy)).body;
    const second = (await post(buy)).body;
    expect([first.ordinal, second.ordinal]).toEqual([1, 2]);
    expect((await change(first.id, { date: dayOf(1) })).body).toMatchObject({ ordinal: 1, date: dayOf(1) });
    expect((await change(first.id, { date: dayOf(0) })).body).toMatchObject({ ordinal: 3 });
    expect((await change(first.id, { ordinal: 1 })).body).toMatchObject({ ordinal: 1 });
    expect(await change(first.id, {})).toMatchObject({ status: 400 });
  });

  it('keeps a rate in the currency in which it was entered', async () => {
    const { body } = await post({ ...buy, currency: 'USD', fx_rate: 0.5 });
    await harness().rest('PATCH', `/portfolios/${id}`, { token, body: { currency: 'USD' } });
    expect((await change(body.id, { note: 'kept' })).body).toMatchObject({
      fx_rate: 0.5,
      fx_currency: 'EUR',
      value: 1000,
    });
  });
});

describe('the id of a broker', () => {
  it('refuses the id of another transaction of the portfolio', async () => {
    const taken = { status: 409, body: { error: 'That transaction is in your portfolio already' } };
    const { body } = await post({ ...buy, external_id: 'A1' });
    expect(await post({ ...buy, external_id: 'A1' })).toMatchObject(taken);
    const twice = { ...buy, external_id: 'B1' };
    expect(await post({ transactions: [twice, twice] })).toMatchObject(taken);
    const other = (await post({ ...buy, external_id: 'A2' })).body;
    expect(await change(other.id, { external_id: 'A1' })).toMatchObject(taken);
    expect((await change(body.id, { external_id: 'A1' })).status).toBe(200);
  });
});

describe('several transactions in one request', () => {
  it('stores several transactions together, without a location', async () => {
    const { status, body, headers } = await post({ transactions: [buy, sell] });
    expect([status, headers.location]).toEqual([201, undefined]);
    expect(body).toMatchObject({ transactions: [{ type: 'BUY' }, { type: 'SELL' }], warnings: [] });
  });

  it('never stores more transactions than a portfolio and a user may have', async () => {
    const of = (count: number) => ({ transactions: Array.from({ length: count }, () => buy) });
    const full = (maximum: number) => ({
      status: 409,
      body: { error: `You have ${maximum} transactions, the maximum. Delete one first` },
    });
    expect(await post(of(31))).toMatchObject(full(30));
    expect((await post(of(29))).status).toBe(201);
    expect(await race(() => post(buy))).toEqual({ 201: 1, 409: 19 });
    id = await createPortfolio({ name: 'Other', currency: 'EUR' });
    expect((await post(of(2))).status).toBe(201);
    expect(await post(buy)).toMatchObject(full(32));
  });
});

describe('a transfer', () => {
  const transfer = (body: object) => harness().rest('POST', `/portfolios/${id}/transfers`, { token, body });

  it('moves shares, and both transactions change and go together', async () => {
    await post(buy);
    const to = await createPortfolio({ name: 'Other', currency: 'EUR' });
    const { status, body } = await transfer({ to, date: dayOf(2), symbol: 'AAA', quantity: 4 });
    const [outgoing, incoming] = body.transactions as Record<string, unknown>[];
    expect([status, outgoing, incoming]).toMatchObject([
      201,
      { type: 'TRANSFER_OUT', quantity: 4, value: 404 },
      { type: 'TRANSFER_IN', quantity: 4, transfer_id: outgoing?.transfer_id, value: 404 },
    ]);
    const other = `/portfolios/${to}/transactions`;
    const changed = await harness().rest('PATCH', `${other}/${incoming?.id}`, {
      token,
      body: { quantity: 5, date: dayOf(3) },
    });
    expect(changed.status).toBe(200);
    expect((await list('?type=TRANSFER_OUT')).transactions).toMatchObject([{ quantity: 5, date: dayOf(3) }]);
    expect(await change(outgoing?.id, { quantity: 11 })).toMatchObject({ status: 400 });
    expect(await change(outgoing?.id, { type: 'SELL', price: 1 })).toMatchObject({ status: 400 });
    expect((await remove(outgoing?.id)).status).toBe(200);
    expect((await harness().rest('GET', other, { token })).body.total).toBe(0);
  });

  it('moves money, and refuses what is not held, unknown portfolios and the same one', async () => {
    const to = await createPortfolio({ name: 'Other', currency: 'USD' });
    const moved = await transfer({ to, date: dayOf(2), amount: 50 });
    expect(moved.body.transactions).toMatchObject([
      { type: 'WITHDRAWAL', amount: 50, currency: 'EUR' },
      { type: 'DEPOSIT', amount: 50, currency: 'EUR', value: 100 },
    ]);
    expect(await transfer({ to, date: dayOf(2), symbol: 'AAA', quantity: 1 })).toMatchObject(
      refused('quantity', 'You would have sold 1 more share of AAA than you held on Jan 3, 2020'),
    );
    expect(await transfer({ to: id, date: dayOf(2), amount: 1 })).toMatchObject({ status: 400 });
    expect(await transfer({ to, date: dayOf(2) })).toMatchObject({ status: 400 });
    const unknown = { status: 404, body: { error: 'Portfolio not found', code: 'NOT_FOUND' } };
    expect(await transfer({ to: randomUUID(), date: dayOf(2), amount: 1 })).toMatchObject(unknown);
    const stranger = (await harness().signUp()).token;
    const body = { to: id, date: dayOf(2), amount: 1 };
    expect(
      await harness().rest('POST', `/portfolios/${to}/transfers`, { token: stranger, body }),
    ).toMatchObject(unknown);
  });
});

describe('the list of transactions', () => {
  it('filters and pages the list', async () => {
    await post({ transactions: [buy, { ...buy, note: 'Savings plan' }, { ...sell, symbol: 'AAA' }] });
    expect((await list('?type=SELL')).total).toBe(1);
    expect((await list('?symbol=aaa&limit=1&offset=1')).transactions).toMatchObject([
      { note: 'Savings plan' },
    ]);
    expect((await list('?q=SAVINGS')).total).toBe(1);
    expect((await list(`?since=${dayOf(1)}&until=${dayOf(2)}`)).total).toBe(1);
    for (const [query, error] of [
      ['?since=2020-02-01&until=2020-01-01', 'since must not be after until'],
      ['?until=2020-12-02', 'until must not lie in the future'],
      ['?type=SPLIT', expect.stringContaining('type must be one of')],
    ] as const) {
      expect(await harness().rest('GET', path(query), { token })).toMatchObject({
        status: 400,
        body: { error },
      });
    }
    const unknown = await harness().rest('GET', path(`?import_id=${randomUUID()}`), { token });
    expect(unknown).toMatchObject({ status: 404, body: { error: 'Import not found' } });
  });
});

describe('a repeated request', () => {
  it('stores a transaction once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post(buy, headers);
    expect((await post(buy, headers)).text).toBe(first.text);
    expect((await list()).total).toBe(1);
  });
});
