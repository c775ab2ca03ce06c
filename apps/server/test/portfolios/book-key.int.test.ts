import { restOperations } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { byHand, usePortfolios } from '../support/with-portfolios.ts';

const portfolios = usePortfolios();
let [id, sourceId] = ['', ''];
let last: ReadonlyMap<string, string> = new Map();

const pair = {
  symbol: 'EURUSD=X',
  currency: 'USD',
  closes: [
    ['2024-01-02', 1.1],
    ['2024-01-10', 1.2],
  ] as const,
};

beforeAll(async () => {
  await portfolios().putPrices({ ...byHand.prices, currency: 'USD' });
  await portfolios().putPrices({ ...byHand.prices, symbol: 'BENCH', currency: 'USD' });
  await portfolios().putPrices(pair);
  const { create, harness, token } = portfolios();
  const transactions = byHand.transactions.map((each) => ({ ...each, currency: 'USD' }));
  id = await create({ currency: 'EUR', benchmark: 'BENCH' }, transactions);
  sourceId = await create({ currency: 'EUR' }, transactions.slice(0, 1));
  const transfer = { to: id, date: '2024-01-09', symbol: 'AAA', quantity: 1 };
  const { status } = await harness.rest('POST', `/portfolios/${sourceId}/transfers`, {
    token,
    body: transfer,
  });
  expect(status).toBe(201);
});
afterEach(() => vi.restoreAllMocks());

const run = (statement: string) =>
  sql.raw(statement).execute(portfolios().harness.services.database.fork().getKysely());
const ofStock = (symbol: string, change: string) => () =>
  run(`update stock set ${change} where symbol = '${symbol}'`);
const ofPortfolio = (change: string) => () => run(`update portfolio set ${change} where id = '${id}'`);

/** All that a figure depends on. The application changes the revisions with what they stand for. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a transaction, target or choice': ofPortfolio('revision = revision + 1'),
  'a transaction of a portfolio that shares came from': () =>
    run(`update portfolio set revision = revision + 1 where id = '${sourceId}'`),
  'a row that a backup restored': ofPortfolio('revision = revision'),
  'the currency': ofPortfolio("currency = 'CHF'"),
  'the definition of cash': ofPortfolio('cash_tracking = true'),
  'the method of cost': ofPortfolio("cost_method = 'average'"),
  'the bars, splits or dividends of a stock': ofStock('AAA', 'bars_revision = bars_revision + 1'),
  'the last close of a stock': ofStock('AAA', 'last_close = last_close + 1'),
  'the number of bars of a stock': ofStock('AAA', 'bar_count = bar_count + 1'),
  'the name of a stock': ofStock('AAA', "name = name || '!'"),
  'the currency of the quotes': ofStock('AAA', "currency = 'GBp'"),
  'the properties of a stock': ofStock(
    'AAA',
    "sector = 'a', exchange = 'b', type = 'c', isin = 'US0378331005'",
  ),
  'the source of the prices': ofStock('AAA', "data_source = 'simulated'"),
  'a failed refresh': ofStock('AAA', "last_error = 'Yahoo refuses requests'"),
  'the bars of a pair': ofStock('EURUSD=X', 'bars_revision = bars_revision + 1'),
  'a further pair': () =>
    run(`insert into stock (symbol, name, is_active, created_at) values ('USDGBP=X', 'a pair', true, now())`),
  'the day': async () => {
    vi.spyOn(portfolios().harness.services, 'clock').mockReturnValue(
      new Date(Date.now() + 24 * 60 * 60 * 1000),
    );
  },
};

const paths: Readonly<Record<string, () => string>> = {
  'portfolios.list': () => '/portfolios?values=true',
  'portfolios.overview': () => '/portfolios/overview',
  'portfolios.positions': () => '/portfolios/positions?symbol=AAA',
  'portfolios.holdings': () => `/portfolios/${id}/holdings`,
  'portfolios.holdingsAsCsv': () => `/portfolios/${id}/holdings.csv`,
  'portfolios.performance': () => `/portfolios/${id}/performance`,
  'portfolios.days': () => `/portfolios/${id}/performance/days`,
  'portfolios.daysAsCsv': () => `/portfolios/${id}/performance/days.csv`,
  'portfolios.realised': () => `/portfolios/${id}/realised`,
  'portfolios.realisedAsCsv': () => `/portfolios/${id}/realised.csv`,
  'portfolios.dividends': () => `/portfolios/${id}/dividends`,
  'portfolios.dividendsAsCsv': () => `/portfolios/${id}/dividends.csv`,
  'portfolios.transactions.exportAsCsv': () => `/portfolios/${id}/transactions/export.csv?format=ledger`,
  'portfolios.allocation': () => `/portfolios/${id}/allocation`,
};

async function etags(): Promise<Map<string, string>> {
  const { harness, token } = portfolios();
  const found = new Map<string, string>();
  for (const [name, path] of Object.entries(paths)) {
    const { status, headers } = await harness.rest('GET', path(), { token });
    expect([name, status]).toEqual([name, 200]);
    found.set(name, String(headers.etag));
  }
  return found;
}

describe('the key of the reads of portfolios', () => {
  it('belongs to every cached read', () => {
    const cached = restOperations().filter(
      ({ name, cachedBy }) => cachedBy && name.startsWith('portfolios.'),
    );
    expect(cached.map(({ name }) => name).sort()).toEqual(Object.keys(paths).sort());
  });

  it('stays as long as nothing changes', async () => {
    last = await etags();
    expect(await etags()).toEqual(last);
  });

  it.each(Object.entries(changes))('changes with %s', async (_, apply) => {
    const before = last;
    await apply();
    last = await etags();
    for (const [name, etag] of last) expect([name, etag]).not.toEqual([name, before.get(name)]);
  });

  it('changes with the benchmark only where its prices are read', async () => {
    const before = await etags();
    await ofStock('BENCH', 'bars_revision = bars_revision + 1')();
    const changed = [...(await etags())].filter(([name, etag]) => etag !== before.get(name));
    expect(changed.map(([name]) => name)).toEqual(['portfolios.performance']);
  });

  it('reads transactions again when a revision of their portfolio changes, not when prices do', async () => {
    const { create, harness, token } = portfolios();
    const own = await create({ currency: 'USD' }, [
      { type: 'BUY', date: '2024-01-02', symbol: 'BENCH', quantity: 5, price: 100, currency: 'USD' },
    ]);
    const read = async () => (await harness.rest('GET', `/portfolios/${own}/holdings`, { token })).body;
    const holding = (quantity: number) => ({ holdings: [{ quantity }] });
    expect(await read()).toMatchObject(holding(5));
    // Not as the application does it: the revision stays.
    await run(`update transaction set quantity = 6 where portfolio_id = '${own}'`);
    await ofStock('BENCH', 'bars_revision = bars_revision + 1')();
    expect(await read()).toMatchObject(holding(5));
    await run(`update portfolio set revision = revision + 1 where id = '${own}'`);
    expect(await read()).toMatchObject(holding(6));
  });

  it('differs between inputs', async () => {
    const { harness, token } = portfolios();
    const urls = ['', '?since=2024-01-03', '?until=2024-01-09', '?series=true', '?benchmark=AAA'];
    const answers = await Promise.all(
      urls.map((query) => harness.rest('GET', `/portfolios/${id}/performance${query}`, { token })),
    );
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(urls.length);
  });
});
