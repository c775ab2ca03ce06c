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
  it('leaves everything byte for byte as it was when it is taken back', async () => {
    const { read, commit, send } = await moverOf(harness());
    await send('POST', '/instruments', { symbol: '@FUND', name: 'Mine', currency: 'EUR' });
    const { body: portfolio } = await send('POST', '/portfolios', { name: 'Depot', base_currency: 'EUR' });
    await send('POST', `/portfolios/${portfolio.id}/transactions`, {
      type: 'DEPOSIT',
      date: '2024-01-02',
      amount: 5,
    });
    await send('PATCH', '/stocks/@FUND', { notes: 'My note' });
    await send('POST', '/lists', { name: 'Ideas', symbols: ['@FUND'] });
    const paths = [
      '/portfolios',
      `/portfolios/${portfolio.id}/transactions`,
      '/lists?symbols=true',
      '/stocks',
    ];
    const readState = () =>
      Promise.all([...paths, '/instruments', '/journal'].map(async (path) => (await send('GET', path)).text));
    const before = await readState();
    const { id } = await read(ppFile());
    expect(await commit(id)).toMatchObject({ status: 'SUCCESS', result: { portfolios: 1, instruments: 1 } });
    expect(await readState()).not.toEqual(before);
    await send('DELETE', `/portfolios/move-in/${id}`);
    expect(await readState()).toEqual(before);
  });

  it('counts equal lines without ids as often as they come', async () => {
    const { read, report, commit, send } = await moverOf(harness());
    const quote = ',180,2024/06/28,17:35 CEST,0,1,1,1,1,20240520,150,2,1,,,';
    const header =
      'Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment';
    const file = (count: number) => [header, ...Array(count).fill(`AAPL${quote}`)].join('\n');
    const { id } = await read(file(2));
    const open = await report(id);
    expect(open.questions).toMatchObject([{ key: 'currency:file.xml', default: null }]);
    const answers = { 'currency:file.xml': 'USD' };
    expect((await send('PATCH', `/portfolios/move-in/${id}`, { answers })).body.state).toBe('ready');
    expect(await commit(id)).toMatchObject({ status: 'SUCCESS', result: { transactions: 2 } });
    expect((await report((await read(file(2))).id)).message).toBe('2 lines: 0 new · 2 already there');
    const later = await read(file(3));
    expect((await report(later.id)).message).toBe('3 lines: 1 new · 2 already there');
    expect(await commit(later.id)).toMatchObject({
      status: 'SUCCESS',
      result: { transactions: 1, portfolios: 0, comparison: { equal: true } },
    });
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
});
