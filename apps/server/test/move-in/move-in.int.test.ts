import { sql } from '@stockbook/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { ppFile } from '../support/pp-file.ts';
import { moverOf } from './support/mover.ts';

const harness = useHarness();

const kysely = () => harness().services.database.fork().getKysely();

beforeEach(async () => {
  await sql`delete from attempt_count`.execute(kysely());
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

  it('names the task that reads it to every browser, and none after that', async () => {
    const { start, report, send, taskOf } = await moverOf(harness());
    const { body } = await start(ppFile());
    const [id, taskId] = [String(body.move_id), String(body.task_id)];
    await taskOf(taskId);
    expect(await report(id)).toMatchObject({ state: 'ready', task_id: null });
    const change = (status: string, state: string) =>
      Promise.all([
        sql`update task set status = ${status} where id = ${taskId}`.execute(kysely()),
        sql`update portfolio_move set state = ${state} where id = ${id}`.execute(kysely()),
      ]);
    await change('PROGRESS', 'reading');
    expect(await report(id)).toMatchObject({ state: 'reading', task_id: taskId });
    const { body: listed } = await send('GET', '/portfolios/move-in');
    expect(listed.moves).toMatchObject([{ id, state: 'reading', task_id: taskId }]);
    await change('SUCCESS', 'ready');
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
});
