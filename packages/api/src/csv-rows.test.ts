import { describe, expect, it } from 'vitest';
import { readRows } from './csv-rows.ts';

const rowsOf = (text: string) => Array.from(readRows(text, ',', 10), ({ cells, line }) => [line, ...cells]);

describe('readRows', () => {
  it('reads a row when it is taken', () => {
    const rows = readRows('a,b\n\r\n"1 ""x""\n",2\n"open', ',', 100);
    expect([rows.next().value?.cells, rows.next().value?.cells]).toEqual([
      ['a', 'b'],
      ['1 "x"\n', '2'],
    ]);
    expect(() => rows.next()).toThrow('a quote is not closed');
  });

  it('numbers the lines in which rows begin, whatever ends them', () => {
    expect(rowsOf('a\r\n\r\nb\r"c\n\r\nd"\n\n\ne')).toEqual([
      [1, 'a'],
      [3, 'b'],
      [4, 'c\n\r\nd'],
      [9, 'e'],
    ]);
  });

  it('returns the place of a row in the text', () => {
    const text = 'a,b\r\n"x\ny",2 \n';
    expect(Array.from(readRows(text, ',', 10), ({ start, end }) => text.slice(start, end))).toEqual([
      'a,b',
      '"x\ny",2 ',
    ]);
  });

  it('rejects a row with too many columns', () => {
    expect(() => rowsOf(`a\n${','.repeat(10)}`)).toThrow('a row has more than 10 columns');
  });
});
