import { gzipSync } from 'node:zlib';
import { sql } from '@stockbook/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { ppFile } from '../support/pp-file.ts';
import { moverOf } from './support/mover.ts';

const harness = useHarness();

beforeEach(async () => {
  await sql`delete from attempt_count`.execute(harness().services.database.fork().getKysely());
});

describe('a move', () => {
  it('stores portfolios, transactions, own instruments, lists and notes, and takes all of it back', async () => {
    const { read, report, commit, send } = await moverOf(harness());
    const { id, task } = await read(ppFile());
    expect(task).toMatchObject({ status: 'SUCCESS', message: 'The file was read', result: null });
    const before = await report(id);
    expect(before).toMatchObject({
      state: 'ready',
      program: 'Portfolio Performance',
      file_name: 'file.xml',
      message: '3 lines: 3 new',
      comparison: { message: 'Everything adds up: 2 holdings, 1 account.' },
    });
    expect(before.securities.map(({ status, symbol }) => [status, symbol])).toEqual([
      ['new', 'AAPL'],
      ['own', '@FUND'],
    ]);
    expect((await send('GET', '/portfolios')).body.total).toBe(0);

    const stored = await commit(id);
    expect(stored).toMatchObject({
      status: 'SUCCESS',
      message: '1 portfolio, 3 transactions. Everything adds up.',
      result: { transactions: 3, portfolios: 1, instruments: 1, lists: 1, comparison: { equal: true } },
    });
    const { body: portfolios } = await send('GET', '/portfolios');
    const [portfolio] = portfolios.portfolios as { id: string }[];
    expect(portfolio).toMatchObject({ name: 'Depot', currency: 'EUR', cash_tracking: true });
    const { body } = await send('GET', `/portfolios/${portfolio?.id}/transactions`);
    expect(body.transactions).toMatchObject([
      { symbol: '@FUND', quantity: 4, external_id: 'pp:f1' },
      { symbol: 'AAPL', quantity: 10, external_id: 'pp:t0' },
      { type: 'DEPOSIT', amount: 2500, external_id: 'pp:d1' },
    ]);
    expect((await send('GET', '/instruments/@FUND')).body).toMatchObject({
      currency: 'EUR',
      bars: 2,
      last_close: 26,
      notes: 'House bank only\nWKN 840400',
    });
    const { body: lists } = await send('GET', '/lists?symbols=true');
    expect(lists.lists).toMatchObject([{ name: 'Ideas', symbols: ['@FUND', 'AAPL'] }]);
    expect(await report(id)).toMatchObject({ state: 'stored', transactions: 3, portfolios: 1 });

    const taken = await send('DELETE', `/portfolios/move-in/${id}`);
    expect(taken.body).toEqual({ message: '3 transactions and 1 portfolio were taken back' });
    expect((await send('GET', '/portfolios')).body.total).toBe(0);
    expect((await send('GET', '/lists')).body.total).toBe(0);
    expect((await send('GET', '/instruments')).body.total).toBe(0);
    expect((await send('GET', '/stocks')).body.stocks).toEqual([]);
    expect((await send('GET', '/portfolios/move-in')).body.moves).toMatchObject([
      { id, state: 'taken_back' },
    ]);
    expect((await send('DELETE', `/portfolios/move-in/${id}`)).status).toBe(409);
  });

  it('finds nothing new in the same file, and only what is new in a later one', async () => {
    const { read, report, commit, send } = await moverOf(harness());
    await commit((await read(ppFile())).id);
    const again = await report((await read(ppFile())).id);
    expect(again.message).toBe('3 lines: 0 new · 3 already there');
    expect(again.questions).toMatchObject([{ key: 'again', default: 'new' }]);
    expect(again.questions[0]?.text).toMatch(/^You moved this file in on \w{3} \d+, 20\d\d\.$/);
    const deliveries = [
      { date: '2024-05-20', shares: 10 },
      { date: '2024-06-20', shares: 5 },
    ];
    const { id } = await read(ppFile({ deliveries }));
    expect((await report(id)).message).toBe('4 lines: 1 new · 3 already there');
    expect(await commit(id)).toMatchObject({
      message: '0 portfolios, 1 transaction. Everything adds up.',
      result: { instruments: 0, lists: 0 },
    });
    expect((await send('GET', '/portfolios')).body.total).toBe(1);
    expect((await send('GET', '/instruments')).body.total).toBe(1);
    const taken = await send('DELETE', `/portfolios/move-in/${id}`);
    expect(taken.body).toEqual({ message: '1 transaction and 0 portfolios were taken back' });
  });

  it('moves the same file in a second time on request, under other names', async () => {
    const { read, report, commit, send } = await moverOf(harness());
    await commit((await read(ppFile())).id);
    const { id } = await read(ppFile());
    const changed = await send('PATCH', `/portfolios/move-in/${id}`, {
      answers: { again: 'second', 'name:p1': 'Copy' },
    });
    expect(changed).toMatchObject({ status: 200, body: { message: '3 lines: 3 new', state: 'ready' } });
    await commit(id);
    const { body } = await send('GET', '/portfolios');
    expect((body.portfolios as { name: string }[]).map(({ name }) => name).sort()).toEqual(['Copy', 'Depot']);
    expect((await report(id)).securities.map(({ symbol }) => symbol)).toEqual(['AAPL', '@FUND-2']);
  });

  it('lists its lines, problems first, until it is stored', async () => {
    const { read, commit, send } = await moverOf(harness());
    const deliveries = [
      { date: '2024-05-20', shares: 10 },
      { date: '2124-05-20', shares: 1 },
    ];
    const { id } = await read(ppFile({ deliveries }));
    const { body } = await send('GET', `/portfolios/move-in/${id}/lines?limit=2`);
    expect(body).toMatchObject({ total: 4, lines: [{ verdict: 'problem', transaction: null }, {}] });
    const { body: ofFund } = await send('GET', `/portfolios/move-in/${id}/lines?security=s2&verdict=new`);
    expect(ofFund).toMatchObject({ total: 1, lines: [{ transaction: { quantity: '4', currency: 'EUR' } }] });
    await commit(id, { accept_differences: true });
    expect(await send('GET', `/portfolios/move-in/${id}/lines`)).toMatchObject({
      status: 409,
      body: { error: 'The lines of this move are no longer kept' },
    });
  });
});

describe('questions and differences', () => {
  it('stops at a security that no source has until it is answered', async () => {
    const { read, report, commit, send } = await moverOf(harness());
    const { id } = await read(ppFile({ symbol: 'NOSUCHSTOCK' }));
    expect(await commit(id)).toMatchObject({ status: 'FAILURE', message: '1 question is open' });
    const stopped = await report(id);
    expect(stopped).toMatchObject({ state: 'answers_needed' });
    expect(stopped.questions).toMatchObject([{ key: 'security:s1', text: 'Which stock is "Apple"?' }]);
    expect(await send('POST', `/portfolios/move-in/${id}/commit`)).toMatchObject({
      status: 409,
      body: { error: '1 question is open' },
    });
    expect((await send('GET', '/portfolios')).body.total).toBe(0);
    await send('PATCH', `/portfolios/move-in/${id}`, { answers: { 'security:s1': 'MSFT' } });
    expect(await commit(id)).toMatchObject({ status: 'SUCCESS', result: { transactions: 3 } });
  });

  it('needs a tick for balances that differ', async () => {
    const { read, commit, send } = await moverOf(harness());
    const { id } = await read(ppFile());
    await send('PATCH', `/portfolios/move-in/${id}`, { answers: { 'security:s1': 'skip' } });
    const refused = await send('POST', `/portfolios/move-in/${id}/commit`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: { error: '1 balance differs. Tick "Move in anyway" to go on' },
    });
    expect(await commit(id, { accept_differences: true })).toMatchObject({
      status: 'SUCCESS',
      message: '1 portfolio, 2 transactions. 1 balance differs.',
    });
  });

  it('rejects answers to no question', async () => {
    const { read, send } = await moverOf(harness());
    const { id } = await read(ppFile());
    const errorOf = async (answers: object) => {
      const { status, body } = await send('PATCH', `/portfolios/move-in/${id}`, { answers });
      return [status, body.error];
    };
    expect(await errorOf({ what: 'own' })).toEqual([400, 'There is no question "what"']);
    expect(await errorOf({ 'security:s1': '!' })).toEqual([400, 'A security must be a symbol, own or skip']);
    expect(await errorOf({ 'merge:p1': 'x' })).toEqual([
      400,
      'A portfolio can be merged with another one of the file only',
    ]);
    expect(await errorOf({ 'name:p1': ' ' })).toEqual([400, 'Name is required']);
    expect(await errorOf({ 'currency:p1': 'GBp' })).toEqual([
      400,
      'Currency must be a code of ISO 4217, for example USD',
    ]);
    expect(await errorOf({})).toEqual([400, 'Answer at least one question']);
  });
});

describe('files', () => {
  it('accepts a packed one, and answers what content shows at once', async () => {
    const { read, start, report } = await moverOf(harness());
    expect((await report((await read(gzipSync(ppFile()))).id)).message).toBe('3 lines: 3 new');
    const errorOf = async (text: string | Buffer, more?: object) => {
      const { status, body } = await start(text, more);
      return [status, body.error];
    };
    expect(await errorOf('what')).toEqual([
      400,
      "This is no file of a program we know. For a broker's file use Import",
    ]);
    const encrypted = Buffer.concat([Buffer.from('PORTFOLIO\x01'), Buffer.alloc(64)]);
    expect(await errorOf(encrypted)).toEqual([
      400,
      'This file has a password. Enter it, or save the file without one',
    ]);
    expect(await errorOf(encrypted, { password: 'wrong' })).toEqual([
      400,
      'The password is wrong, or the file is damaged',
    ]);
    expect(await errorOf(gzipSync(Buffer.alloc(70 * 1024 * 1024, 'x')))).toEqual([
      413,
      'The file has 65 MiB unpacked, the maximum is 64',
    ]);
  });

  it('fails at what only reading shows, and keeps nothing of the file', async () => {
    const { read, report, send } = await moverOf(harness());
    const { id, task } = await read('<client><version>28</version></client>');
    const error =
      'This file is of 2016 or older. Open it in Portfolio Performance, save it, and choose it again';
    expect(task).toMatchObject({ status: 'FAILURE', error, details: [{ field: 'files', message: error }] });
    expect(await report(id)).toMatchObject({ state: 'failed', problem: error });
    const { rows } = await sql`select from move_content where move_id = ${id}`.execute(
      harness().services.database.fork().getKysely(),
    );
    expect(rows).toEqual([]);
    expect((await send('DELETE', `/portfolios/move-in/${id}`)).body).toEqual({
      message: 'Nothing was stored',
    });
  });

  it('keeps the three newest moves that are not stored, and allows ten uploads an hour', async () => {
    const { read, start, send } = await moverOf(harness());
    for (let count = 0; count < 4; count += 1) await read(ppFile({ tag: `${count}` }));
    expect((await send('GET', '/portfolios/move-in')).body.total).toBe(3);
    for (let count = 4; count < 10; count += 1) await start('what');
    expect(await start('what')).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^You have moved files in 10 times within an hour, the maximum/) },
    });
  });
});

describe('taking back', () => {
  it('refuses while its portfolios have other transactions, and as a single import', async () => {
    const { read, commit, send } = await moverOf(harness());
    const { id } = await read(ppFile());
    await commit(id);
    const { body } = await send('GET', '/portfolios');
    const portfolio = (body.portfolios as { id: string }[])[0]?.id;
    const { body: imports } = await send('GET', `/portfolios/${portfolio}/imports`);
    const importId = (imports.imports as { id: string }[])[0]?.id;
    expect(await send('DELETE', `/portfolios/${portfolio}/imports/${importId}`)).toMatchObject({
      status: 409,
      body: { error: 'This import is a part of a move. Take the whole move back' },
    });
    const own = { type: 'DEPOSIT', date: '2024-07-01', amount: 1 };
    const { body: added } = await send('POST', `/portfolios/${portfolio}/transactions`, own);
    expect(await send('DELETE', `/portfolios/move-in/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'You added 1 transaction to these portfolios. Delete it first' },
    });
    await send('DELETE', `/portfolios/${portfolio}/transactions/${added.id}`);
    expect((await send('DELETE', `/portfolios/move-in/${id}`)).status).toBe(200);
  });

  it('answers 404 to everybody but the owner', async () => {
    const { read } = await moverOf(harness());
    const { id } = await read(ppFile());
    const stranger = await moverOf(harness());
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/lines', undefined],
      ['PATCH', '', { answers: { again: 'new' } }],
      ['POST', '/commit', {}],
      ['DELETE', '', undefined],
    ] as const) {
      const refused = await stranger.send(method, `/portfolios/move-in/${id}${path}`, body);
      expect([refused.status, refused.body.error]).toEqual([404, 'Move not found']);
    }
    expect((await stranger.send('GET', '/portfolios/move-in')).body.total).toBe(0);
  });
});
