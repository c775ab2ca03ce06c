import { describe, expect, it } from 'vitest';
import { readLimits } from '../limits.ts';
import { readFiles } from './read-files.ts';

const limits = { ...readLimits, fileBytes: 1024 * 1024 };
const options = { password: null, today: '2026-11-27', limits };
const names = (...files: readonly (string | Uint8Array)[]) =>
  readFiles(
    files.map((file, index) => ({ name: `${index}.txt`, bytes: Buffer.from(file) })),
    options,
  ).then(
    ({ program }) => program,
    (error: Error) => error.message,
  );

const xml =
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<client><version>70</version><securities><security><uuid>s</uuid></security></securities></client>';
const json =
  '{"meta":{"date":"2026-11-20"},"activities":[{"type":"FEE","date":"2026-11-19","fee":1,"currency":"EUR"}]}';

describe('readFiles', () => {
  it('knows a program by the content of its file', async () => {
    expect(await names(xml)).toBe('Portfolio Performance');
    expect(await names(json)).toBe('Ghostfolio');
  });

  it('rejects what no program has written, and files that do not belong together', async () => {
    const unknown = "This is no file of a program we know. For a broker's file use Import";
    expect(await names('date,type\n2024-05-20,BUY')).toBe(unknown);
    expect(await names('')).toBe(unknown);
    expect(await names()).toBe(unknown);
    expect(await names(xml, 'date,type')).toBe(unknown);
    expect(await names(xml, json)).toBe('These files do not belong together');
  });

  it('rejects files that are too large', async () => {
    const size = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024, ' ');
    expect(await names(size(2))).toBe('The file has 2 MiB unpacked, the maximum is 1');
    expect(await names(size(1), size(1), size(1))).toBe('The file has 3 MiB unpacked, the maximum is 2');
  });

  it('rejects more accounts than a report can name', async () => {
    const accounts = Array.from({ length: 2_001 }, (_, index) => ({
      id: `a${index}`,
      name: 'A',
      currency: 'EUR',
    }));
    const activity = {
      id: 't1',
      accountId: 'a0',
      type: 'FEE',
      date: '2024-01-02T00:00:00.000Z',
      fee: 1,
      currency: 'EUR',
    };
    const text = JSON.stringify({ meta: { date: '2024-06-28' }, accounts, activities: [activity] });
    const bytes = new TextEncoder().encode(text);
    await expect(readFiles([{ name: 'file.json', bytes }], options)).rejects.toThrow(
      'The file has 2,001 accounts, the maximum is 2,000',
    );
  });
});
