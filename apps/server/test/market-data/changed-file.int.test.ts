import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Harness } from '../support/harness.ts';
import { asUser, type Bar } from '../support/with-yahoo.ts';

/** The program with a folder of CSV files, and a signed-in user. */
async function withFiles() {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-files-'));
  const harness = await Harness.start({ MARKET_DATA: 'csv', MARKET_DATA_CSV_DIR: dir });
  onTestFinished(async () => {
    await harness.stop();
    await rm(dir, { recursive: true });
  });
  const put = (symbol: string, lines: readonly string[]) =>
    writeFile(join(dir, `${symbol}.csv`), ['date,open,high,low,close,volume', ...lines].join('\n'));
  return { put, harness, ...(await asUser(harness)) };
}

describe('a changed file', () => {
  /** 200 days from 2024-01-01, with the closes 100, 101, … */
  const lines = Array.from({ length: 200 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${100 + day},${101 + day},${99 + day},${100 + day},500`;
  });
  const barOf = (line: string): Bar => {
    const [date = '', , , , close] = line.split(',');
    return { date, close: Number(close) };
  };

  it.each([
    ['an old price corrected', lines.with(20, '2024-01-21,5,6,4,5.5,500')],
    ['history inserted at the start', ['2023-12-29,50,51,49,50,500', ...lines]],
    ['an earlier day inserted out of order', lines.toSpliced(20, 0, '2023-06-01,50,51,49,50,500')],
    ['a day deleted', lines.toSpliced(20, 1)],
    ['the last days deleted', lines.slice(0, -50)],
    ['the first days deleted', lines.slice(50)],
  ])('replaces the whole history at the next refresh: %s', async (_, changed) => {
    const { put, harness, token, stock, bars, refresh } = await withFiles();
    await put('MYFUND', lines);
    await harness.addStock(token, 'MYFUND');
    await harness.calculate(token, {
      stock_symbol: 'MYFUND',
      ta_indicator: 'SMA',
      parameters: { timeperiod: 2 },
    });
    await put('MYFUND', changed);
    expect(await refresh('MYFUND')).toMatchObject({ status: 'SUCCESS', result: { rows: changed.length } });

    const expected = changed.map(barOf).sort((a, b) => (a.date < b.date ? -1 : 1));
    expect((await bars('MYFUND')).map(({ date, close }) => ({ date, close }))).toEqual(expected);
    expect(await stock('MYFUND')).toMatchObject({
      data_start_date: expected[0]?.date,
      data_end_date: expected.at(-1)?.date,
      last_error: null,
    });
    const { body } = await harness.rest('GET', '/indicators/MYFUND', { token });
    const [sma] = body.indicators as { data: unknown[] }[];
    expect(sma?.data).toHaveLength(changed.length - 1);
  });

  it('does not change the revision when only the order of its lines differs', async () => {
    const { put, harness, token, refresh, run } = await withFiles();
    await put('MYFUND', lines);
    await harness.addStock(token, 'MYFUND');
    const revision = async () => (await run(sql`select bars_revision from stock`)).rows;
    const before = await revision();
    await put('MYFUND', lines.toReversed());
    await refresh('MYFUND');
    expect(await revision()).toEqual(before);
  });
});
