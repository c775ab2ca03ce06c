import { TRPCClientError } from '@trpc/client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RestResponse } from '../support/api-harness.ts';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness({ MAX_LISTS_PER_USER: 4, MAX_STOCKS_PER_LIST: 3 });

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
  for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'KO']) await harness().addStock(token, symbol);
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

async function create(name: string, ...symbols: string[]): Promise<string> {
  const { status, body } = await call('POST', '/lists/', { name, symbols });
  expect(status).toBe(201);
  return String(body.id);
}

const symbolsOf = async (id: string) => (await call('GET', `/lists/${id}`)).body.symbols;

/** Names of the lists in their order; positions must be dense. */
async function order(): Promise<string[]> {
  const lists = (await call('GET', '/lists/')).body.lists as { name: string; position: number }[];
  expect(lists.map(({ position }) => position)).toEqual(lists.map((_, index) => index));
  return lists.map(({ name }) => name);
}

const conflict = (error: string) => ({ status: 409, body: { error, code: 'CONFLICT' } });

describe('a list', () => {
  it('creates a list with its stocks as the last one, and finds it at its location', async () => {
    await create('First');
    const made = await call('POST', '/lists/', {
      name: '  Tech ',
      color: 'blue',
      symbols: ['msft', 'AAPL', 'MSFT'],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Tech', color: 'blue', position: 1, size: 2, symbols: ['MSFT', 'AAPL'] },
    });
    expect(made.headers.location).toBe(`/api/lists/${made.body.id}`);
    expect((await call('GET', `/lists/${made.body.id}`)).body).toEqual(made.body);
    const { symbols, ...summary } = made.body;
    const listed = await call('GET', '/lists/');
    expect(listed.body).toMatchObject({
      lists: [{ name: 'First', color: 'gray', size: 0 }, summary],
      total: 2,
    });
    expect(listed.text).not.toContain('symbols');
    expect((await call('GET', '/lists/?symbols=true&limit=1&offset=1')).body).toEqual({
      lists: [made.body],
      total: 2,
    });
    expect((await call('GET', '/lists?symbols=false')).text).not.toContain('symbols');
  });

  it.each([
    [{}, 'Name is required', 'name'],
    [{ name: ' \t' }, 'Name is required', 'name'],
    [{ name: 'x'.repeat(41) }, 'Name must be at most 40 characters', 'name'],
    [{ name: 'a;b' }, 'Name must not contain ;', 'name'],
    [{ name: 'a\u200bb' }, 'Name contains control characters or invisible ones', 'name'],
    [
      { name: 'x', color: 'pink' },
      'color must be one of: blue, green, yellow, orange, red, purple, teal, gray',
      'color',
    ],
    [{ name: 'x', symbols: ['AAPL', 'TSLA'] }, 'TSLA is not on your watch list', 'symbols[1]'],
  ])('refuses an invalid list with 400 and the field: %j', async (body, error, field) => {
    const refused = await call('POST', '/lists/', body);
    expect(refused).toMatchObject({ status: 400, body: { error, details: [{ field, message: error }] } });
    expect((await call('GET', '/lists/')).body.total).toBe(0);
  });

  it('accepts 40 characters beyond the basic plane, counted after trimming', async () => {
    const name = '💡'.repeat(40);
    await create(` ${name} `);
    expect(await order()).toEqual([name]);
  });

  it('refuses the name of another list, compared without case and Unicode form in any script', async () => {
    await create('Énergie');
    const other = await create('Ärzte');
    for (const name of ['ÉNERGIE', 'e\u0301nergie', ' énergie ']) {
      const error = `You already have a list named "${name.trim()}"`;
      expect(await call('POST', '/lists/', { name })).toMatchObject(conflict(error));
      expect(await call('PATCH', `/lists/${other}`, { name })).toMatchObject(conflict(error));
    }
    expect(await call('PATCH', `/lists/${other}`, { name: 'ÄRZTE' })).toMatchObject({ status: 200 });
    const stranger = (await harness().signUp()).token;
    const theirs = await harness().rest('POST', '/lists/', { token: stranger, body: { name: 'Énergie' } });
    expect(theirs.status).toBe(201);
  });

  it('creates a list once for simultaneous equal requests, and refuses the fifth list', async () => {
    expect(await race(() => call('POST', '/lists/', { name: 'Tech' }))).toEqual({ 201: 1, 409: 19 });
    for (const name of ['b', 'c', 'd']) await create(name);
    expect(await call('POST', '/lists/', { name: 'e' })).toMatchObject(
      conflict('You have 4 lists, the maximum. Delete one first'),
    );
  });

  it('moves a list among the others, which shift', async () => {
    const [first, , third] = [await create('a'), await create('b'), await create('c'), await create('d')];
    const move = (id: string, position: unknown) => call('PATCH', `/lists/${id}`, { position });
    expect(await move(first ?? '', 2)).toMatchObject({ status: 200, body: { name: 'a', position: 2 } });
    expect(await order()).toEqual(['b', 'c', 'a', 'd']);
    expect(await move(third ?? '', 0)).toMatchObject({ body: { position: 0 } });
    expect(await order()).toEqual(['c', 'b', 'a', 'd']);
    expect(await move(third ?? '', 1_000_000)).toMatchObject({ body: { position: 3 } });
    expect(await order()).toEqual(['b', 'a', 'd', 'c']);
    for (const position of [-1, 0.5, '1', null]) {
      expect(await move(first ?? '', position)).toMatchObject({
        status: 400,
        body: { error: 'position must be a whole number, 0 or more' },
      });
    }
    expect(await call('PATCH', `/lists/${first}`, {})).toMatchObject({
      status: 400,
      body: { error: 'Name at least one of name, color and position' },
    });
    await call('DELETE', `/lists/${first}`);
    expect(await order()).toEqual(['b', 'd', 'c']);
  });

  it('hides a list from other users in both transports', async () => {
    const id = await create('Tech', 'AAPL');
    const stranger = (await harness().signUp()).token;
    const notFound = { error: 'List not found', code: 'NOT_FOUND' };
    const theirs = await harness().rest('GET', `/stocks/?list_id=${id}`, { token: stranger });
    expect(theirs).toMatchObject({ status: 404, body: notFound });
    await expect(harness().trpc(stranger).lists.get.query({ listId: id })).rejects.toThrow(TRPCClientError);
    await expect(harness().trpc(stranger).stocks.list.query({ list_id: id })).rejects.toThrow(
      'List not found',
    );
    for (const unknown of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      expect(await call('GET', `/stocks/?list_id=${unknown}`)).toMatchObject({ status: 404, body: notFound });
    }
  });
});

describe('the stocks of a list', () => {
  it('adds stocks at the end, once each, and changes nothing for those that are there already', async () => {
    const id = await create('Tech', 'AAPL');
    const added = await call('POST', `/lists/${id}/stocks`, { symbols: ['KO', 'aapl', 'KO'] });
    expect(added).toMatchObject({ status: 200, body: { symbols: ['AAPL', 'KO'], size: 2 } });
    const again = await call('POST', `/lists/${id}/stocks`, { symbols: ['KO'] });
    expect(again.body).toEqual(added.body);
  });

  it('refuses all stocks if one of them is not tracked, and names each', async () => {
    const id = await create('Tech', 'AAPL');
    for (const method of ['POST', 'PUT'] as const) {
      const refused = await call(method, `/lists/${id}/stocks`, { symbols: ['KO', 'TSLA', 'no symbol'] });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          error: 'TSLA is not on your watch list',
          details: [
            { field: 'symbols[1]', message: 'TSLA is not on your watch list' },
            { field: 'symbols[2]', message: 'NO SYMBOL is not on your watch list' },
          ],
        },
      });
    }
    expect(await symbolsOf(id)).toEqual(['AAPL']);
  });

  it('stores one entry for 20 simultaneous requests to add a stock', async () => {
    const id = await create('Tech');
    expect(await race(() => call('POST', `/lists/${id}/stocks`, { symbols: ['NVDA'] }))).toEqual({ 200: 20 });
    expect(await symbolsOf(id)).toEqual(['NVDA']);
  });

  it('replaces the whole content in the given order', async () => {
    const id = await create('Tech', 'AAPL', 'KO');
    const set = await call('PUT', `/lists/${id}/stocks`, { symbols: ['nvda', 'AAPL', 'NVDA'] });
    expect(set).toMatchObject({ status: 200, body: { symbols: ['NVDA', 'AAPL'] } });
    expect(await call('PUT', `/lists/${id}/stocks`, { symbols: [] })).toMatchObject({
      body: { symbols: [] },
    });
  });

  it('keeps stocks at the end that the sender of an order did not know', async () => {
    const id = await create('Tech', 'AAPL', 'KO', 'MSFT');
    const reordered = await call('PUT', `/lists/${id}/stocks`, {
      symbols: ['KO', 'AAPL'],
      known: ['AAPL', 'KO'],
    });
    expect(reordered.body.symbols).toEqual(['KO', 'AAPL', 'MSFT']);
    const removed = await call('PUT', `/lists/${id}/stocks`, { symbols: ['KO'], known: ['ko', 'aapl'] });
    expect(removed.body.symbols).toEqual(['KO', 'MSFT']);
  });

  it('ends in one of two orders that two tabs set at the same time', async () => {
    const id = await create('Tech', 'AAPL', 'KO', 'MSFT');
    const known = ['AAPL', 'KO', 'MSFT'];
    const orders = [
      ['MSFT', 'KO', 'AAPL'],
      ['KO', 'MSFT', 'AAPL'],
    ];
    for (let round = 0; round < 5; round += 1) {
      const set = (symbols: string[]) => call('PUT', `/lists/${id}/stocks`, { symbols, known });
      const answers: RestResponse[] = await Promise.all(orders.map(set));
      expect(answers.map(({ body }) => body.symbols)).toEqual(orders);
      expect(orders).toContainEqual(await symbolsOf(id));
    }
  });

  it('refuses the fourth stock, whichever call adds it', async () => {
    const full = conflict('This list has 3 stocks, the maximum');
    const id = await create('Tech', 'AAPL', 'KO', 'MSFT');
    expect(await call('POST', `/lists/${id}/stocks`, { symbols: ['NVDA'] })).toMatchObject(full);
    const all = ['AAPL', 'KO', 'MSFT', 'NVDA'];
    expect(await call('PUT', `/lists/${id}/stocks`, { symbols: all })).toMatchObject(full);
    expect(await call('PUT', `/lists/${id}/stocks`, { symbols: ['NVDA'], known: [] })).toMatchObject(full);
    expect(await call('POST', '/lists/', { name: 'Full', symbols: all })).toMatchObject(full);
    expect(await order()).toEqual(['Tech']);
    expect(await call('POST', `/lists/${id}/stocks`, { symbols: ['KO'] })).toMatchObject({ status: 200 });
  });

  it('keeps tracking a stock that leaves a list, and removes it from all lists when it is no longer tracked', async () => {
    const [one, two] = [await create('One', 'AAPL', 'KO'), await create('Two', 'AAPL')];
    const left = await call('DELETE', `/lists/${one}/stocks/ko`);
    expect(left).toMatchObject({ status: 200, body: { symbols: ['AAPL'] } });
    expect((await call('DELETE', `/lists/${one}/stocks/KO`)).body).toEqual(left.body);
    expect(await call('DELETE', `/lists/${one}/stocks/NEVER`)).toMatchObject({ status: 200 });
    expect((await call('GET', '/stocks/KO')).status).toBe(200);
    await call('DELETE', '/stocks/AAPL');
    expect([await symbolsOf(one), await symbolsOf(two)]).toEqual([[], []]);
  });
});

describe('the watch list of a list', () => {
  const show = (id: string, query = '', etag = '') =>
    harness().rest('GET', `/stocks/?list_id=${id}${query}`, { token, headers: { 'if-none-match': etag } });
  const shown = ({ body }: RestResponse) =>
    (body.stocks as { stock: { symbol: string } }[]).map(({ stock }) => stock.symbol);

  it('shows the stocks of a list in its order, with its own total and stats', async () => {
    const id = await create('Tech', 'NVDA', 'AAPL');
    await call('PATCH', '/stocks/AAPL', { is_favorite: true });
    await call('PATCH', '/stocks/KO', { is_favorite: true });
    const whole = await show(id);
    expect(shown(whole)).toEqual(['NVDA', 'AAPL']);
    expect(whole.body).toMatchObject({ total: 2, stats: { total: 2, favorites: 1, active: 2 } });
    const page = await show(id, '&limit=1&offset=1');
    expect(shown(page)).toEqual(['AAPL']);
    expect(page.body).toMatchObject({ total: 2, stats: { total: 2 } });
    expect((await call('GET', '/stocks/')).body).toMatchObject({ total: 4, stats: { favorites: 2 } });
  });

  it('changes its ETag with every change of the list, and with no other list', async () => {
    const [id, other] = [await create('Tech', 'AAPL', 'KO'), await create('Other')];
    const changes: [string, () => Promise<RestResponse>][] = [
      ['order', () => call('PUT', `/lists/${id}/stocks`, { symbols: ['KO', 'AAPL'] })],
      ['added', () => call('POST', `/lists/${id}/stocks`, { symbols: ['MSFT'] })],
      ['removed', () => call('DELETE', `/lists/${id}/stocks/KO`)],
      ['name', () => call('PATCH', `/lists/${id}`, { name: 'Technology' })],
      ['color', () => call('PATCH', `/lists/${id}`, { color: 'teal' })],
      ['position', () => call('PATCH', `/lists/${id}`, { position: 1 })],
      ['note', () => call('PATCH', '/stocks/AAPL', { notes: 'changed' })],
      ['tracked', () => call('DELETE', '/stocks/AAPL')],
    ];
    for (const [what, change] of changes) {
      const etag = String((await show(id)).headers.etag);
      expect([what, (await show(id, '', etag)).status]).toEqual([what, 304]);
      expect((await change()).status).toBe(200);
      expect([what, (await show(id, '', etag)).status]).toEqual([what, 200]);
    }
    const etag = String((await show(id)).headers.etag);
    await call('POST', `/lists/${other}/stocks`, { symbols: ['NVDA'] });
    expect((await show(id, '', etag)).status).toBe(304);
    await call('DELETE', `/lists/${id}`);
    expect((await show(id, '', etag)).status).toBe(404);
  });
});
