import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ScriptReader } from './script-reader.ts';

const script = Buffer.from('-- head\nCOPY one;\na \\\\.\n\\.b\n💡\n\\.\nCOPY none;\n\\.\nlast;\n');

/** The script in chunks, as a file or a decompressor yields them. */
async function* chunks(size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < script.length; start += size) yield script.subarray(start, start + size);
}

function rowsOf(reader: ScriptReader): Promise<string> {
  return text(Readable.from(reader.rows()));
}

describe('ScriptReader', () => {
  it('reads the same lines and rows for every chunk size', async () => {
    for (let size = 1; size <= script.length; size += 1) {
      const reader = new ScriptReader(chunks(size));
      expect(await reader.line()).toBe('-- head');
      expect(await reader.line()).toBe('COPY one;');
      expect(await rowsOf(reader)).toBe('a \\\\.\n\\.b\n💡\n');
      expect(await reader.line()).toBe('COPY none;');
      expect(await rowsOf(reader)).toBe('');
      expect(await reader.line()).toBe('last;');
      expect(await reader.line()).toBe(null);
    }
  });

  it('rejects a script that ends within the rows of a table', async () => {
    const reader = new ScriptReader(chunks(4));
    await reader.line();
    await rowsOf(reader);
    await reader.line();
    await reader.line();
    await expect(rowsOf(reader)).rejects.toThrow('The backup ends in the middle of a table.');
  });

  it('rejects a line of more than 64 MiB, with its number, and joins a shorter one once', async () => {
    const part = Buffer.alloc(256 * 1024, 'a');
    async function* longLine(bytes: number): AsyncGenerator<Buffer> {
      yield Buffer.from('-- head\nCOPY one;\nrow\n');
      for (let sent = 0; sent < bytes; sent += part.length) yield part;
      yield Buffer.from('\n\\.\n');
    }
    const readRows = async (bytes: number) => {
      const reader = new ScriptReader(longLine(bytes));
      expect([await reader.line(), await reader.line()]).toEqual(['-- head', 'COPY one;']);
      let length = 0;
      for await (const rows of reader.rows()) length += rows.length;
      return length;
    };
    await expect(readRows(300e6)).rejects.toMatchObject({ name: 'LongLineError', line: 4 });
    expect(await readRows(60 * 1024 * 1024)).toBe('row\n'.length + 60 * 1024 * 1024 + 1);
  });
});
