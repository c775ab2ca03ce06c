import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { importer, verdicts } from './support/importer.ts';

const harness = useHarness({
  MAX_STRATEGIES_PER_USER: 4,
  MAX_RULES_BYTES_PER_USER: 1_000,
  MAX_PORTFOLIOS_PER_USER: 2,
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

/** An export without times, and without the sections that an import does not restore. */
function restorablePart({ body }: Awaited<ReturnType<typeof exportOf>>): unknown {
  const { watch_list, strategies, portfolios, study_sets, signal_rules } = body;
  return JSON.parse(
    JSON.stringify({ watch_list, strategies, portfolios, study_sets, signal_rules }, (key, value) =>
      ['added_at', 'created_at', 'updated_at'].includes(key) ? undefined : value,
    ),
  );
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

it('restores a full account in an empty one, and changes nothing when repeated', async () => {
  const owner = await createFullAccount();
  const exported = await exportOf(owner.token);
  const other = await importer(harness());
  expect(await other.preview(exported.text)).toMatchObject({
    lines: [{ text: 'AAPL' }, { text: 'KO' }, { text: 'Channel Phone', verdict: 'not_added' }],
    new_stocks: 2,
    study_sets: 1,
    signal_rules: 2,
    strategies: 3,
    portfolios: 2,
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
    ['portfolio', 'Portfolio First', 'added'],
    ['portfolio', 'Portfolio Second', 'added'],
    ['channel', 'Channel Phone', 'not_added'],
  ]);
  const restored = await exportOf(other.token);
  expect(restorablePart(restored)).toEqual(restorablePart(exported));
  expect(restored.body).toMatchObject({ channels: [], signals: [], tokens: [] });
  const strategies = restored.body.strategies as { name: string }[];
  expect(strategies.map(({ name }) => name)).toEqual(['Dip', 'Ideas', 'Dip']);

  const again = await other.commit(exported.text);
  expect(again.filter(({ verdict }) => verdict !== 'already_there')).toMatchObject([{ kind: 'channel' }]);
  expect(again.find(({ text }) => text === 'Strategy Dip')?.message).toBe(
    'You already have a strategy named "Dip"',
  );
  expect(await exportOf(other.token)).toMatchObject({
    body: {
      ...restored.body,
      exported_at: expect.anything(),
      sign_ins: expect.anything(),
      security_events: expect.anything(),
    },
  });
});

it('restores a strategy without backtests, and leaves a strategy and a portfolio of the same name as they are', async () => {
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
    ['Portfolio First', 'already_there', 'You already have a portfolio named "First"'],
  ]);
  const { body } = await harness().rest('GET', '/strategies', { token });
  const [added, own] = body.strategies as { id: string; rules: object }[];
  expect([added?.rules, own?.rules]).toEqual([runnable, { mine: true }]);
  expect((await harness().rest('GET', `/strategies/${added?.id}/backtests`, { token })).body.total).toBe(0);
  expect((await harness().rest('GET', '/portfolios', { token })).body).toMatchObject({
    total: 1,
    portfolios: [{ currency: 'EUR' }],
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
      portfolios: [{ name: 'C' }, { name: 'B' }, { name: 'A' }, 'nothing'],
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
    ['Portfolio 4', 'not_recognised', 'The input must be an object'],
    ['Portfolio A', 'added', null],
    ['Portfolio B', 'added', null],
    ['Portfolio C', 'over_quota', 'You have 2 portfolios, the maximum. Delete one first'],
  ]);
  expect((await harness().rest('GET', '/strategies', { token })).body.total).toBe(4);
  // Invalid entries can be sent, too: the answer names the reason of each.
  expect(verdicts(await commit(accountOf({ strategies: [7] })))).toEqual([['Strategy 1', 'not_recognised']]);
});
