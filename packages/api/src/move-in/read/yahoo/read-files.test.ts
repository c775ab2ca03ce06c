import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { planBook } from '../../testing/move-in.ts';
import { toldBook, writeYahoo } from '../../testing/told-books.ts';
import { readYahoo } from './read-files.ts';

const options = { today: '2026-11-27', limits: readLimits };

const read = (rows: readonly string[], name = 'Retirement.csv') =>
  readYahoo([{ name, bytes: writeYahoo([], { rows }) }], options);

const quote = '180.1,2024/06/28,17:35 CEST,0.5,179,181,178,1000';

describe('readYahoo', () => {
  it('makes a portfolio of each file, named by it', () => {
    const files = ['Retirement.csv', 'Retirement.csv', 'Play.csv'].map((name) => ({
      name,
      bytes: writeYahoo(toldBook),
    }));
    const { accounts, lines, lastDay } = readYahoo(files, options);
    expect(accounts.map(({ name }) => name)).toEqual(['Retirement', 'Retirement (2)', 'Play']);
    expect(lines).toHaveLength(9);
    expect(lastDay).toBe('2024-06-28');
  });

  it('reads small numbers, equal lots, and the sign of a quantity before its type', () => {
    const { lines } = read([
      `BTC-USD,${quote},20240520,60000,9.0E-6,,,,,BUY`,
      `AAPL,${quote},20240520,190,5,1.5,,,,BUY`,
      `AAPL,${quote},20240520,190,5,1.5,,,,BUY`,
      `AAPL,${quote},20240521,191,-2,0,,,A comment,BUY`,
    ]);
    // Oldest first.
    expect(lines.map(({ kind, security, quantity, fees }) => [kind, security, quantity, fees])).toEqual([
      ['sell', 'AAPL', '2', '0'],
      ['buy', 'AAPL', '5', '1.5'],
      ['buy', 'AAPL', '5', '1.5'],
      ['buy', 'BTC-USD', '0.000009', '0'],
    ]);
    expect(lines[0]).toMatchObject({ note: 'A comment', gross: '382', currency: '' });
  });

  it('waits for the currency of a portfolio whose quotes are not known yet', () => {
    const book = read([`AAPL,${quote},20240520,190,5,1.5,,,,BUY`]);
    const { plan } = planBook(book);
    expect(plan.questions).toMatchObject([{ text: 'In which currency is Retirement kept?', default: null }]);
    expect(plan.lines).toMatchObject([{ verdict: 'problem', message: 'The currency is not known yet' }]);
    const key = plan.questions[0]?.key ?? '';
    expect(planBook(book, { answers: { [key]: 'USD' } }).comparison.equal).toBe(true);
  });

  it('leaves out cash, and makes a list of symbols without a quantity', () => {
    const { lists, leftOut, lines } = read([
      `$$CASH_TX,,,,,,,,,20240520,,100.0,,,,`,
      `$$CASH,,,,,,,,,,,500,,,,`,
      `MSFT,${quote},,,,,,,,`,
    ]);
    expect(lines).toEqual([]);
    expect(leftOut.map(({ what, count }) => [what, count])).toEqual([
      ['$$CASH', 1],
      ['$$CASH_TX', 1],
    ]);
    expect(lists).toEqual([{ name: 'Retirement', securities: ['MSFT'] }]);
  });

  it('asks for one day of all rows without one, and names what is no number', () => {
    const book = read([
      `AAPL,${quote},,190,5,,,,,`,
      `MSFT,${quote},,400,1,,,,,`,
      `SAP.DE,${quote},20240520,one,1,,,,,`,
      `SAP.DE,${quote},20240520,,1,,,,,`,
    ]);
    const open = planBook(book, { answers: { 'currency:Retirement': 'USD' } });
    expect(open.plan.questions).toMatchObject([
      {
        key: 'date',
        text: '2 rows have no trade date. Since which day have you held these shares?',
        default: null,
      },
      { key: 'currency:Retirement' },
    ]);
    expect(open.plan.lines.map(({ message }) => message)).toEqual([
      'The day is not known yet',
      'The day is not known yet',
      'The purchase price is missing',
      '"one" is not a number',
    ]);
    const answers = { 'currency:Retirement': 'USD', date: '2024-07-01' };
    const { plan, book: answered, comparison } = planBook(book, { answers });
    expect(answered.lastDay).toBe('2024-07-01');
    expect(plan.transactions.map(({ date, security, currency }) => [date, security, currency])).toEqual([
      ['2024-07-01', 'MSFT', 'USD'],
      ['2024-07-01', 'AAPL', 'USD'],
    ]);
    expect(comparison.differences.map(({ security }) => security)).toEqual(['SAP.DE']);
  });
});
