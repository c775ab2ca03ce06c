import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInCatalogue } from '../catalogue/catalogue.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import { generateBars } from '../simulated/generate-bars.ts';
import { contractSymbols, describeProviderContract } from '../testing/provider-contract.ts';
import { createCsvProvider } from './csv-provider.ts';

const clock = () => new Date('2026-11-21T12:00:00Z');
const folder = () => mkdtemp(join(tmpdir(), 'stockbook-csv-'));

describeProviderContract('the CSV provider', async () => {
  const dir = await folder();
  for (const symbol of contractSymbols) {
    const entry = findInCatalogue(symbol);
    if (entry === undefined) throw new Error(`${symbol} is not in the catalogue.`);
    const bars = generateBars(entry, '2026-11-21');
    const lines = bars.date.map((date, row) =>
      [date, bars.open[row], bars.high[row], bars.low[row], bars.close[row], bars.volume[row]].join(),
    );
    await writeFile(join(dir, `${symbol}.csv`), ['Date,Open,High,Low,Close,Volume', ...lines].join('\n'));
  }
  return {
    provider: createCsvProvider({ dir, clock }),
    source: 'csv',
    unknownHistoryMessage: 'NOSUCH.XX.csv is missing in the folder of CSV files',
    close: () => rm(dir, { recursive: true }),
  };
});

describe('createCsvProvider', () => {
  let dir: string;
  let provider: MarketDataProvider;
  const put = (name: string, ...lines: string[]) =>
    writeFile(join(dir, name), ['date,open,high,low,close,volume', ...lines].join('\n'));

  beforeAll(async () => {
    dir = await folder();
    provider = createCsvProvider({ dir, clock });
    await put('MYFUND.csv', '1985-06-03,1,1,1,1,1', '2024-01-02,10,12,9,11,500');
    await put('bayn.de.CSV', '2024-01-02,10,12,9,11,500');
    await put('Notes.txt', '2024-01-02,10,12,9,11,500');
    await put('not a symbol.csv', '2024-01-02,10,12,9,11,500');
    await put('..csv', '2024-01-02,10,12,9,11,500');
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('returns only the symbol when the catalogue lacks it', async () => {
    expect(await provider.lookup('MYFUND')).toEqual({
      symbol: 'MYFUND',
      name: 'MYFUND',
      isin: null,
      exchange: null,
      currency: null,
      sector: null,
      industry: null,
      type: null,
      timezone: null,
    });
  });

  it('returns days before 1990', async () => {
    expect((await provider.history('MYFUND')).bars.date).toEqual(['1985-06-03', '2024-01-02']);
  });

  it('ignores the case of a file name', async () => {
    expect((await provider.lookup('BAYN.DE')).name).toBe('Bayer AG');
    expect((await provider.history('BAYN.DE')).bars.close).toEqual([11]);
  });

  it('finds only the symbols of the folder', async () => {
    expect((await provider.search('m', 10)).map(({ symbol }) => symbol)).toEqual(['MYFUND']);
    expect(await provider.search('notes', 10)).toEqual([]);
    await expect(provider.lookup('MSFT')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(provider.resolveIsin('US5949181045')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each(['../MYFUND', '..', '/ETC/PASSWD', 'SUB/MYFUND', 'MYFUND\0'])(
    'does not read outside of the folder for %j',
    async (symbol) => {
      await expect(provider.history(symbol)).rejects.toMatchObject({ kind: 'not_found' });
    },
  );

  it('reads a changed file on the next call', async () => {
    await put('CHANGED.csv', '2024-01-02,10,12,9,11,500');
    expect((await provider.history('CHANGED')).bars.close).toEqual([11]);
    await put('CHANGED.csv', '2024-01-02,10,12,9,10.5,500', '2024-01-03,10,12,9,11.5,500');
    expect((await provider.history('CHANGED')).bars.close).toEqual([10.5, 11.5]);
    await rm(join(dir, 'CHANGED.csv'));
    await expect(provider.history('CHANGED')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('takes the currency from the file, else from the catalogue', async () => {
    const putWith = (name: string, currency: string) =>
      writeFile(
        join(dir, name),
        `date,open,high,low,close,volume,dividend,currency\n2024-01-02,10,12,9,11,500,0.5,${currency}`,
      );
    await putWith('OWN.csv', 'SEK');
    await putWith('SAP.DE.csv', 'CHF');
    await putWith('SIE.DE.csv', '');
    for (const [symbol, currency] of [
      ['OWN', 'SEK'],
      ['SAP.DE', 'CHF'],
      ['SIE.DE', 'EUR'],
    ] as const) {
      const { instrument, dividends } = await provider.history(symbol);
      expect([instrument.currency, dividends]).toEqual([
        currency,
        [{ date: '2024-01-02', amount: 0.5, currency }],
      ]);
    }
  });

  it('names the file and the line of an invalid bar', async () => {
    await put('BAD.csv', '2024-01-02,10,12,9,x,500');
    await expect(provider.history('BAD')).rejects.toMatchObject({
      kind: 'bad_data',
      message: expect.stringMatching(/^BAD\.csv was rejected: .* line 2: the close is not a number\.$/),
    });
  });

  it('rejects a file larger than 32 MB without reading it', async () => {
    await put('HUGE.csv');
    await truncate(join(dir, 'HUGE.csv'), 200_000_000);
    await expect(provider.history('HUGE')).rejects.toMatchObject({
      kind: 'bad_data',
      message: 'HUGE.csv is larger than 32 MB',
    });
  });

  it('rejects with unavailable when the path is a folder', async () => {
    await mkdir(join(dir, 'FOLDER.csv'));
    await expect(provider.history('FOLDER')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'FOLDER.csv cannot be read',
    });
  });

  it('reports no service while the folder cannot be read, and recovers afterwards', async () => {
    const missing = join(dir, 'missing');
    const broken = createCsvProvider({ dir: missing, clock });
    const reason = 'The folder of CSV files cannot be read';
    await expect(broken.history('AAPL')).rejects.toMatchObject({ kind: 'unavailable', message: reason });
    expect(broken.health()).toEqual({ status: 'unavailable', until: null, reason });
    await mkdir(missing);
    expect(await broken.search('a', 5)).toEqual([]);
    expect(broken.health()).toEqual({ status: 'healthy', until: null, reason: null });
  });
});
