import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { importer } from './support/importer.ts';

const harness = useHarness({ MAX_LISTS_PER_USER: 3, MAX_STOCKS_PER_LIST: 3 });

/** A user who imports, with the calls on lists. */
async function user() {
  const me = await importer(harness());
  const { token } = me;
  const create = async (name: string, symbols: string[] = []) =>
    String((await harness().rest('POST', '/lists', { token, body: { name, symbols } })).body.id);
  return {
    ...me,
    create,
    add: (symbol: string) => harness().addStock(token, symbol),
    /** The names of the lists with their symbols. */
    async lists() {
      const { body } = await harness().rest('GET', '/lists?symbols=true', { token });
      const lists = body.lists as { name: string; symbols: string[] }[];
      return lists.map(({ name, symbols }) => [name, ...symbols]);
    },
    /** Imports into a list. @returns the lines of the lists */
    async commitTo(listId: string, text: string) {
      const body = { text, commit: true, list_id: listId };
      const started = await harness().rest('POST', '/stocks/import', { token, body });
      const ended = await harness().waitForTask(`/stocks/import/${started.body.task_id}`, token);
      return linesOfLists((ended.result as { lines: Line[] }).lines);
    },
  };
}

type Line = Awaited<ReturnType<Awaited<ReturnType<typeof importer>>['commit']>>[number];

const linesOfLists = (lines: readonly Line[]) =>
  lines.filter(({ kind }) => kind === 'list').map(({ text, verdict, message }) => [text, verdict, message]);

describe('an import into a list', () => {
  it('puts all stocks of the text on the list, those that are tracked already, too', async () => {
    const { preview, commitTo, lists, create, add, token } = await user();
    for (const symbol of ['AAPL', 'KO']) await add(symbol);
    const id = await create('Tech', ['KO']);
    const body = { text: 'MSFT, US0378331005 KO a/b', list_id: id };
    const previewed = (await harness().rest('POST', '/stocks/import', { token, body })).body;
    expect(previewed).toMatchObject({ lists: 1, new_stocks: 1, total: 5 });
    expect(await preview('MSFT')).toMatchObject({ lists: 0 });
    expect(await commitTo(id, body.text)).toEqual([['List Tech', 'added', null]]);
    expect(await lists()).toEqual([['Tech', 'KO', 'MSFT', 'AAPL']]);
    const again = `You already have a list named "Tech"`;
    expect(await commitTo(id, body.text)).toEqual([['List Tech', 'already_there', again]]);
  });

  it('returns 404 for an unknown list and for that of another user, in both transports', async () => {
    const id = await (await user()).create('Theirs');
    const { token, lists } = await user();
    for (const list_id of [id, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      for (const commit of [false, true]) {
        const body = { text: 'KO', commit, list_id };
        expect(await harness().rest('POST', '/stocks/import', { token, body })).toMatchObject({
          status: 404,
          body: { error: 'List not found', code: 'NOT_FOUND' },
        });
        await expect(harness().trpc(token).transfer.import.mutate(body)).rejects.toThrow('List not found');
      }
    }
    expect(await lists()).toEqual([]);
  });

  it('names the stocks for which the list has no room, and those that could not be added', async () => {
    const { commitTo, create, lists } = await user();
    const id = await create('Tech');
    expect(await commitTo(id, 'NOSUCH KO AAPL MSFT NVDA')).toEqual([
      [
        'List Tech',
        'added',
        'Without NOSUCH: not on your watch list. Without NVDA: a list has at most 3 stocks',
      ],
    ]);
    expect(await lists()).toEqual([['Tech', 'KO', 'AAPL', 'MSFT']]);
    expect(await commitTo(id, 'NVDA')).toEqual([
      ['List Tech', 'over_quota', 'This list has 3 stocks, the maximum'],
    ]);
  });

  it('imports one text into two lists by two tasks', async () => {
    const { token, create, lists } = await user();
    const ids = [await create('One'), await create('Two')];
    const start = (list_id?: string) =>
      harness().rest('POST', '/stocks/import', { token, body: { text: 'KO', commit: true, list_id } });
    const started = await Promise.all([...ids, undefined].map(start));
    const tasks = new Set(started.map(({ body }) => String(body.task_id)));
    expect(tasks.size).toBe(3);
    for (const task of tasks) await harness().waitForTask(`/stocks/import/${task}`, token);
    expect(await lists()).toEqual([
      ['One', 'KO'],
      ['Two', 'KO'],
    ]);
  });
});

describe('the lists of a file', () => {
  it("makes lists of TradingView's sections, in their order and with tracked stocks", async () => {
    const { preview, commit, lists, create, add } = await user();
    for (const symbol of ['AAPL', 'KO']) await add(symbol);
    await create('tech', ['KO']);
    const text =
      'NASDAQ:NVDA\n###Tech,NASDAQ:MSFT,NASDAQ:AAPL,NYSE:KO\n###A;B,NASDAQ:AAPL,###Full,NYSE:IBM\n###X,KO';
    const previewed = await preview(text);
    expect(previewed).toMatchObject({ lists: 3, new_stocks: 3 });
    const full = 'You have 3 lists, the maximum. Delete one first';
    expect(linesOfLists(previewed.lines)).toEqual([
      ['List Tech', 'already_there', 'You already have a list named "Tech"'],
      ['List A B', 'new', null],
      ['List Full', 'new', null],
      ['List X', 'over_quota', full],
    ]);
    expect(await lists()).toEqual([['tech', 'KO']]);
    expect(linesOfLists(await commit(text))).toEqual([
      ['List Tech', 'added', null],
      ['List A B', 'added', null],
      ['List Full', 'added', null],
      ['List X', 'over_quota', full],
    ]);
    expect(await lists()).toEqual([
      ['tech', 'KO', 'MSFT', 'AAPL'],
      ['A B', 'AAPL'],
      ['Full', 'IBM'],
    ]);
  });

  it('restores the lists of an export as text and as a table in another account', async () => {
    const owner = await user();
    for (const symbol of ['AAPL', 'KO', 'MSFT']) await owner.add(symbol);
    await owner.create('Tech', ['MSFT', 'AAPL']);
    await owner.create('Énergie');
    await owner.create('Drinks', ['KO', 'MSFT']);
    const exported = async (file: string) =>
      (await harness().rest('GET', `/stocks/export.${file}`, { token: owner.token })).text;
    const byText = await user();
    await byText.commit(await exported('txt'));
    expect(await byText.lists()).toEqual(await owner.lists());
    const byTable = await user();
    await byTable.commit(await exported('csv'));
    // A table has the stocks newest first, and no empty lists.
    expect(await byTable.lists()).toEqual([
      ['Tech', 'MSFT', 'AAPL'],
      ['Drinks', 'MSFT', 'KO'],
    ]);
    expect(linesOfLists(await byText.commit(await exported('csv'))).map(([, verdict]) => verdict)).toEqual([
      'already_there',
      'already_there',
    ]);
  });
});
