import { sql } from '@stockbook/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { ppFile } from '../support/pp-file.ts';
import { moverOf } from './support/mover.ts';

const harness = useHarness();

beforeEach(async () => {
  await sql`delete from attempt_count`.execute(harness().services.database.fork().getKysely());
});

describe('the answers of a move', () => {
  it('stops at quotes in another currency than the file, and goes on with the default', async () => {
    const { read, report, commit, send } = await moverOf(harness());
    const { id } = await read(ppFile({ symbol: 'SAP.DE' }));
    expect(await report(id)).toMatchObject({ state: 'ready', questions: [] });
    expect(await commit(id)).toMatchObject({ status: 'FAILURE', message: '1 question is open' });
    const text = '"Apple" is in USD in your file, but SAP.DE is quoted in EUR. Is it the right stock?';
    expect(await report(id)).toMatchObject({
      state: 'answers_needed',
      questions: [{ key: 'security:s1', text, default: 'SAP.DE' }],
    });
    expect((await send('GET', '/portfolios')).body.total).toBe(0);
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
    expect(await errorOf({ 'security:s1': '!' })).toEqual([
      400,
      'Choose a stock, make it an own instrument, or leave it out',
    ]);
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
