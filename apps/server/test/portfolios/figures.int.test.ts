import { randomUUID } from 'node:crypto';
import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { byHand, usePortfolios } from '../support/with-portfolios.ts';

const portfolios = usePortfolios();
let id = '';
let path = '';

const dividendStock = {
  symbol: 'DDD',
  currency: 'EUR',
  closes: [
    ['2024-01-02', 100],
    ['2024-02-15', 102],
    ['2024-03-15', 104],
    ['2024-05-15', 106],
  ] as const,
  dividends: [
    ['2024-02-15', 0.8],
    ['2024-05-15', 0.9],
  ] as const,
};
const purchase = {
  type: 'BUY',
  date: '2024-01-02',
  symbol: 'DDD',
  quantity: 12,
  price: 100,
  currency: 'EUR',
};

beforeAll(async () => {
  await portfolios().putPrices(byHand.prices);
  await portfolios().putPrices(dividendStock);
  id = await portfolios().create({ currency: 'EUR' }, byHand.transactions);
  path = `/portfolios/${id}`;
});

/** Reads that need no other parameter. */
const reads = [
  'holdings',
  'holdings.csv',
  'performance',
  'performance/days',
  'performance/days.csv',
  'realised',
  'realised.csv',
  'dividends',
  'dividends.csv',
  'allocation',
];

const send = (method: 'GET' | 'POST', url: string, body?: object, token = portfolios().token) =>
  portfolios().harness.rest(method, url, { token, ...(body && { body }) });

describe('a read of a portfolio', () => {
  it('waits for the other figures of its user, and for those of no other user', async () => {
    const { harness, token } = portfolios();
    const { figureTurns } = harness.services;
    const { body: account } = await send('GET', '/auth/me');
    const leave = await figureTurns.enter(String(account.id), 'another request');
    const ended: string[] = [];
    const waiting = send('GET', `${path}/holdings?date=2024-02-01`, undefined, token).then(({ status }) => {
      ended.push(`own ${status}`);
    });
    const { token: other } = await harness.signUp();
    const { body } = await harness.rest('POST', '/portfolios', {
      token: other,
      body: { name: 'Other', currency: 'EUR' },
    });
    const { status } = await send('GET', `/portfolios/${body.id}/holdings`, undefined, other);
    ended.push(`other ${status}`);
    leave();
    await waiting;
    expect(ended).toEqual(['other 200', 'own 200']);
  });

  it.each(reads)('answers another user like an unknown id: %s', async (name) => {
    const { token } = await portfolios().harness.signUp();
    const answers = await Promise.all(
      [id, randomUUID(), 'malformed'].map((each) =>
        send('GET', `/portfolios/${each}/${name}`, undefined, token),
      ),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(3).fill([404, '{"error":"Portfolio not found","code":"NOT_FOUND"}']),
    );
  });

  it.each([...reads, 'values', 'positions'])(
    'admits a token of scope read, forbids storing, and has an ETag: %s',
    async (name) => {
      const { harness, token } = portfolios();
      const { body } = await harness.rest('POST', '/auth/tokens', {
        token,
        body: { name: 'reader', scope: 'read' },
      });
      const urls: Partial<Record<string, string>> = {
        values: '/portfolios?values=true',
        positions: '/portfolios/positions?symbol=AAA',
      };
      const url = urls[name] ?? `${path}/${name}`;
      const call = { token: String(body.token) };
      const first = await harness.rest('GET', url, call);
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store']);
      const headers = { 'if-none-match': String(first.headers.etag) };
      expect((await harness.rest('GET', url, { ...call, headers })).status).toBe(304);
    },
  );

  it.each([
    ['performance?since=2024-01-05&until=2024-01-04', 'since must not be after until'],
    ['performance/days?since=2024-01-05&until=2024-01-04', 'since must not be after until'],
    ['performance?until=2999-01-01', 'until must not be after today'],
    ['holdings?date=2999-01-01', 'date must not be after today'],
    ['holdings?date=1969-12-31', 'date must lie after 1969'],
    ['holdings?closed=maybe', 'closed must be true or false'],
    ['allocation?by=colour', 'by must be stock, sector, currency, exchange, country, type or tag'],
    ['allocation?by=tag', 'group is required with by=tag'],
    ['allocation?by=tag&group=Regions', 'There is no tag group named "Regions"'],
    ['performance?benchmark=^GSPC', 'Add ^GSPC to your stocks first'],
    ['realised?year=24', 'year must be a tax year like 2025 or 2025/26'],
    ['dividends?year=1', 'year must be a year like 2025'],
  ])('rejects %s by name', async (query, error) => {
    const answer = await send('GET', `${path}/${query}`);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('has null figures of a portfolio without transactions', async () => {
    const empty = `/portfolios/${await portfolios().create({}, [])}`;
    expect(await portfolios().get(`${empty}/performance`)).toMatchObject({
      value_end: 0,
      twr: null,
      twr_problem: 'no_capital',
      irr: null,
      irr_problem: 'no_flows',
      risk: null,
      days: 0,
    });
    expect(await portfolios().get(`${empty}/holdings`)).toMatchObject({ holdings: [], totals: { value: 0 } });
    expect(await portfolios().get(`${empty}/realised`)).toMatchObject({ years: [], sales: [], total: 0 });
  });

  it('skips a stock whose currency is not known, and says so', async () => {
    await portfolios().putPrices({ symbol: 'UNKNOWN', currency: null, closes: byHand.prices.closes });
    const bought = { ...purchase, symbol: 'UNKNOWN' };
    const url = `/portfolios/${await portfolios().create({ currency: 'EUR' }, [bought])}/holdings`;
    expect(await portfolios().get(url)).toMatchObject({
      holdings: [],
      skipped: [
        { symbol: 'UNKNOWN', kind: 'unknown_currency', reason: 'The currency of UNKNOWN is not known' },
      ],
    });
  });
});

describe('a CSV file', () => {
  const linesOf = async (url: string) => {
    const { text, headers } = await send('GET', `${path}/${url}`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    return text.split('\r\n');
  };

  it('has the fields of the holdings', async () => {
    const [header, line, end] = await linesOf('holdings.csv');
    expect(header).toBe(
      'symbol,name,currency,quantity,price,price_currency,price_date,fx_rate,value,cost,cost_per_share,unrealised,unrealised_percent,realised,dividends,gain,twr,day_change,day_change_percent,weight_percent,first_bought',
    );
    expect(line).toMatch(/^AAA,AAA,EUR,5,110,EUR,2024-01-10,1,550,509,101.8,41,/);
    expect(end).toBe('');
  });

  it('has a line for each day, and one for each holding on request', async () => {
    const days = await linesOf('performance/days.csv');
    expect(days.slice(0, 2)).toEqual([
      'date,value_before,inflow,outflow,value,factor,index',
      '2024-01-02,0,1000,0,1000,1,1',
    ]);
    expect(days).toHaveLength(11);
    const withHoldings = await linesOf('performance/days.csv?holdings=true&since=2024-01-10');
    expect(withHoldings).toEqual([
      'date,value_before,inflow,outflow,value,factor,index,symbol,quantity,price,fx_rate,holding_value',
      expect.stringMatching(/^2024-01-10,530,0,0,550,1\.0377\d+,1\.0377\d+,,,,,$/),
      '2024-01-10,,,,,,,AAA,5,110,1,550',
      '',
    ]);
  });

  it('has a line for each lot that was sold, with the taxes in the first', async () => {
    expect(await linesOf('realised.csv')).toEqual([
      'date,symbol,bought_on,days_held,quantity,proceeds,cost,gain,taxes',
      expect.stringMatching(/^2024-01-08,AAA,2024-01-02,6,10,1076.33\d+,1000,76.33\d+,12.5$/),
      expect.stringMatching(/^2024-01-08,AAA,2024-01-04,4,5,538.16\d+,509,29.16\d+,$/),
      '',
    ]);
  });

  it('escapes what a spreadsheet would run as a formula', async () => {
    const received = { type: 'DIVIDEND', date: '2024-02-20', symbol: 'DDD', amount: 9.6, note: '=1+1' };
    const other = await portfolios().create({ currency: 'EUR' }, [purchase, received]);
    const { text } = await send('GET', `/portfolios/${other}/dividends.csv`);
    expect(text).toContain(`,'=1+1,`);
  });
});

describe('the ETag of a read', () => {
  it('changes with a transaction, a restated close, a split and a dividend', async () => {
    const closes = byHand.prices.closes.slice(0, 2);
    const prices = { symbol: 'EEE', currency: 'EUR', closes };
    await portfolios().putPrices(prices);
    const bought = { ...purchase, symbol: 'EEE', quantity: 10 };
    const portfolioId = await portfolios().create({ currency: 'EUR' }, [bought]);
    const seen = new Map<string, unknown>();
    const expectChange = async (what: string, figures: object) => {
      const url = `/portfolios/${portfolioId}`;
      const { headers } = await send('GET', `${url}/holdings`);
      expect([what, [...seen.values()].includes(headers.etag)]).toEqual([what, false]);
      seen.set(what, headers.etag);
      expect(await portfolios().get(`${url}/performance`)).toMatchObject(figures);
      const dividends = await portfolios().get(`${url}/dividends`);
      return (dividends.suggested as unknown[]).length;
    };
    await expectChange('nothing', { value_end: 1020 });
    await portfolios().addTransactions(portfolioId, [
      { type: 'FEE', date: '2024-01-03', amount: 5, currency: 'EUR' },
    ]);
    await expectChange('transaction', { value_end: 1020, gain: { fees: -5 } });
    await portfolios().putPrices({
      ...prices,
      closes: [
        ['2024-01-02', 100],
        ['2024-01-03', 104],
      ],
    });
    await expectChange('close', { value_end: 1040 });
    const halved = [
      ['2024-01-02', 50],
      ['2024-01-03', 52],
      ['2024-01-04', 53],
    ] as const;
    await portfolios().putPrices({ ...prices, closes: halved, splits: [['2024-01-04', 2, 1]] });
    expect(await expectChange('split', { value_end: 1060 })).toBe(0);
    await portfolios().putPrices({
      ...prices,
      closes: halved,
      splits: [['2024-01-04', 2, 1]],
      dividends: [['2024-01-04', 0.5]],
    });
    expect(await expectChange('dividend', { value_end: 1060 })).toBe(1);
  });
});

describe('suggested dividends', () => {
  it('turns suggestions into transactions once, all or none', async () => {
    const url = `/portfolios/${await portfolios().create({ currency: 'EUR', dividend_tax_percent: 25 }, [purchase])}`;
    const before = await portfolios().get(`${url}/dividends`);
    expect(before.suggested).toEqual([
      { symbol: 'DDD', ex_date: '2024-02-15', quantity: 12, amount: 9.6, currency: 'EUR', taxes: 2.4 },
      { symbol: 'DDD', ex_date: '2024-05-15', quantity: 12, amount: 10.8, currency: 'EUR', taxes: 2.7 },
    ]);
    const unknown = {
      dividends: [
        { symbol: 'DDD', ex_date: '2024-02-15' },
        { symbol: 'DDD', ex_date: '2024-02-16' },
      ],
    };
    expect(await send('POST', `${url}/dividends`, unknown)).toMatchObject({
      status: 400,
      body: {
        error: 'There is no dividend of DDD with the ex-date Feb 16, 2024 on shares that you held',
        details: [{ field: 'dividends[1].ex_date' }],
      },
    });
    const wanted = { dividends: [{ symbol: 'ddd', ex_date: '2024-02-15', date: '2024-02-20', taxes: 2.5 }] };
    expect(await send('POST', `${url}/dividends`, wanted)).toMatchObject({
      status: 201,
      body: {
        transactions: [
          {
            type: 'DIVIDEND',
            date: '2024-02-20',
            ex_date: '2024-02-15',
            symbol: 'DDD',
            amount: 9.6,
            taxes: 2.5,
            value: 7.1,
          },
        ],
      },
    });
    expect(await send('POST', `${url}/dividends`, wanted)).toMatchObject({
      status: 409,
      body: { error: 'That dividend is in your portfolio already' },
    });
    const after = await portfolios().get(`${url}/dividends?year=2024`);
    expect(after).toMatchObject({
      received: [{ date: '2024-02-20' }],
      suggested: [{ ex_date: '2024-05-15' }],
      months: [
        { month: '2024-02', received: 7.1, suggested: 0 },
        { month: '2024-05', received: 0, suggested: 10.8 },
      ],
    });
    const twice = { dividends: [unknown.dividends[0], unknown.dividends[0]] };
    expect(await send('POST', `${url}/dividends`, twice)).toMatchObject({
      status: 400,
      body: { error: 'Each dividend can be named once' },
    });
  });
});

describe('the allocation', () => {
  it('divides the value by stock, currency and tag', async () => {
    const sold = { ...byHand.transactions[0] };
    const url = `/portfolios/${await portfolios().create({ currency: 'EUR' }, [sold, purchase])}`;
    expect(await portfolios().get(`${url}/allocation?date=2024-01-10`)).toMatchObject({
      by: 'stock',
      group: null,
      parts: [
        { key: 'DDD', value: 1200, symbols: ['DDD'], target_percent: null },
        { key: 'AAA', value: 1100, symbols: ['AAA'] },
      ],
      total: 2300,
    });
    const tags = [{ name: 'Safe', shares: [{ symbol: 'DDD', percent: 50 }] }];
    expect((await send('POST', `${url}/tags`, { name: 'Risk', tags })).status).toBe(201);
    expect(await portfolios().get(`${url}/allocation?date=2024-01-10&by=tag&group=Risk`)).toMatchObject({
      by: 'tag',
      group: 'Risk',
      parts: [
        { key: 'Safe', value: 600, symbols: ['DDD'] },
        { key: null, name: 'Not assigned', value: 1700 },
      ],
    });
  });

  it('proposes trades to a token of scope read', async () => {
    const { harness, token } = portfolios();
    const url = `/portfolios/${await portfolios().create({ currency: 'EUR' }, [purchase])}`;
    expect(await send('POST', `${url}/rebalance`, {})).toMatchObject({
      status: 400,
      body: { error: 'Set targets to rebalance' },
    });
    const targets = [
      { symbol: 'DDD', percent: 50 },
      { symbol: 'AAA', percent: 50 },
    ];
    expect((await harness.rest('PUT', `${url}/targets`, { token, body: { targets } })).status).toBe(200);
    const { body } = await send('POST', '/auth/tokens', { name: 'reader', scope: 'read' });
    const proposed = await send('POST', `${url}/rebalance`, { new_money: 100 }, String(body.token));
    expect(proposed).toMatchObject({
      status: 200,
      body: {
        total: 1372,
        trades: [
          { symbol: 'DDD', type: 'SELL', quantity: 5, price: 106, gain: 30 },
          { symbol: 'AAA', type: 'BUY', quantity: 5, price: 110, gain: null },
        ],
        left_over: 80,
        skipped: [],
      },
    });
    expect(await send('POST', `${url}/rebalance`, { mode: 'buy_only' })).toMatchObject({
      status: 400,
      body: { error: 'Enter the money to invest', details: [{ field: 'new_money' }] },
    });
    const { token: stranger } = await harness.signUp();
    expect((await send('POST', `${url}/rebalance`, {}, stranger)).status).toBe(404);
  });
});

describe('several portfolios', () => {
  it('computes portfolios as one book in the overview, and lists the value of each', async () => {
    const { harness } = portfolios();
    const { token } = await harness.signUp();
    const create = async (currency: string, transactions: readonly object[]) => {
      const { body } = await send('POST', '/portfolios', { name: currency, currency }, token);
      await send('POST', `/portfolios/${body.id}/transactions`, { transactions }, token);
      return String(body.id);
    };
    const first = await create('EUR', byHand.transactions);
    const second = await create('EUR', [{ ...byHand.transactions[0], date: '2024-01-09', price: 106 }]);
    const { body } = await send('GET', '/portfolios/overview', undefined, token);
    expect(body).toMatchObject({
      currency: 'EUR',
      cash_tracking: false,
      portfolios: [
        { id: first, name: 'EUR', value: 550, gain: 134 },
        { id: second, value: 1100, gain: 40 },
      ],
      holdings: [{ symbol: 'AAA', quantity: 15, value: 1650, gain: 174 }],
      totals: { value: 1650 },
      performance: { gain: { total: 174 }, inflow: 3078 },
    });
    const one = await send('GET', `/portfolios/overview?ids=${second}`, undefined, token);
    expect(one.body).toMatchObject({ portfolios: [{ id: second, weight: 1 }], totals: { value: 1100 } });
    const detailed = await send('GET', `/portfolios/overview?ids=${first}&details=true`, undefined, token);
    const alone = await send('GET', `/portfolios/${first}/performance?details=true`, undefined, token);
    expect(detailed.body.performance).toEqual(alone.body);
    expect(alone.body.details).toMatchObject({ gain_on_cost: expect.closeTo(0.0664, 4) });
    for (const unknown of [id, randomUUID(), 'malformed']) {
      const answer = await send('GET', `/portfolios/overview?ids=${second},${unknown}`, undefined, token);
      expect([answer.status, answer.body.error]).toEqual([404, 'Portfolio not found']);
    }
    const values = await send('GET', '/portfolios?values=true', undefined, token);
    expect(values.body.portfolios).toMatchObject([
      { id: second, value: 1100, day_change: 40, gain: 40, as_of: '2024-01-10', is_simulated: false },
      {
        id: first,
        value: 550,
        day_change: 20,
        gain: 134,
        twr_1y: expect.closeTo(0.0919, 4),
        twr_1y_since: '2024-01-02',
      },
    ]);
    const { body: found } = await send('GET', '/portfolios/positions?symbol=aaa', undefined, token);
    const held = await Promise.all(
      [second, first].map((each) => send('GET', `/portfolios/${each}/holdings`, undefined, token)),
    );
    expect(found.positions).toMatchObject(
      held.map(({ body: { date, holdings } }, index) => ({
        portfolio_id: [second, first][index],
        portfolio_name: 'EUR',
        date,
        holding: Array.isArray(holdings) ? holdings[0] : null,
      })),
    );
    expect(found).toMatchObject({
      symbol: 'AAA',
      trades: [
        { portfolio_id: second, type: 'BUY', date: '2024-01-09', quantity_now: 10, price_now: 106 },
        { portfolio_id: first, type: 'SELL', date: '2024-01-08', quantity_now: 15, price_now: 107.9 },
        { portfolio_id: first, type: 'BUY', date: '2024-01-04', currency: 'EUR' },
        { portfolio_id: first, type: 'BUY', date: '2024-01-02', currency: 'EUR' },
      ],
    });
    const none = await send(
      'GET',
      '/portfolios/positions?symbol=AAA',
      undefined,
      (await harness.signUp()).token,
    );
    expect(none.body).toEqual({ symbol: 'AAA', positions: [], trades: [] });
    const plain = await send('GET', '/portfolios', undefined, token);
    expect(plain.body.portfolios).not.toContainEqual(expect.objectContaining({ value: 1100 }));
  });

  it('requests the rate into the currency of an overview that no portfolio needs', async () => {
    const { harness, get } = portfolios();
    const requests = async () => {
      const { rows } = await sql<{ subject: string }>`
        select subject from task where kind = 'fetch-pair' and payload ->> 'to' = 'SEK'
      `.execute(harness.services.database.fork().getKysely());
      return rows.map(({ subject }) => subject);
    };
    expect(await requests()).toEqual([]);
    const { skipped } = await get(`/portfolios/overview?ids=${id}&currency=SEK`);
    expect(skipped).toMatchObject([{ symbol: 'AAA', reason: 'The EUR/SEK rate is being fetched' }]);
    expect(await requests()).toEqual(['EUR/SEK']);
  });

  it('answers with an empty overview if there are no portfolios', async () => {
    const { token } = await portfolios().harness.signUp();
    const { status, body } = await send('GET', '/portfolios/overview', undefined, token);
    expect([status, body]).toEqual([200, expect.objectContaining({ portfolios: [], holdings: [] })]);
  });
});
