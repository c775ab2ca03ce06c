import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

/** Prices of one unit of the nominal value. */
const closes: [string, number][] = [
  ['2025-01-02', 0.97],
  ['2025-02-03', 0.985],
  ['2025-03-03', 0.9925],
];

/** A portfolio with a bond, in money or in per cent. */
async function book(symbol: string, quotedIn: 'money' | 'percent'): Promise<string> {
  const units = quotedIn === 'percent' ? 100 : 1;
  const scaled = (price: number) => Number((price * units).toPrecision(12));
  const made = await call('POST', '/instruments/', {
    symbol,
    name: 'Bond',
    currency: 'EUR',
    type: 'Bond',
    quoted_in: quotedIn,
    bars: closes.map(([date, close]) => ({ date, close: scaled(close) })),
  });
  expect(made.status).toBe(201);
  await call('PUT', `/instruments/${symbol}/actions`, {
    dividends: [{ ex_date: '2025-02-17', amount: scaled(0.025) }],
  });
  const portfolio = await call('POST', '/portfolios/', {
    name: symbol,
    currency: 'EUR',
    cash_tracking: true,
  });
  const id = String(portfolio.body.id);
  const added = await call('POST', `/portfolios/${id}/transactions`, {
    transactions: [
      { type: 'DEPOSIT', date: '2025-01-02', amount: 10_000, currency: 'EUR' },
      { type: 'BUY', date: '2025-01-02', symbol, quantity: 5_000, price: scaled(0.975), fees: 9.9 },
      { type: 'FEE', date: '2025-01-02', symbol, amount: 31.25, note: 'Accrued interest' },
      { type: 'SELL', date: '2025-03-03', symbol, quantity: 1_000, price: scaled(0.99), taxes: 1.5 },
    ],
  });
  expect(added.status).toBe(201);
  return id;
}

const ids = { money: '', percent: '' };
beforeAll(async () => {
  token = (await harness().signUp()).token;
  ids.money = await book('@MONEY', 'money');
  ids.percent = await book('@PERCENT', 'percent');
});

/** A response without the names by which the two books differ. */
async function read(id: string, path: string): Promise<unknown> {
  const { status, text } = await call('GET', `/portfolios/${id}${path}`);
  expect([path, status]).toEqual([path, 200]);
  return text.replaceAll('PERCENT', 'MONEY').replaceAll(ids.percent, ids.money);
}

describe('a bond in per cent of its nominal value', () => {
  it.each([
    '/performance?since=2025-01-02',
    '/allocation?by=type',
    '/realised',
    '/dividends',
    '/performance/days?since=2025-01-02',
    '/transactions/export.csv?format=ledger',
    '/transactions/export.csv?format=beancount',
    '/transactions/export.csv?format=portfolio-performance',
  ])('has the figures of the same bond in money: %s', async (path) => {
    expect(await read(ids.percent, path)).toEqual(await read(ids.money, path));
  });

  it.each(['ledger', 'beancount'])('exports it without its @, with prices in money: %s', async (format) => {
    const path = `/portfolios/${ids.percent}/transactions/export.csv?format=${format}`;
    const { text } = await call('GET', path);
    expect(text).toMatch(/:OWN-PERCENT .*5000 "?OWN-PERCENT"? /);
    expect(text).toMatch(/OWN-PERCENT"? 0\.9925 EUR/);
  });

  it('shows prices in per cent, and costs and values in money', async () => {
    const { body } = await call('GET', `/portfolios/${ids.percent}/holdings?date=2025-03-03`);
    expect(body).toMatchObject({
      holdings: [
        {
          quantity: 4_000,
          price: 99.25,
          value: 3_970,
          cost: 3_907.92,
          badges: ['Own price of Mar 3, 2025'],
        },
      ],
    });
    const listed = await call('GET', `/portfolios/${ids.percent}/transactions?type=BUY`);
    expect(listed.body.transactions).toMatchObject([{ price: 97.5, price_now: 97.5, value: 4_884.9 }]);
    const { suggested } = (await call('GET', `/portfolios/${ids.percent}/dividends`)).body as {
      suggested: { amount: number }[];
    };
    expect(suggested).toMatchObject([{ amount: 125 }]);
  });

  it('names its quotation where its prices are shown, and only that in per cent', async () => {
    const { stocks } = (await call('GET', '/stocks')).body as {
      stocks: { stock: { symbol: string; quoted_in?: string } }[];
    };
    expect(stocks.map(({ stock }) => [stock.symbol, stock.quoted_in])).toEqual([
      ['@PERCENT', 'percent'],
      ['@MONEY', undefined],
    ]);
    const sentences: unknown[] = [];
    const sent = [
      ['@PERCENT', 'percent', 99.5],
      ['@MONEY', undefined, 0.995],
    ] as const;
    for (const [symbol, quotation, close] of sent) {
      const entry = await call('POST', '/journal', { symbol, text: 'Bought', day: '2025-03-03' });
      expect(entry.body.quoted_in).toBe(quotation);
      await call('POST', '/signals/rules', { when: `close >= ${close}`, symbol });
      await call('POST', `/instruments/${symbol}/bars`, { bars: [{ date: '2025-03-04', close }] });
      const { signals } = (await call('GET', `/signals?symbol=${symbol}`)).body;
      sentences.push(...(signals as { sentence: string }[]).map(({ sentence }) => sentence));
    }
    expect(sentences).toEqual([expect.stringContaining('99.50%'), expect.stringContaining('€0.995')]);
  });

  it('keeps its quotation and its currency while it is traded, and cannot be deleted', async () => {
    const conflict = (error: string) => ({ status: 409, body: { error, code: 'CONFLICT' } });
    expect(await call('PATCH', '/instruments/@PERCENT', { quoted_in: 'money' })).toMatchObject(
      conflict('@PERCENT has transactions in @PERCENT: its quotation stays'),
    );
    expect(await call('PATCH', '/instruments/@PERCENT', { currency: 'USD' })).toMatchObject(
      conflict('@PERCENT has transactions in @PERCENT: its currency stays'),
    );
    expect(await call('DELETE', '/instruments/@PERCENT?confirmation=@PERCENT')).toMatchObject(
      conflict('@PERCENT has transactions in @PERCENT. Delete them first'),
    );
    expect((await call('PATCH', '/instruments/@PERCENT', { quoted_in: 'percent', name: 'B' })).status).toBe(
      200,
    );
  });
});
