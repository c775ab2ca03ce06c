import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { importer } from './support/importer.ts';

const harness = useHarness({ MAX_LISTS_PER_USER: 3, MAX_JOURNAL_ENTRIES_PER_USER: 7 });

type User = Awaited<ReturnType<typeof importer>>;

async function create(token: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await harness().rest('POST', path, { token, body });
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
}

const get = async (token: string, path: string) => (await harness().rest('GET', path, { token })).body;

const accountOf = (sections: object) =>
  JSON.stringify({ format: 'stockbook-account', version: 1, watch_list: [], ...sections });

/** Imports a file. @returns the lines without their numbers */
async function linesOf({ commit }: User, text: string) {
  return (await commit(text)).map(({ text: entry, verdict, message }) => [entry, verdict, message]);
}

const runnable = { format: 'stockbook/1', entry: 'close > 10', exit: 'close < 9' };

/** The parts of an export that lists and the journal concern, without ids and times of the server. */
function partsOf(text: string) {
  const { lists, journal, strategies, signal_rules } = JSON.parse(
    text.replaceAll(/"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '"id"'),
  );
  const timeless = (entries: object[]) =>
    entries.map((entry) => ({ ...entry, created_at: '', updated_at: '' }));
  return {
    journal,
    lists: timeless(lists),
    strategies: timeless(strategies),
    signal_rules: timeless(signal_rules),
  };
}

describe('an account with lists and a journal', () => {
  let exported = '';
  beforeAll(async () => {
    const { token } = await importer(harness());
    for (const symbol of ['AAPL', 'KO', 'MSFT']) await harness().addStock(token, symbol);
    const tech = await create(token, '/lists', { name: 'Tech', color: 'blue', symbols: ['MSFT', 'AAPL'] });
    await create(token, '/lists', { name: 'Empty' });
    await create(token, '/lists', { name: 'Drinks', symbols: ['KO', 'MSFT'] });
    const entry = (text: string, day = '2026-01-05') =>
      create(token, '/journal', { symbol: 'AAPL', text, day, kind: 'idea' });
    for (const text of ['first', 'twice', 'twice', 'last']) await entry(text);
    await entry('twice', '2025-12-31');
    await create(token, '/signals/rules', { when: 'close > 1', scope: 'list', list_id: tech.id });
    const rules = { ...runnable, scope: { list_id: tech.id } };
    await create(token, '/strategies', { name: 'Over a list', rules });
    // The journal keeps entries about stocks that are no longer tracked.
    await create(token, '/journal', { symbol: 'KO', text: 'gone', day: '2026-01-05' });
    await harness().rest('DELETE', '/stocks/KO', { token });
    exported = (await harness().rest('GET', '/account/export', { token })).text;
  });

  it('restores all of it in an empty account, whose export then is equal, and adds nothing a second time', async () => {
    const other = await importer(harness());
    expect(await other.preview(exported)).toMatchObject({
      lists: 3,
      journal_entries: 6,
      strategies: 1,
      signal_rules: 1,
    });
    expect(await linesOf(other, exported)).toEqual([
      ['AAPL', 'added', null],
      ['MSFT', 'added', null],
      ['List Tech', 'added', null],
      ['List Empty', 'added', null],
      ['List Drinks', 'added', null],
      ['Rule close > 1', 'added', null],
      ['Strategy Over a list', 'added', null],
      ['Journal entries 1 to 6', 'added', null],
    ]);
    const restored = (await harness().rest('GET', '/account/export', { token: other.token })).text;
    expect(partsOf(restored)).toEqual(partsOf(exported));
    const lists = await get(other.token, '/lists?symbols=true');
    const [tech] = lists.lists as { id: string }[];
    const { strategies } = await get(other.token, '/strategies');
    expect(strategies).toMatchObject([{ rules: { scope: { list_id: tech?.id } } }]);

    const again = await other.commit(exported);
    expect(again.filter(({ verdict }) => verdict !== 'already_there')).toEqual([]);
    expect(again.at(-1)?.message).toBe('You have these entries already');
    expect((await get(other.token, '/journal')).total).toBe(6);
  });

  it('leaves the color and the order of lists that the account has', async () => {
    const other = await importer(harness());
    for (const symbol of ['AAPL', 'MSFT']) await harness().addStock(other.token, symbol);
    await create(other.token, '/lists', { name: 'TECH', color: 'red', symbols: ['AAPL'] });
    await other.commit(exported);
    expect(await get(other.token, '/lists?symbols=true')).toMatchObject({
      lists: [
        { name: 'TECH', color: 'red', symbols: ['AAPL', 'MSFT'] },
        { name: 'Empty', symbols: [] },
        { name: 'Drinks', symbols: ['MSFT'] },
      ],
    });
  });
});

it('imports a strategy without its list, which cannot be run then, and no rule without its list', async () => {
  const user = await importer(harness());
  const scope = { list_id: '00000000-0000-4000-8000-000000000000' };
  const file = accountOf({
    strategies: [
      { name: 'Gone', rules: { ...runnable, scope }, list: null },
      { name: 'Missing', rules: { ...runnable, scope }, list: 'Tech' },
    ],
    signal_rules: [
      { when: 'close > 1', scope: 'list', list: 'Tech' },
      { when: 'close > 2', scope: 'list', list: null },
    ],
  });
  const withoutList = 'Without its list, which you do not have: choose another';
  expect(await linesOf(user, file)).toEqual([
    ['Rule close > 2', 'not_added', 'List not found'],
    ['Rule close > 1', 'not_added', 'You have no list named "Tech"'],
    ['Strategy Missing', 'added', withoutList],
    ['Strategy Gone', 'added', withoutList],
  ]);
  const { strategies } = await get(user.token, '/strategies');
  for (const { id, rules } of strategies as { id: string; rules: object }[]) {
    expect(rules).toMatchObject({ scope: { list_id: null } });
    expect(await get(user.token, `/strategies/${id}`)).toMatchObject({
      runnable: false,
      problems: [{ field: 'rules.scope', message: 'This list was deleted: choose another' }],
    });
    const run = { token: user.token, body: {} };
    expect(await harness().rest('POST', `/strategies/${id}/backtests`, run)).toMatchObject({ status: 409 });
  }
});

describe('the journal of a file', () => {
  const entry = { symbol: 'AAPL', day: '2026-01-05', kind: 'note', text: 'same' };

  it('adds those of equal entries that are missing, of any well-formed symbol', async () => {
    const user = await importer(harness());
    await harness().rest('POST', '/journal', { token: user.token, body: entry });
    const unknown = { ...entry, symbol: 'nosuch', created_at: '2026-01-06T10:00:00+01:00' };
    const journal = [entry, { ...entry, kind: 'idea' }, entry, unknown, entry];
    const first = await linesOf(user, accountOf({ journal }));
    expect(first).toEqual([['Journal entries 1 to 5', 'added', null]]);
    const { entries, total } = await get(user.token, '/journal');
    expect(total).toBe(5);
    const shown = entries as { symbol: string; created_at: string }[];
    expect(shown.find(({ symbol }) => symbol === 'NOSUCH')).toMatchObject({
      created_at: '2026-01-06T09:00:00.000Z',
      name: null,
      close: null,
    });
    expect((await get(user.token, '/journal?q=same')).total).toBe(5);
  });

  it('reports entries that are not valid, lie in the future, or for which there is no room', async () => {
    const user = await importer(harness());
    const future = { ...entry, day: '2999-01-01' };
    const invalid = [
      { ...entry, symbol: 'a b' },
      { ...entry, text: ' ' },
      { ...entry, created_at: '0000-01-01T00:00:00Z' },
      { ...entry, day: undefined },
    ];
    const many = Array.from({ length: 8 }, (_, index) => ({ ...entry, text: `${index}` }));
    expect(await linesOf(user, accountOf({ journal: [...invalid, future] }))).toEqual([
      ['Journal entries 1 to 1', 'not_added', 'An entry cannot lie in the future'],
      ['Journal entry 4', 'not_recognised', 'day is required'],
      ['Journal entry 3', 'not_recognised', 'created_at must be a time like 2024-12-31T22:15:00.000Z'],
      ['Journal entry 2', 'not_recognised', 'Text is required'],
      ['Journal entry 1', 'not_recognised', 'symbol must have 1 to 20 letters, digits or . - ^ = &'],
    ]);
    const full = 'You have 7 journal entries, the maximum. Delete one first';
    expect(await linesOf(user, accountOf({ journal: many }))).toEqual([
      ['Journal entries 1 to 8', 'added', `Without 1 entry: ${full}`],
    ]);
    expect(await linesOf(user, accountOf({ journal: [entry] }))).toEqual([
      ['Journal entries 1 to 1', 'over_quota', full],
    ]);
  });
});
