import { type RestOperation, restOperations } from '@stockbook/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

/** The symbol of another user's instrument, and one that no user has: of one length, like the responses. */
const [theirs, nobodys] = ['@THEIRS', '@NOBODY'];

type Method = RestOperation['method'];
const isRead = (method: Method) => method === 'GET';

/** They name no stock, end the account or the sign-in, are counted by the day, or go on after their response. */
const excluded = new Set([
  'auth',
  'notifications',
  'transfer.exportAccount',
  'portfolios.createExample',
  // Afterwards, the caller has the symbol.
  'instruments.create',
]);
const operations = restOperations().filter(
  ({ name, isPublic, path }) =>
    !isPublic &&
    !excluded.has(name) &&
    !excluded.has(name.split('.')[0] ?? '') &&
    // Calls that delete and restore something by its id.
    (path.includes('{symbol}') || !/\.(delete|restore)$/.test(name)),
);

interface User {
  readonly token: string;
  readonly ids: Readonly<Record<string, string>>;
}

/** A user with one of each resource. */
async function makeUser(): Promise<User> {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'AAPL');
  const create = async (path: string, body: object) =>
    String((await harness().rest('POST', path, { token, body })).body.id);
  const portfolioId = await create('/portfolios', { name: 'mine' });
  return {
    token,
    ids: {
      portfolioId,
      groupId: await create(`/portfolios/${portfolioId}/tags`, { name: 'mine' }),
      listId: await create('/lists', { name: 'mine', symbols: ['AAPL'] }),
      id: await create('/signals/rules', { when: 'close > 1', symbol: 'AAPL' }),
      strategyId: await create('/strategies', { name: 'mine' }),
      studySetId: await create('/study-sets', { name: 'mine', studies: [{ indicator_function: 'RSI' }] }),
    },
  };
}

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

/** Headers that differ from one response to the next. */
const isVolatile = (name: string) => /^(date|etag|x-request-id|ratelimit-.*)$/.test(name);

/** A response without what differs between two users who do the same with two symbols. */
function anonymous(text: string, symbol: string): string {
  return text
    .replaceAll(encodeURIComponent(symbol), '@SYMBOL')
    .replaceAll(symbol, '@SYMBOL')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

type Transport = 'REST' | 'tRPC';

/** The response to a call of an operation that names a stock wherever it can. */
async function send(transport: Transport, { name, method, path }: RestOperation, symbol: string, user: User) {
  const fields = { ...fieldsWith(symbol), ...user.ids };
  const headers = { authorization: `Bearer ${user.token}` };
  if (transport === 'tRPC') {
    const input = `?input=${encodeURIComponent(JSON.stringify(fields))}`;
    return isRead(method)
      ? harness().inject({ method: 'GET', url: `/trpc/${name}${input}`, headers })
      : harness().inject({ method: 'POST', url: `/trpc/${name}`, headers, payload: fields });
  }
  const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(field === 'symbol' ? symbol : (user.ids[field] ?? 'unknown')),
  )}`;
  const query = new URLSearchParams({ symbol, symbols: symbol, benchmark: symbol, q: symbol });
  return ['POST', 'PUT', 'PATCH'].includes(method)
    ? harness().inject({ method, url, headers, payload: fieldsWith(symbol) })
    : harness().inject({ method, url: `${url}?${query}`, headers });
}

type Answers = ReadonlyMap<string, { readonly status: number; readonly text: string }>;

const keyOf = (transport: Transport, { name }: RestOperation) => `${transport} ${name}`;

/** The answers of all calls to a new user who names a symbol. */
async function answersFor(symbol: string): Promise<Answers> {
  const user = await makeUser();
  const answers = new Map<string, { status: number; text: string }>();
  for (const operation of operations) {
    for (const transport of ['REST', 'tRPC'] as const) {
      const { statusCode, headers, body } = await send(transport, operation, symbol, user);
      const shown = Object.entries(headers).filter(([name]) => !isVolatile(name));
      answers.set(keyOf(transport, operation), {
        status: statusCode,
        text: anonymous(`${JSON.stringify(Object.fromEntries(shown))}\n${body}`, symbol),
      });
    }
  }
  return answers;
}

/** Gives a user the instrument with all that can belong to one. */
async function makeInstrument({ token, ids }: User, close: number): Promise<void> {
  const call = async (method: Method, path: string, body: object) => {
    const { status, text } = await harness().rest(method, path, { token, body });
    expect([path, status, text]).toEqual([path, expect.toSatisfy((each: number) => each < 300), text]);
  };
  const bars = ['2024-05-17', '2024-05-20', '2024-05-21'].map((date) => ({ date, close }));
  await call('POST', '/instruments', { symbol: theirs, name: `Name ${close}`, currency: 'EUR', bars });
  await call('PUT', `/instruments/${theirs}/actions`, { dividends: [{ ex_date: '2024-05-20', amount: 1 }] });
  await call('POST', '/signals/rules', { when: 'close > 1', symbol: theirs });
  await call('POST', '/journal', { symbol: theirs, text: `Text ${close}` });
  await call('POST', '/lists', { name: `List ${close}`, symbols: [theirs] });
  await call('PATCH', `/portfolios/${ids.portfolioId}`, { currency: 'EUR', benchmark: theirs });
  const trade = { type: 'BUY', date: '2024-05-17', symbol: theirs, quantity: 1, price: close };
  await call('POST', `/portfolios/${ids.portfolioId}/transactions`, trade);
  await harness().calculate(token, {
    stock_symbol: theirs,
    ta_indicator: 'SMA',
    parameters: { timeperiod: 2 },
  });
}

const readsOf = (symbol: string, user: User) =>
  operations
    .filter(({ method }) => isRead(method))
    .flatMap((operation) =>
      (['REST', 'tRPC'] as const).map(
        async (transport) =>
          [keyOf(transport, operation), (await send(transport, operation, symbol, user)).body] as const,
      ),
    );

describe('an own instrument of another user', () => {
  let owner: User;
  const answers: Record<'before' | 'cold' | 'warm' | 'unknown', Answers> = {
    before: new Map(),
    cold: new Map(),
    warm: new Map(),
    unknown: new Map(),
  };
  beforeAll(async () => {
    answers.before = await answersFor(theirs);
    owner = await makeUser();
    await makeInstrument(owner, 111.25);
    answers.cold = await answersFor(theirs);
    await Promise.all(readsOf(theirs, owner));
    answers.warm = await answersFor(theirs);
    answers.unknown = await answersFor(nobodys);
  });

  const keys = operations.flatMap((each) => [keyOf('REST', each), keyOf('tRPC', each)]);
  it.each(keys)('changes no answer, of whatever length, to a user who names it: %s', (key) => {
    const unknown = answers.unknown.get(key);
    expect(unknown?.status).toBeLessThan(500);
    for (const phase of ['before', 'cold', 'warm'] as const) {
      expect([phase, answers[phase].get(key)]).toEqual([phase, unknown]);
    }
  });

  it('takes no symbol from a user who creates an instrument', async () => {
    const user = await makeUser();
    for (const symbol of [theirs, nobodys]) {
      const { status } = await harness().rest('POST', '/instruments', {
        token: user.token,
        body: { symbol, name: 'Mine', currency: 'EUR' },
      });
      expect(status).toBe(201);
    }
  });

  it('takes as long to be refused as an unknown symbol', async () => {
    const user = await makeUser();
    const calls = ['/instruments/SYMBOL', '/stocks/SYMBOL/data', '/stocks/SYMBOL/info', '/indicators/SYMBOL'];
    for (const path of calls) {
      const times: Record<string, number[]> = { [theirs]: [], [nobodys]: [] };
      for (let round = 0; round < 80; round += 1) {
        for (const symbol of round % 2 ? [theirs, nobodys] : [nobodys, theirs]) {
          const start = performance.now();
          await harness().rest('GET', path.replace('SYMBOL', symbol), { token: user.token });
          times[symbol]?.push(performance.now() - start);
        }
      }
      const [a = 0, b = 0] = Object.values(times).map((each) => each.sort((x, y) => x - y)[each.length / 2]);
      expect([path, a / b]).toEqual([path, expect.toSatisfy((ratio: number) => ratio > 0.6 && ratio < 1.6)]);
    }
  });
});

it('keeps the instruments of two users with one symbol apart in all calls that read, also cached ones', async () => {
  const users = [await makeUser(), await makeUser()] as const;
  const prices = ['333.25', '444.75'] as const;
  await makeInstrument(users[0], Number(prices[0]));
  await makeInstrument(users[1], Number(prices[1]));
  const bodies = new Map<string, string[]>();
  for (let round = 0; round < 2; round += 1) {
    for (const [index, user] of users.entries()) {
      for (const read of readsOf(theirs, user)) {
        const [key, body] = await read;
        expect([key, body.includes(prices[1 - index] ?? '')]).toEqual([key, false]);
        bodies.set(key, [...(bodies.get(key) ?? []), body]);
      }
    }
  }
  const withPrices = [...bodies].filter(([, [first = '']]) => first.includes(prices[0]));
  expect(withPrices.map(([key]) => key)).toEqual(
    expect.arrayContaining(['REST stocks.bars', 'tRPC stocks.bars', 'REST stocks.list', 'tRPC stocks.list']),
  );
  for (const [key, [, second = '', , fourth]] of withPrices) {
    expect([key, second.includes(prices[1])]).toEqual([key, true]);
    expect([key, fourth]).toEqual([key, second]);
  }
});
