import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

  it('leaves a large body to the thread, and answers it like a small one', async () => {
    const { read, start, report, send, token } = await moverOf(harness());
    const large = ppFile().replace('</client>', `${' '.repeat(100_000)}</client>`);
    expect((await report((await read(large)).id)).message).toBe('3 lines: 3 new');
    expect(await start(large, { password: 7 })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'password' }] },
    });
    const files = Array.from({ length: 21 }, () => ({ name: 'a.xml', data: 'A'.repeat(4_000) }));
    expect((await send('POST', '/portfolios/move-in', { files })).body.error).toBe(
      'A move has at most 20 files',
    );
    const values = Array.from({ length: 40_000 }, () => 0);
    expect((await send('POST', '/portfolios/move-in', { files: values })).body.error).toBe(
      'A body larger than 64 KiB can have at most 100 values',
    );
    const data = Buffer.from(large.replace('Depot', 'Other')).toString('base64');
    const input = { files: [{ name: 'other.xml', data }] };
    const first = await harness().rest('POST', '/portfolios/move-in', {
      token,
      body: input,
      headers: { 'idempotency-key': 'large' },
    });
    const again = await harness().rest('POST', '/portfolios/move-in', {
      token,
      body: input,
      headers: { 'idempotency-key': 'large' },
    });
    expect(again.body).toEqual(first.body);
  });

  it('reads a backup of Wealthfolio, which is a database', async () => {
    const database = new DatabaseSync(':memory:');
    const folder = mkdtempSync(join(tmpdir(), 'stockbook-backup-'));
    const path = join(folder, 'app.db');
    database.exec(`
      create table accounts (id, name, currency, tracking_mode);
      create table activities (id, account_id, asset_id, activity_type, activity_type_override, subtype, status, activity_date,
        quantity, unit_price, amount, fee, currency, fx_rate, notes, source_group_id, metadata, created_at);
      create table assets (id, name, instrument_symbol, display_code, instrument_exchange_mic, quote_ccy, quote_mode,
        instrument_type, metadata, provider_config, notes);
      create table quotes (asset_id, day, close, timestamp);
      create table taxonomies (id, name, is_system, sort_order);
      create table taxonomy_categories (id, taxonomy_id, parent_id, name, sort_order);
      create table asset_taxonomy_assignments (id, asset_id, taxonomy_id, category_id, weight);
      insert into accounts values ('a', 'Broker', 'USD', 'TRANSACTIONS');
      insert into activities (id, account_id, activity_type, status, activity_date, amount, currency)
        values ('d', 'a', 'DEPOSIT', 'POSTED', '2024-05-20', '100', 'USD');
      vacuum into '${path}'`);
    database.close();
    const { read, report } = await moverOf(harness());
    const { id } = await read(readFileSync(path));
    rmSync(folder, { recursive: true });
    expect(await report(id)).toMatchObject({
      program: 'Wealthfolio',
      message: '1 line: 1 new',
      comparison: { message: 'Everything adds up: 0 holdings, 1 account.' },
    });
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
