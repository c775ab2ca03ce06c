import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

const header = 'Datum;Art;Wertpapier;Stück;Kurs;Betrag;Währung';
const types = [
  { text: 'Kauf', type: 'BUY' },
  { text: 'Verkauf', type: 'SELL' },
  { text: 'Gebühr', type: 'FEE' },
  { text: 'Info', type: 'skip' },
];
const bought = {
  type: 'BUY',
  date: '2024-05-20',
  name: 'ACME',
  quantity: '3',
  price: '10.5',
  currency: 'EUR',
};

describe('readFile without a known format', () => {
  it.each([
    ['semicolons and decimal commas', ';', '10,5'],
    ['tabs', '\t', '10.5'],
    ['commas in quotes', ',', '"10,5"'],
  ])('reads %s', (_, delimiter, price) => {
    const row = ['20.05.2024', 'Kauf', 'ACME', '3', price, '', 'EUR'].join(delimiter);
    const text = lines(header.replaceAll(';', delimiter), row);
    expect(rowsOf(text, { mapping: { types } })).toEqual([bought]);
  });

  it('offers columns by their usual names, which a commit must confirm', () => {
    const file = readText(lines(header, '20.05.2024;Kauf;ACME;3;10,5;;EUR'));
    expect(file).toMatchObject({
      preset: null,
      isConfirmed: false,
      header: header.split(';'),
      columns: [['20.05.2024'], ['Kauf'], ['ACME'], ['3'], ['10,5'], [''], ['EUR']],
      mapping: {
        fields: {
          date: { column: 0 },
          type: { column: 1 },
          name: { column: 2 },
          quantity: { column: 3 },
          price: { column: 4 },
          amount: { column: 5 },
          currency: { column: 6 },
        },
      },
    });
    expect(file.rows).toMatchObject([
      {
        verdict: 'problem',
        message: 'This type is not known: "Kauf"',
        question: { kind: 'type', text: 'Kauf' },
      },
    ]);
    expect(readText(lines(header, '1;2;3;4;5;6;7'), { mapping: {} }).isConfirmed).toBe(true);
  });

  it('finds the header below a preamble and a byte order mark, and leaves out notes below the table', () => {
    const text = lines(
      '\uFEFFDepotauszug 2024',
      '',
      'Kunde;12345',
      header,
      '20.05.2024;Kauf;ACME;3;10,5;;EUR',
      header,
      ';;;;;;',
      'Alle Angaben ohne Gewähr',
    );
    const { rows } = readText(text, { mapping: { types } });
    expect(rows.map(({ line, verdict, message }) => [line, verdict, message])).toEqual([
      [5, 'read', null],
      [6, 'skipped', 'The names of the columns again'],
      [8, 'skipped', 'This line is no transaction'],
    ]);
  });

  it('computes a missing price from the money, before or after costs as the mapping says', () => {
    const text = lines(
      'Date,Type,Name,Quantity,Amount,Fees,Taxes',
      '2024-05-20,BUY,ACME,4,-105,4,1',
      '2024-05-21,SELL,ACME,4,95,4,1',
    );
    const prices = (amount: string) =>
      rowsOf(text, { mapping: { amount } }).map((row) => Reflect.get(row, 'price'));
    expect(prices('net')).toEqual(['25', '25']);
    expect(prices('gross')).toEqual(['26.25', '23.75']);
    expect(rowsOf(text, { mapping: {} })[0]).toEqual([
      'problem',
      'Is the amount after or before fees and taxes?',
    ]);
    expect(rowsOf(text.replaceAll(',4,1', ',,'), { mapping: {} })[0]).toMatchObject({ price: '26.25' });
  });

  it('reads a negative quantity as a sale', () => {
    const text = lines('Date,Type,Name,Quantity,Price', '2024-05-20,Kauf,ACME,-3,10.5');
    expect(rowsOf(text, { mapping: { types } })).toMatchObject([{ type: 'SELL', quantity: '3' }]);
  });

  it('reads the amount of a cost as paid if money that leaves is negative', () => {
    const signed = lines(header, '20.05.2024;Kauf;ACME;3;;-31,50;EUR', '21.05.2024;Gebühr;;;;-1,50;EUR');
    const plain = lines(header, '20.05.2024;Kauf;ACME;3;;31,50;EUR', '21.05.2024;Gebühr;;;;1,50;EUR');
    const refund = lines(header, '20.05.2024;Kauf;ACME;3;;-31,50;EUR', '21.05.2024;Gebühr;;;;1,50;EUR');
    const costOf = (text: string) => rowsOf(text, { mapping: { types } })[1];
    expect([costOf(signed), costOf(plain), costOf(refund)]).toMatchObject([
      { type: 'FEE', amount: '1.5' },
      { type: 'FEE', amount: '1.5' },
      { type: 'FEE', amount: '-1.5' },
    ]);
  });

  it('asks for the order of day and month and for the decimal mark if the file leaves them open', () => {
    const text = lines('Date,Type,Name,Quantity,Price', '01/02/2024,BUY,ACME,"1,234",10');
    expect(readText(text, { mapping: {} }).rows[0]).toMatchObject({
      verdict: 'problem',
      field: 'date',
      message: 'Does "01/02/2024" begin with the day or with the month?',
      question: { kind: 'day_order' },
    });
    expect(readText(text, { mapping: { day_order: 'month_first' } }).rows[0]).toMatchObject({
      verdict: 'problem',
      field: 'quantity',
      message: 'Is the mark in "1,234" a decimal mark?',
      question: { kind: 'decimal_mark' },
    });
    const chosen = { day_order: 'month_first', decimal_mark: 'point' };
    expect(rowsOf(text, { mapping: chosen })).toMatchObject([{ date: '2024-01-02', quantity: '1234' }]);
  });

  it('takes constants, the currency of an amount, and the corrections of single rows', () => {
    const text = lines('When,What,Paid', '2024-05-20,ACME,USD 31.50', '2024-05-21,ACME,', 'soon,ACME,1');
    const mapping = {
      fields: {
        date: { column: 0 },
        name: { column: 1 },
        amount: { column: 2 },
        type: { constant: 'DIVIDEND' },
        note: { constant: 'from paper' },
      },
      rows: [
        { line: 3, skip: true },
        { line: 4, date: '2024-06-01', symbol: 'acme', amount: '2', fees: 0.5 },
      ],
    };
    expect(rowsOf(text, { mapping })).toEqual([
      {
        type: 'DIVIDEND',
        date: '2024-05-20',
        name: 'ACME',
        amount: '31.5',
        currency: 'USD',
        note: 'from paper',
      },
      ['skipped', 'You have left this row out'],
      { type: 'DIVIDEND', date: '2024-06-01', symbol: 'ACME', amount: '2', fees: '0.5', note: 'from paper' },
    ]);
  });

  it.each([
    ['2024-05-20,BUY,ACME,ten,1', '"ten" is not a number', 'quantity'],
    ['2024-13-01,BUY,ACME,1,1', '"2024-13-01" is not a date', 'date'],
    [',BUY,ACME,1,1', 'This row has no date', 'date'],
    ['2024-05-20,,ACME,1,1', 'This row has no type', 'type'],
    ['2024-05-20,constructor,ACME,1,1', 'This type is not known: "constructor"', 'type'],
  ])('names the problem of a row: %s', (row, message, field) => {
    const text = lines('Date,Type,Name,Quantity,Price', row);
    expect(readText(text, { mapping: {} }).rows).toMatchObject([{ verdict: 'problem', message, field }]);
  });

  it('removes the apostrophes of our exports', () => {
    const text = lines('Date,Type,Name,Quantity,Price,Note', "2024-05-20,BUY,'=ACME,1,1,'-x");
    expect(rowsOf(text, { mapping: {} })).toMatchObject([{ name: '=ACME', note: '-x' }]);
  });
});

describe('readFile for a file that cannot be read', () => {
  it.each([
    ['prose', 'Your statement is attached.', 'This is no table of transactions'],
    ['numbers', '1,2\n3,4', 'This is no table of transactions'],
    ['a header alone', 'Date,Type,Name', 'The file has no transactions'],
    ['an open quote', 'Date,Type,Name\n2024-05-20,BUY,"ACME', 'a quote is not closed'],
    ['a row of too many columns', `Date,Type,Name\n${','.repeat(200)}`, 'a row has more than 200 columns'],
    ['damaged JSON', '{"activities":[', 'The JSON file cannot be read: it is damaged or cut off'],
    ['other JSON', '{"rows":[]}', 'This JSON file is no export of Ghostfolio'],
  ])('rejects it with a sentence: %s', (_, text, message) => {
    expect(() => readText(text)).toThrow(message);
  });

  it('rejects more than 10,000 rows, without counting empty ones', () => {
    const row = '2024-05-20,BUY,ACME,1,1\n';
    const head = 'Date,Type,Name,Quantity,Price\n';
    expect(() => readText(head + row.repeat(10_001))).toThrow(
      'The file has 10,001 rows. Import at most 10,000 at a time',
    );
    expect(readText(`${head}${row.repeat(10_000)}${',,,,\n'.repeat(5)}`).rows).toHaveLength(10_000);
  });
});
