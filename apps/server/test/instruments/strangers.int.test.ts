import { beforeAll, expect, it } from 'vitest';
import { guardedOperations } from '../support/changing-inputs.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

/** The symbol of another user's instrument, and one that no user has. */
const [theirs, nobodys] = ['@THEIRS', '@NOBODY'];

let token = '';
const ids: Record<string, string> = {};

beforeAll(async () => {
  const owner = (await harness().signUp()).token;
  const made = await harness().rest('POST', '/instruments/', {
    token: owner,
    body: { symbol: theirs, name: 'Theirs', currency: 'EUR', bars: [{ date: '2024-05-20', close: 1 }] },
  });
  expect(made.status).toBe(201);
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
  const create = async (path: string, body: object) =>
    String((await harness().rest('POST', path, { token, body })).body.id);
  ids.portfolioId = await create('/portfolios', { name: 'mine' });
  ids.groupId = await create(`/portfolios/${ids.portfolioId}/tags`, { name: 'mine' });
  ids.listId = await create('/lists', { name: 'mine', symbols: ['AAPL'] });
  ids.id = await create('/signals/rules', { when: 'close > 1', symbol: 'AAPL' });
  ids.strategyId = await create('/strategies', { name: 'mine' });
  ids.studySetId = await create('/study-sets', { name: 'mine', studies: [{ indicator_function: 'RSI' }] });
});

/** Fields of all calls that can name a stock. */
const fieldsWith = (symbol: string): Record<string, unknown> => ({
  symbol,
  stock_symbol: symbol,
  symbols: [symbol],
  known: [symbol],
  benchmark: symbol,
  scope: 'stock',
  when: 'close > 1',
  text: symbol,
  q: symbol,
  name: 'a name',
  currency: 'EUR',
  ta_indicator: 'RSI',
  type: 'BUY',
  date: '2024-05-20',
  ex_date: '2024-05-20',
  quantity: 1,
  price: 1,
  choice: 'kept',
  drawings: [],
  bars: [{ date: '2024-05-20', close: 2 }],
  since: '2024-05-20',
  dividends: [{ symbol, ex_date: '2024-05-20', amount: 1 }],
  targets: [{ symbol, percent: 100 }],
  tags: [{ name: 'tag', shares: [{ symbol, percent: 100 }] }],
  rules: { format: 'stockbook/1', entry: 'close > 1', exit: null, scope: { symbols: [symbol] } },
  pricing: 'entered',
  commit: false,
  confirmation: symbol,
});

/** They name no stock, end the account or the sign-in, or are counted by the day. */
const excluded = new Set(['auth', 'transfer.exportAccount', 'notifications']);
const operations = guardedOperations.filter(
  ({ name, path }) =>
    !excluded.has(name) &&
    !excluded.has(name.split('.')[0] ?? '') &&
    // Calls that delete and restore something by its id.
    (path.includes('{symbol}') || !/\.(delete|restore)$/.test(name)),
);

it.each(operations.map((operation) => [operation.name, operation] as const))(
  'answers a call with the own symbol of another user like one with an unknown symbol: %s',
  async (name, { method, path }) => {
    const answers: [number, string][] = [];
    for (const symbol of [theirs, nobodys]) {
      // An operation that creates something is called with it twice.
      if (name === 'instruments.create') continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
        encodeURIComponent(field === 'symbol' ? symbol : (ids[field] ?? 'unknown')),
      );
      const query = new URLSearchParams({ symbol, symbols: symbol, benchmark: symbol, q: symbol }).toString();
      const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
      const { statusCode, body } = await harness().inject({
        method,
        url: `/api${filled}${hasBody ? '' : `?${query}`}`,
        headers: { authorization: `Bearer ${token}` },
        ...(hasBody ? { payload: fieldsWith(symbol) } : {}),
      });
      const anonymous = body
        .replaceAll(symbol, '@SYMBOL')
        .replaceAll(/"(id|[a-z]+_id|created_at|updated_at)":("[^"]*"|\d+)/g, '"$1":""');
      answers.push([statusCode, anonymous]);
      expect([name, statusCode]).toEqual([name, expect.not.toSatisfy((status: number) => status >= 500)]);
      expect(body).not.toContain('Theirs');
    }
    expect(answers[0]).toEqual(answers[1]);
  },
);
