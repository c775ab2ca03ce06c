import { describe, expect, it } from 'vitest';
import { stockbookColumns } from '../../exports/stockbook-csv.ts';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

const header = stockbookColumns.join(',');
const cells = (values: Partial<Record<(typeof stockbookColumns)[number], string>>) =>
  stockbookColumns.map((name) => values[name] ?? '').join(',');

describe('the format of Stockbook', () => {
  it('reads the fields of transactions as they are stored', () => {
    const rows = [
      {
        type: 'BUY',
        date: '2024-05-20',
        symbol: 'NVDA',
        isin: 'US67066G1040',
        name: 'NVIDIA',
        quantity: '3',
        price: '947.8',
        currency: 'USD',
        fees: '1',
        taxes: '0.5',
        fx_rate: '0.9201',
        fx_currency: 'EUR',
        external_id: 'x-1',
        note: 'monthly',
      },
      {
        type: 'DIVIDEND',
        date: '2024-06-28',
        symbol: 'NVDA',
        amount: '0.3',
        currency: 'USD',
        taxes: '0.05',
        ex_date: '2024-06-11',
      },
      { type: 'FEE', date: '2024-07-01', amount: '-2.5', currency: 'EUR' },
      { type: 'INTEREST', date: '2024-07-02', amount: '-1', currency: 'EUR' },
      {
        type: 'EXCHANGE',
        date: '2024-07-03',
        amount: '100',
        currency: 'EUR',
        to_amount: '108.5',
        to_currency: 'USD',
      },
      { type: 'TRANSFER_IN', date: '2024-07-04', symbol: 'NVDA', quantity: '2' },
    ];
    const file = readText(lines(header, ...rows.map(cells)));
    expect([file.preset, file.isConfirmed]).toEqual(['Stockbook', true]);
    expect(rowsOf(lines(header, ...rows.map(cells)))).toEqual(rows);
  });

  it('accepts its columns in another order, and further ones', () => {
    const reversed = stockbookColumns.toReversed();
    const values = { type: 'DEPOSIT', date: '2024-05-20', amount: '100', currency: 'EUR' };
    const row = reversed.map((name) => Reflect.get(values, name) ?? '');
    const text = lines(`${reversed.join()},extra`, `${row.join()},1`);
    expect(rowsOf(text)).toEqual([values]);
  });

  it('knows no type of another format', () => {
    expect(rowsOf(lines(header, cells({ type: 'KAUF', date: '2024-05-20' })))).toEqual([
      ['problem', 'This type is not known: "KAUF"'],
    ]);
  });
});
