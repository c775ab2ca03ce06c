import { sql } from '@stockbook/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { byHand, usePortfolios } from '../support/with-portfolios.ts';
import { fileOf, importerOf } from './support/importer.ts';

const portfolios = usePortfolios();
const query = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(portfolios().harness.services.database.fork().getKysely());

beforeEach(async () => {
  await query(sql`delete from attempt_count`);
});

const buy = { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 100, currency: 'EUR' };

async function ownPortfolio(currency = 'EUR') {
  const { putPrices, create } = portfolios();
  await putPrices(byHand.prices);
  return { id: await create({ currency }, []), ...importerOf(portfolios()) };
}

describe('a preview of an import', () => {
  it('gives each row its verdict, problems first, and stores nothing', async () => {
    const { id, preview, transactions } = await ownPortfolio();
    const text = fileOf(
      buy,
      { ...buy, date: '2024-13-01' },
      { ...buy, symbol: 'NEW' },
      { ...buy, type: 'WHAT' },
    );
    const { preset, is_confirmed, counts, lines, total, questions } = await preview(id, text, {
      file_name: 'a.csv',
    });
    expect([preset, is_confirmed, total]).toEqual(['Stockbook', true, 4]);
    expect(counts).toEqual({ new: 2, already_there: 0, skipped: 0, problem: 2 });
    expect(lines.map(({ line, verdict, message }) => [line, verdict, message])).toEqual([
      [3, 'problem', '"2024-13-01" is not a date'],
      [5, 'problem', 'This type is not known: "WHAT"'],
      [2, 'new', null],
      [4, 'new', 'Will be looked up'],
    ]);
    expect(questions).toMatchObject([{ kind: 'type', text: 'WHAT', lines: 1 }]);
    expect(await transactions(id)).toEqual([]);
    const page = await preview(id, text, { limit: 1, offset: 2 });
    expect([page.lines.map(({ line }) => line), page.total]).toEqual([[2], 4]);
  });

  it('cures rows in place: by types, securities and corrections', async () => {
    const { id, preview, commit, transactions } = await ownPortfolio();
    const text = fileOf({ ...buy, type: 'GIFT' }, { ...buy, symbol: 'A-A-A' }, { ...buy, price: 'ten' }, buy);
    const mapping = {
      types: [{ text: 'Gift', type: 'TRANSFER_IN' }],
      securities: [{ text: 'A-A-A', symbol: 'aaa' }],
      rows: [
        { line: 4, price: 10.5 },
        { line: 5, skip: true },
      ],
    };
    const { counts, mapping: shown } = await preview(id, text, { mapping });
    expect(counts).toEqual({ new: 3, already_there: 0, skipped: 1, problem: 0 });
    expect(shown).toMatchObject({ types: mapping.types, securities: [{ text: 'A-A-A', symbol: 'AAA' }] });
    await commit(id, text, { mapping });
    expect(await transactions(id)).toMatchObject([
      { type: 'TRANSFER_IN', symbol: 'AAA', price: 100 },
      { type: 'BUY', symbol: 'AAA', price: 100 },
      { type: 'BUY', symbol: 'AAA', price: 10.5 },
    ]);
  });

  it('remembers the mapping of the last import for files with the same header', async () => {
    const { id, post, preview, commit } = await ownPortfolio();
    const file = (...rows: readonly string[]) => ['When;What;Papier;Wie viel;Zu', ...rows].join('\n');
    const text = file('20.05.2024;Erwerb;AAA;3;10,5');
    const mapping = {
      fields: {
        date: { column: 0 },
        type: { column: 1 },
        symbol: { column: 2 },
        quantity: { column: 3 },
        price: { column: 4 },
      },
      types: [{ text: 'Erwerb', type: 'BUY' }],
    };
    expect(await preview(id, text)).toMatchObject({ preset: null, is_confirmed: false, counts: { new: 0 } });
    const refused = await post(id, { text, commit: true });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'Confirm the mapping of the columns first: send it with the import',
    ]);
    await commit(id, text, { mapping });
    const next = await preview(id, file('21.05.2024;Erwerb;AAA;1;10', '20.05.2024;Erwerb;AAA;3;10,5'));
    expect(next).toMatchObject({ is_confirmed: true, mapping, counts: { new: 1, already_there: 1 } });
  });

  it('returns sentences for files that cannot be read', async () => {
    const { id, post } = await ownPortfolio();
    const answers = await Promise.all(
      [
        'a',
        `${fileOf(buy)}${`\n${fileOf(buy).split('\n')[1]}`.repeat(10_000)}`,
        'x'.repeat(2 * 1024 * 1024 + 1),
        '\0',
      ].map(async (text) => {
        const { status, body } = await post(id, { text });
        return [status, body.error];
      }),
    );
    expect(answers).toEqual([
      [400, 'This is no table of transactions: a CSV file needs a line with the names of its columns'],
      [400, 'The file has 10,001 rows. Import at most 10,000 at a time'],
      [413, 'The file is larger than 2 MiB'],
      [400, 'text contains characters that cannot be stored'],
    ]);
  });

  it('allows ten previews a minute', async () => {
    const { id, post } = await ownPortfolio();
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await post(id, { text: fileOf(buy) })).status);
    const { status, headers, body } = await post(id, { text: fileOf(buy) });
    expect([...new Set(statuses), status, body.code]).toEqual([200, 429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('an import of transactions', () => {
  it('stores the rows of our own file as they are, and the same file brings nothing again', async () => {
    const { id, preview, commit, transactions } = await ownPortfolio();
    const rows = [
      { type: 'DEPOSIT', date: '2024-01-01', amount: 5000, currency: 'EUR', note: 'start' },
      { ...buy, fees: 1.5, taxes: 0.25, external_id: 'x-1' },
      { ...buy, currency: 'USD', fx_rate: 0.9201, fx_currency: 'EUR' },
      {
        type: 'DIVIDEND',
        date: '2024-01-03',
        symbol: 'AAA',
        amount: 2.4,
        currency: 'EUR',
        taxes: 0.3,
        ex_date: '2024-01-02',
      },
      {
        type: 'SELL',
        date: '2024-01-04',
        symbol: 'AAA',
        quantity: 20,
        price: 101.1234567891,
        currency: 'EUR',
      },
      { type: 'FEE', date: '2024-01-05', amount: -2, currency: 'EUR' },
      {
        type: 'EXCHANGE',
        date: '2024-01-05',
        amount: 10,
        currency: 'EUR',
        to_amount: 10.8,
        to_currency: 'USD',
      },
    ];
    const text = fileOf(...rows);
    const { task, importId } = await commit(id, text, { file_name: 'own.csv' });
    expect(task).toMatchObject({
      message: '7 transactions were added',
      result: { added: 7, already_there: 0, lines: [] },
    });
    const stored = await transactions(id);
    expect(stored).toMatchObject(rows);
    expect(new Set(stored.map(({ import_id }) => import_id))).toEqual(new Set([importId]));
    expect((await preview(id, text)).counts).toEqual({ new: 0, already_there: 7, skipped: 0, problem: 0 });
    const again = await commit(id, text);
    expect(again.task.result).toMatchObject({ added: 0, already_there: 7 });
    expect(await transactions(id)).toEqual(stored);
    const { imports } = await portfolios().get(`/portfolios/${id}/imports`);
    expect(imports).toMatchObject([
      { added: 0 },
      { id: importId, file_name: 'own.csv', preset: 'Stockbook', added: 7 },
    ]);
  });

  it('adds two equal purchases of a file, and leaves out what the portfolio has', async () => {
    const { id, commit, transactions } = await ownPortfolio();
    await portfolios().addTransactions(id, [buy]);
    const { task } = await commit(id, fileOf(buy, buy, buy));
    expect(task.result).toMatchObject({ added: 2, already_there: 1 });
    expect((await transactions(id)).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  });

  it('looks up unknown stocks, and leaves out the rows of one that is not found', async () => {
    const { id, preview, commit, transactions } = await ownPortfolio();
    await portfolios().putPrices({ ...byHand.prices, symbol: 'LATER' });
    await query(sql`delete from user_stock where stock_id = (select id from stock where symbol = 'LATER')`);
    await query(sql`delete from stock where symbol = 'LATER'`);
    const text = fileOf({ ...buy, symbol: 'LATER' }, { ...buy, symbol: 'NOPE' }, buy);
    expect((await preview(id, text)).counts).toMatchObject({ new: 3 });
    const { task } = await commit(id, text);
    expect(task.result).toMatchObject({
      added: 2,
      lines: [{ line: 3, verdict: 'problem', message: 'No stock found for "NOPE"', field: 'symbol' }],
    });
    expect((await transactions(id)).map(({ symbol }) => symbol)).toEqual(['LATER', 'AAA']);
    const { stocks } = await portfolios().get('/stocks');
    expect(stocks).toContainEqual(
      expect.objectContaining({ stock: expect.objectContaining({ symbol: 'LATER', data_fetched: true }) }),
    );
  });

  it('stores nothing if a sale would not be covered, and keeps nothing of the file', async () => {
    const { id, commit, transactions } = await ownPortfolio();
    const { task } = await commit(
      id,
      fileOf(buy, { ...buy, type: 'SELL', date: '2024-01-04', quantity: 15 }),
    );
    expect(task).toMatchObject({
      status: 'FAILURE',
      error: 'You would have sold 5 more shares of AAA than you held on Jan 4, 2024',
      result: null,
    });
    expect(await transactions(id)).toEqual([]);
    expect((await query(sql`select from pending_import`)).rows).toEqual([]);
    expect((await portfolios().get(`/portfolios/${id}/imports`)).total).toBe(0);
  });

  it('shares the task of an equal import, and is refused while two others are in progress', async () => {
    const { id, post } = await ownPortfolio();
    await query(sql`
      insert into task (id, user_id, kind, subject, payload, status, message, created_at)
      select gen_random_uuid(), user_id, 'import-transactions', subject, '{}', 'PENDING', '', now()
      from portfolio, unnest(array['one', 'two']) subject where portfolio.id = ${id}
    `);
    const refused = await post(id, { text: fileOf(buy), commit: true });
    await query(sql`delete from task where subject in ('one', 'two')`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Two of your imports are in progress. Wait until one has ended',
    ]);
    const { start, commit } = importerOf(portfolios());
    const { importId, task } = await commit(id, fileOf(buy));
    const state = (status: string, finishedAt: Date | null) =>
      query(
        sql`update task set status = ${status}, finished_at = ${finishedAt} where id = ${String(task.task_id)}`,
      );
    await state('PENDING', null);
    const equal = await start(id, fileOf(buy));
    await state('SUCCESS', new Date());
    expect(equal).toEqual({ taskId: task.task_id, importId });
  });

  it('keeps the newest hundred imports', async () => {
    const { id, commit, transactions } = await ownPortfolio();
    const { importId } = await commit(id, fileOf(buy));
    await query(sql`
      insert into portfolio_import (id, portfolio_id, mapping, counts, created_at)
      select gen_random_uuid(), ${id}, '{}', '{"new":0}', now() + interval '1 minute' from generate_series(1, 99)
    `);
    await query(sql`update portfolio_import set created_at = '2020-01-01' where id = ${importId}`);
    await commit(id, fileOf({ ...buy, quantity: 11 }));
    expect((await portfolios().get(`/portfolios/${id}/imports?limit=1`)).total).toBe(100);
    expect((await transactions(id)).map(({ import_id }) => import_id !== null)).toEqual([false, true]);
  });
});

describe('taking an import back', () => {
  it('leaves the portfolio as it was, changed rows included', async () => {
    const { id, commit, takeBack } = await ownPortfolio();
    const { harness, token, addTransactions } = portfolios();
    const list = async () => (await harness.rest('GET', `/portfolios/${id}/transactions`, { token })).text;
    await addTransactions(id, [buy]);
    const before = await list();
    const { importId } = await commit(id, fileOf({ ...buy, quantity: 2 }, { ...buy, quantity: 3 }));
    const [{ id: imported } = { id: '' }] = (
      await portfolios().get(`/portfolios/${id}/transactions?import_id=${importId}`)
    ).transactions as { id: string }[];
    const change = { token, body: { quantity: 4 } };
    await harness.rest('PATCH', `/portfolios/${id}/transactions/${imported}`, change);
    const { status, body } = await takeBack(id, importId);
    expect([status, body.message]).toEqual([200, '2 transactions were taken back']);
    expect(await list()).toBe(before);
    expect((await takeBack(id, importId)).body.error).toBe('Import not found');
  });

  it('refuses if a later sale would not be covered', async () => {
    const { id, commit, takeBack, transactions } = await ownPortfolio();
    const { importId } = await commit(id, fileOf(buy));
    await portfolios().addTransactions(id, [{ ...buy, type: 'SELL', date: '2024-01-05', quantity: 1 }]);
    const { status, body } = await takeBack(id, importId);
    expect([status, body.error]).toEqual([
      400,
      'Then the sale of Jan 5, 2024 would exceed the shares you held',
    ]);
    expect(await transactions(id)).toHaveLength(2);
  });
});
