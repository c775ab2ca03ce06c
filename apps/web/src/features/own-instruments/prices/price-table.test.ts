import { describe, expect, it } from 'vitest';
import { problemText, readPriceTable, tableText, withoutRows } from './price-table.ts';

describe('readPriceTable', () => {
  it.each([
    ['a table with a header', 'Date;Close\n2025-05-02;98,5\n', 'Date;Close\n2025-05-02;98,5'],
    [
      'cells of a spreadsheet',
      '2025-05-02\t98.5\r\n2025-05-05\t99',
      'date\tclose\n2025-05-02\t98.5\n2025-05-05\t99',
    ],
    [
      'columns between blanks',
      ' 2025-05-02   98.5\n\n2025-05-05 99',
      'date\tclose\n2025-05-02\t98.5\n2025-05-05\t99',
    ],
    [
      'bars without a header',
      '2025-05-02,1,2,1,2,50',
      'date,open,high,low,close,volume\n2025-05-02,1,2,1,2,50',
    ],
    ['two columns of other names', 'Datum;Kurs\n02.05.2025;98,5', 'date;close\n02.05.2025;98,5'],
    ['a close before its date', 'Close,Date\n98.5,2025-05-02', 'Close,Date\n98.5,2025-05-02'],
    ['commas of numbers', '02.05.2025 98,5\n05.05.2025 99', 'date\tclose\n02.05.2025\t98,5\n05.05.2025\t99'],
    ['blank rows', 'date,close\n,\n2025-05-02,98.5\n ;;\n', 'date,close\n2025-05-02,98.5'],
  ])('reads %s', (_name, text, read) => {
    expect(tableText(readPriceTable(text))).toBe(read);
  });

  it.each(['', ' \n', 'date,close'])('finds no row in %j', (text) => {
    expect(readPriceTable(text).rows).toEqual([]);
  });
});

describe('withoutRows', () => {
  it('leaves out the rows at the indexes, and keeps the header', () => {
    const table = readPriceTable('date,close\na,1\nb,2\nc,3');
    expect(tableText(withoutRows(table, new Set([0, 2])))).toBe('date,close\nb,2');
  });
});

describe('problemText', () => {
  it.each([
    ['bars[3].date is not a date', 'date is not a date'],
    ['bars[12] lies in the future', 'lies in the future'],
    ['The table needs a header', 'The table needs a header'],
  ])('reads %s as %s', (message, text) => {
    expect(problemText(message)).toBe(text);
  });
});
