import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { importer, verdicts } from './support/importer.ts';

const harness = useHarness({
  MAX_STRATEGIES_PER_USER: 4,
  MAX_RULES_BYTES_PER_USER: 1_000,
  MAX_PORTFOLIOS_PER_USER: 8,
});

const runnable = {
  format: 'stockbook/1',
  entry: 'rsi(14) crosses above 30 and close > sma(200)',
  exit: null,
  stop_loss_percent: 8.5,
  take_profit_percent: null,
  max_bars: 60,
  scope: { symbols: ['AAPL', 'KO'] },
  colour_of_a_later_version: [1, { a: 'é' }],
};

async function create(token: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await harness().rest('POST', path, { token, body });
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
}

async function change(token: string, symbol: string, body: object): Promise<void> {
  expect((await harness().rest('PATCH', `/stocks/${symbol}`, { token, body })).status).toBe(200);
}

async function exportOf(token: string) {
  const { status, text, body } = await harness().rest('GET', '/account/export', { token });
  expect(status).toBe(200);
  return { text, body };
}

const accountOf = (sections: object) =>
  JSON.stringify({ format: 'stockbook-account', version: 1, watch_list: [], ...sections });

const trade = { type: 'BUY', date: '2024-01-03', symbol: 'MSFT', quantity: 0.1234567891, price: 370.87 };

/** A portfolio with everything that belongs to one, with a stock that is on no watch list. */
async function fillPortfolio(token: string): Promise<void> {
  await harness().addStock(token, 'MSFT');
  const settings = { name: 'Full', currency: 'usd', cost_method: 'average', dividend_tax_percent: 26.375 };
  const full = await create(token, '/portfolios', { ...settings, benchmark: 'KO', tax_year_start: '04-06' });
  const path = `/portfolios/${full.id}`;
  const transactions = [
    { ...trade, type: 'SELL', quantity: 0.1 },
    { ...trade, fees: 1.25, note: '=1+1', external_id: 'order 7' },
    {
      type: 'BUY',
      date: '2024-01-04',
      symbol: 'KO',
      quantity: 3,
      price: 55,
      currency: 'EUR',
      fx_rate: 1.0951,
    },
    { type: 'DEPOSIT', date: '2024-01-02', amount: 1_000 },
    { type: 'EXCHANGE', date: '2024-01-05', amount: 10, to_amount: 9.12, to_currency: 'EUR' },
    { type: 'DIVIDEND', date: '2024-06-13', symbol: 'KO', amount: 1.46, taxes: 0.2, ex_date: '2024-06-12' },
  ];
  await create(token, `${path}/transactions`, { transactions });
  const other = await create(token, '/portfolios', { name: 'Other' });
  await create(token, `${path}/transfers`, { to: other.id, date: '2024-02-01', symbol: 'KO', quantity: 1 });
  // The rate stays in the currency in which it was entered.
  expect((await harness().rest('PATCH', path, { token, body: { currency: 'EUR' } })).status).toBe(200);
  const shares = [{ symbol: 'MSFT', percent: 62.5 }];
  await create(token, `${path}/tags`, {
    name: 'Regions',
    tags: [{ name: 'America', shares }, { name: 'Asia' }],
  });
  const targets = [
    { symbol: 'KO', percent: 40 },
    { symbol: 'MSFT', percent: 60 },
  ];
  await put(token, `${path}/targets`, { targets });
  await run(
    `insert into dismissed_dividend select '${full.id}', id, '2024-03-14' from stock where symbol = 'KO'`,
  );
  await run(
    `insert into split_choice select '${full.id}', id, '2020-01-02', 'kept' from stock where symbol = 'KO'`,
  );
  await run(`insert into quote_currency select '${other.id}', id, 'GBp' from stock where symbol = 'KO'`);
  await harness().rest('DELETE', '/stocks/MSFT', { token });
}

const run = (statement: string) => sql.raw(statement).execute(harness().services.database.fork().getKysely());

async function put(token: string, path: string, body: object): Promise<void> {
  expect((await harness().rest('PUT', path, { token, body })).status).toBe(200);
}

async function createFullAccount() {
  const owner = await importer(harness());
  const { token } = owner;
  for (const symbol of ['AAPL', 'KO']) await harness().addStock(token, symbol);
  await change(token, 'AAPL', { is_favorite: true, notes: 'two\nlines' });
  for (const timeperiod of [9, 14]) {
    const indicator_name = `RSI of ${timeperiod}`;
    const parameters = { timeperiod };
    await harness().calculate(token, { stock_symbol: 'KO', ta_indicator: 'RSI', indicator_name, parameters });
  }
  const strategy = await create(token, '/strategies', {
    name: 'Dip',
    description: 'Buys low',
    rules: runnable,
  });
  await create(token, '/strategies', { name: 'Ideas', rules: { any: ['thing'] }, is_active: false });
  await create(token, '/strategies', { name: 'Dip', rules: { ...runnable, scope: { favorites: true } } });
  for (const name of ['First', 'Second']) await create(token, '/portfolios', { name, currency: 'chf' });
  await fillPortfolio(token);
  await create(token, '/study-sets', { name: 'Trend', studies: [{ indicator_function: 'SMA' }] });
  await create(token, '/signals/rules', {
    when: 'close > 2',
    scope: 'favorites',
    trigger: 'once',
    is_active: false,
  });
  await create(token, '/signals/rules', { when: 'rsi(14) < 30', symbol: 'KO', name: 'Low', quiet_bars: 5 });
  const target = 'https://ntfy.example.com/mine';
  await create(token, '/notifications/channels', { kind: 'ntfy', name: 'Phone', target, token: 'tk_secret' });
  const run = { token, body: { settings: {} } };
  const ended = await harness().runTask(`/strategies/${strategy.id}/backtests`, run);
  expect(ended.status).toBe('SUCCESS');
  return owner;
}

/** The text of the sections that an import restores, without times and ids. */
function sectionsOf(text: string): string {
  const sections = text.slice(text.indexOf('"watch_list":'), text.indexOf('"tokens":'));
  return sections
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replaceAll(/"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '"id"');
}

describe('the export of a full account', () => {
  let owner: Awaited<ReturnType<typeof importer>>;
  let exported: Awaited<ReturnType<typeof exportOf>>;
  beforeAll(async () => {
    owner = await createFullAccount();
    exported = await exportOf(owner.token);
  });

  it('restores everything in an empty account, whose export then has equal bytes', async () => {
    const other = await importer(harness());
    expect(await other.preview(exported.text)).toMatchObject({
      lines: [{ text: 'AAPL' }, { text: 'KO' }, { text: 'Channel Phone', verdict: 'not_added' }],
      new_stocks: 2,
      study_sets: 1,
      signal_rules: 2,
      strategies: 3,
      portfolios: 4,
      transactions: 8,
    });
    const lines = await other.commit(exported.text);
    expect(lines.map(({ kind, text, verdict }) => [kind, text, verdict])).toEqual([
      ['stock', 'AAPL', 'added'],
      ['stock', 'KO', 'added'],
      ['indicator', 'Indicator RSI of 9 of KO', 'added'],
      ['indicator', 'Indicator RSI of 14 of KO', 'added'],
      ['study_set', 'Studies Trend', 'added'],
      ['signal_rule', 'Rule close > 2', 'added'],
      ['signal_rule', 'Rule rsi(14) < 30', 'added'],
      ['strategy', 'Strategy Dip', 'added'],
      ['strategy', 'Strategy Ideas', 'added'],
      ['strategy', 'Strategy Dip', 'added'],
      ['portfolio_stock', 'MSFT of a portfolio', 'already_there'],
      ['portfolio', 'Portfolio First', 'added'],
      ['portfolio', 'Portfolio Second', 'added'],
      ['portfolio', 'Portfolio Full', 'added'],
      ['transactions', 'Transactions 1 to 7 of Full', 'added'],
      ['portfolio', 'Portfolio Other', 'added'],
      ['transactions', 'Transactions 1 to 1 of Other', 'added'],
      ['channel', 'Channel Phone', 'not_added'],
    ]);
    const restored = await exportOf(other.token);
    expect(restored.body).toMatchObject({ channels: [], signals: [], tokens: [] });
    const strategies = restored.body.strategies as { name: string }[];
    expect(strategies.map(({ name }) => name)).toEqual(['Dip', 'Ideas', 'Dip']);

    expect(sectionsOf(restored.text)).toBe(sectionsOf(exported.text));
  });

  it('adds portfolios beside those of the same names, and nothing else, to the account itself', async () => {
    const again = await owner.commit(exported.text);
    const added = again.filter(({ verdict }) => verdict === 'added');
    expect(added.map(({ text, message }) => [text, message])).toEqual([
      ['Portfolio First', 'Added as "First (2)"'],
      ['Portfolio Second', 'Added as "Second (2)"'],
      ['Portfolio Full', 'Added as "Full (2)"'],
      ['Transactions 1 to 7 of Full', null],
      ['Portfolio Other', 'Added as "Other (2)"'],
      ['Transactions 1 to 1 of Other', null],
    ]);
    expect(again.find(({ text }) => text === 'Strategy Dip')?.message).toBe(
      'You already have a strategy named "Dip"',
    );
  });
});

it('restores an export of a version without settings and transactions', async () => {
  const { token, commit } = await importer(harness());
  const portfolios = [
    { name: 'Old', description: 'd', currency: 'CHF', created_at: '2024-01-01T00:00:00.000Z' },
  ];
  expect(verdicts(await commit(accountOf({ portfolios })))).toEqual([['Portfolio Old', 'added']]);
  expect((await harness().rest('GET', '/portfolios', { token })).body).toMatchObject({
    portfolios: [{ name: 'Old', description: 'd', currency: 'CHF', cash_tracking: false, is_example: false }],
  });
});

it('reports what of a portfolio cannot be restored, and restores the rest', async () => {
  const { token, commit } = await importer(harness());
  const portfolios = [
    {
      name: 'Parts',
      currency: 'USD',
      tags: [
        { name: 'Regions', tags: [{ name: 'All', shares: [{ symbol: 'NOBODYKNOWS', percent: 1 }] }] },
        7,
      ],
      targets: [{ symbol: 'NOBODYKNOWS', percent: 100 }],
      choices: { splits: 'none' },
      transactions: [
        { ...trade, symbol: 'KO' },
        { ...trade, symbol: 'NOBODYKNOWS' },
        { ...trade, quantity: -1 },
        { type: 'DEPOSIT' },
      ],
    },
    { name: 'Uncovered', transactions: [{ ...trade, symbol: 'KO', type: 'SELL' }] },
  ];
  const lines = await commit(accountOf({ portfolios }));
  expect(lines.map(({ text, verdict, message }) => [text, verdict, message])).toEqual([
    ['KO of a portfolio', 'already_there', null],
    ['NOBODYKNOWS of a portfolio', 'not_added', expect.any(String)],
    ['Portfolio Uncovered', 'added', null],
    [
      'Transactions 1 to 1 of Uncovered',
      'not_added',
      'Then the sale of Jan 3, 2024 would exceed the shares you held',
    ],
    ['Portfolio Parts', 'added', 'Without NOBODYKNOWS: not known'],
    ['Transactions 1 to 2 of Parts', 'added', 'Without 1 of NOBODYKNOWS: not known'],
    ['Transaction 3 of Parts', 'not_recognised', expect.stringContaining('quantity')],
    ['Transaction 4 of Parts', 'not_recognised', 'date is required'],
    ['Tag group 2 of Parts', 'not_recognised', 'The input must be an object'],
    ['Choices of Parts', 'not_recognised', expect.any(String)],
  ]);
  const { body } = await harness().rest('GET', '/portfolios', { token });
  const [parts] = body.portfolios as { id: string; name: string }[];
  const list = await harness().rest('GET', `/portfolios/${parts?.id}/transactions`, { token });
  expect([parts?.name, list.body.total]).toEqual(['Parts', 1]);
});

it('restores a strategy without backtests, leaves one of the same name as it is, and adds a portfolio beside it', async () => {
  const { token, commit } = await importer(harness());
  await create(token, '/strategies', { name: 'Dip', rules: { mine: true } });
  await create(token, '/portfolios', { name: 'First', currency: 'EUR' });
  const strategies = [
    { name: 'Dip', rules: { theirs: true } },
    { name: 'New', rules: runnable },
  ];
  const lines = await commit(accountOf({ strategies, portfolios: [{ name: 'First', currency: 'USD' }] }));
  expect(lines.map(({ text, verdict, message }) => [text, verdict, message])).toEqual([
    ['Strategy New', 'added', null],
    ['Strategy Dip', 'already_there', 'You already have a strategy named "Dip"'],
    ['Portfolio First', 'added', 'Added as "First (2)"'],
  ]);
  const { body } = await harness().rest('GET', '/strategies', { token });
  const [added, own] = body.strategies as { id: string; rules: object }[];
  expect([added?.rules, own?.rules]).toEqual([runnable, { mine: true }]);
  expect((await harness().rest('GET', `/strategies/${added?.id}/backtests`, { token })).body.total).toBe(0);
  expect((await harness().rest('GET', '/portfolios', { token })).body).toMatchObject({
    total: 2,
    portfolios: [
      { name: 'First (2)', currency: 'USD' },
      { name: 'First', currency: 'EUR' },
    ],
  });
});

it('reports strategies and portfolios that are not valid or exceed a quota, and restores the others', async () => {
  const { token, commit } = await importer(harness());
  const strategy = (name: string, rules: object = {}) => ({ name, rules });
  const lines = await commit(
    accountOf({
      strategies: [
        strategy('Fifth'),
        strategy('Fourth'),
        strategy('Third'),
        strategy('Large', { text: 'x'.repeat(1_000) }),
        strategy('Wrong', { ...runnable, exit: 'smma(10) > close' }),
        { ...strategy('__proto__'), constructor: { prototype: 1 } },
        { name: '' },
        strategy('First', runnable),
      ],
      portfolios: [...'IHGFEDCBA'].map((name): unknown => ({ name })).concat('nothing'),
    }),
  );
  expect(lines.map(({ text, verdict, message }) => [text, verdict, message])).toEqual([
    ['Strategy First', 'added', null],
    ['Strategy 7', 'not_recognised', 'Name is required'],
    ['Strategy __proto__', 'added', null],
    ['Strategy Wrong', 'not_added', 'Unknown name "smma". Did you mean SMA?'],
    [
      'Strategy Large',
      'over_quota',
      'The rules of all your strategies may take 1,000 bytes together. Delete a strategy or shorten its rules',
    ],
    ['Strategy Third', 'added', null],
    ['Strategy Fourth', 'added', null],
    ['Strategy Fifth', 'over_quota', 'You have 4 strategies, the maximum. Delete one first'],
    ['Portfolio 10', 'not_recognised', 'The input must be an object'],
    ...[...'ABCDEFGH'].map((name) => [`Portfolio ${name}`, 'added', null]),
    ['Portfolio I', 'over_quota', 'You have 8 portfolios, the maximum. Delete one first'],
  ]);
  expect((await harness().rest('GET', '/strategies', { token })).body.total).toBe(4);
  // Invalid entries can be sent, too: the answer names the reason of each.
  expect(verdicts(await commit(accountOf({ strategies: [7] })))).toEqual([['Strategy 1', 'not_recognised']]);
});
