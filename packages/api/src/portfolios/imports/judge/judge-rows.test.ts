import type { ComparedTransaction } from '@stockbook/db';
import { describe, expect, it } from 'vitest';
import { lines, readText, runSteps } from '../testing/read-text.ts';
import type { Facts, FactsStock } from './facts.ts';
import { type JudgedRow, judgeRows } from './judge-rows.ts';
import { planStoring } from './plan-storing.ts';
import { collectQuestions, presentLines } from './present.ts';

const stock = (id: number, symbol: string, fields: Partial<FactsStock> = {}): FactsStock => ({
  id,
  symbol,
  isin: null,
  name: `${symbol} Inc.`,
  currency: 'USD',
  quotedIn: 'money',
  firstDate: '2000-01-03',
  ...fields,
});

const apple = 'US0378331005';

const facts = (fields: Partial<Facts> = {}): Facts => ({
  portfolio: { id: 'p', currency: 'EUR' },
  today: '2026-11-26',
  lastDay: '2026-11-27',
  stocks: [stock(1, 'AAPL', { isin: apple }), stock(2, 'KO')],
  mapped: [],
  found: [],
  pairs: [{ symbol: 'EURUSD=X', firstDate: '2003-12-01' }],
  transactions: '[]',
  splits: [],
  splitChoices: [],
  ...fields,
});

const bought: ComparedTransaction = {
  id: 'a',
  portfolioId: 'p',
  type: 'BUY',
  date: '2024-05-20',
  ordinal: 1,
  stockId: 2,
  symbol: 'KO',
  quantity: '3',
  price: '60.5',
  amount: null,
  currency: 'USD',
  fees: '1',
  taxes: '0',
  fxRate: null,
  fxCurrency: null,
  exDate: null,
  toAmount: null,
  toCurrency: null,
  externalId: null,
  importId: null,
  transferId: null,
};

const header = 'date,type,symbol,isin,name,quantity,price,currency,fees,fx_rate,transaction id,amount';

function judge(
  rows: readonly string[],
  given: Facts,
  existing: readonly ComparedTransaction[] = [],
): JudgedRow[] {
  const file = readText(lines(header, ...rows), { mapping: {} });
  return runSteps(judgeRows(file.rows, given, existing));
}

const verdicts = (rows: readonly JudgedRow[]) => rows.map(({ verdict, message }) => [verdict, message]);

describe('judgeRows for duplicates', () => {
  const row = '2024-05-20,BUY,KO,,,3,60.50,USD,1.00,,,';

  it('counts them: a file adds only what exceeds the equal transactions of the portfolio', () => {
    const there = ['already_there', 'The portfolio has this transaction'];
    expect(verdicts(judge([row, row, row], facts(), [bought]))).toEqual([
      there,
      ['new', null],
      ['new', null],
    ]);
    const twice = [bought, { ...bought, id: 'b' }];
    expect(verdicts(judge([row], facts(), twice))).toEqual([there]);
    expect(verdicts(judge([row], facts(), [{ ...bought, fees: '1.1' }]))).toEqual([['new', null]]);
  });

  it('tells equal rows apart by the ids of the broker', () => {
    const withId = (id: string, price = '60.5') => `2024-05-20,BUY,KO,,,3,${price},USD,1,,${id},`;
    const existing = [{ ...bought, externalId: 'x' }];
    const rows = [withId('x', '99'), withId('y'), withId('y'), row];
    expect(judge(rows, facts(), existing).map(({ verdict }) => verdict)).toEqual([
      'already_there',
      'new',
      'already_there',
      'already_there',
    ]);
  });
});

describe('judgeRows for securities', () => {
  const row = (symbol: string, isin: string, name = '', currency = 'USD') =>
    `2024-05-20,BUY,${symbol},${isin},${name},3,60.5,${currency},,,,`;
  const resolved = (rows: readonly JudgedRow[]) =>
    rows.map(({ draft, lookUp, message }) => [draft?.stockId, draft?.symbol, lookUp, message]);

  it('finds a stock by its symbol or its ISIN, and looks up all others', () => {
    const unknown = 'DE0007164600';
    expect(
      resolved(
        judge([row('KO', ''), row('', apple), row('AAPL', apple), row('SAP', ''), row('', unknown)], facts()),
      ),
    ).toEqual([
      [2, 'KO', null, null],
      [1, 'AAPL', null, null],
      [1, 'AAPL', null, null],
      [0, 'SAP', { text: 'SAP', symbol: 'SAP', isin: null }, 'Will be looked up'],
      [0, null, { text: unknown, symbol: null, isin: unknown }, 'Will be looked up'],
    ]);
  });

  it('takes the company of the ISIN if the symbol is that of another company', () => {
    expect(resolved(judge([row('KO', apple), row('AAPL', 'DE0007164600')], facts()))).toEqual([
      [1, 'AAPL', null, null],
      [0, 'AAPL', { text: 'DE0007164600 AAPL', symbol: 'AAPL', isin: 'DE0007164600' }, 'Will be looked up'],
    ]);
  });

  it('asks the provider to confirm an ISIN if the source of the symbol names none', () => {
    const [first] = judge([row('KO', 'US1912161007')], facts());
    expect([first?.draft?.stockId, first?.lookUp?.isin]).toEqual([2, 'US1912161007']);
  });

  it('asks for the listing if several are in question, with that in the currency of the row first', () => {
    const listings = [
      stock(1, 'AAPL', { isin: apple }),
      stock(3, 'APC.DE', { isin: apple, currency: 'EUR' }),
    ];
    const rows = judge([row('', apple, '', 'EUR'), row('AAPL', apple)], facts({ stocks: listings }));
    expect(verdicts(rows)).toEqual([
      ['problem', `Which listing of ${apple} is it: APC.DE or AAPL?`],
      ['new', null],
    ]);
    expect(collectQuestions(rows)).toMatchObject([
      { kind: 'security', text: apple, choices: ['APC.DE', 'AAPL'], lines: 1 },
    ]);
  });

  it('asks for a stock of which only the name is known, and maps it by the name', () => {
    const rows = [row('', '', 'COCA COLA'), row('BRK B', ''), row('', 'US0378331006'), row('', '', '')];
    expect(verdicts(judge(rows, facts()))).toEqual([
      ['problem', 'Which stock is "COCA COLA"?'],
      ['problem', 'Which stock is "BRK B"?'],
      ['problem', 'Invalid ISIN: the check digit does not match'],
      ['problem', 'A BUY needs a stock'],
    ]);
    const mapped = [
      { text: 'Coca Cola', symbol: 'KO' },
      { text: 'BRK B', symbol: 'BRK-B' },
      { text: 'US0378331006', symbol: 'AAPL' },
    ];
    expect(judge(rows, facts({ mapped })).map(({ draft }) => draft?.symbol)).toEqual([
      'KO',
      'BRK-B',
      'AAPL',
      undefined,
    ]);
  });

  it('takes the stocks that a task has found, and reports those that it has not', () => {
    const found = [
      { text: 'SAP', stock: 'KO', problem: null },
      { text: 'NOPE', stock: null, problem: 'No stock found for "NOPE"' },
    ];
    expect(verdicts(judge([row('SAP', ''), row('NOPE', '')], facts({ found })))).toEqual([
      ['new', null],
      ['problem', 'No stock found for "NOPE"'],
    ]);
  });
});

describe('judgeRows for a row', () => {
  it('requires a rate of its day, unless the pair is not known yet or another row names one', () => {
    const rows = [
      '2003-01-03,BUY,KO,,,3,60.5,USD,,,,',
      '2003-02-03,DIVIDEND,KO,,,,,USD,,0.9,,5',
      '2003-03-03,BUY,KO,,,3,60.5,USD,,,,',
      '2004-01-03,BUY,KO,,,3,60.5,USD,,,,',
      '2001-01-03,BUY,KO,,,3,60.5,SEK,,,,',
      '2001-01-03,BUY,KO,,,3,60.5,EUR,,1,,',
      '2001-01-03,BUY,KO,,,3,60.5,EUR,,1.1,,',
    ];
    expect(verdicts(judge(rows, facts()))).toEqual([
      ['problem', 'There is no USD/EUR rate for Jan 3, 2003: map a column or enter the rate'],
      ['new', null],
      ['new', null],
      ['new', null],
      ['new', null],
      ['new', null],
      ['problem', 'fx_rate is for another currency'],
    ]);
  });

  it('requires a price for shares that are brought in', () => {
    const stocks = [stock(2, 'KO', { firstDate: '2024-01-02' })];
    const rows = [
      '2023-01-03,TRANSFER_IN,KO,,,3,,USD,,,,',
      '2023-02-03,BUY,KO,,,3,60.5,USD,,,,',
      '2023-03-03,TRANSFER_IN,KO,,,3,,USD,,,,',
    ];
    expect(verdicts(judge(rows, facts({ stocks })))).toEqual([
      ['problem', 'There is no price of KO for Jan 3, 2023: enter what it had cost'],
      ['new', null],
      ['new', null],
    ]);
  });

  it.each([
    ['2027-01-01,BUY,KO,,,3,60.5,USD,,,,', 'A transaction cannot lie in the future'],
    ['1969-01-01,BUY,KO,,,3,60.5,USD,,,,', 'A transaction must lie after 1969'],
    ['2024-05-20,BUY,KO,,,0,60.5,USD,,,,', 'quantity must be above 0 and at most 1,000,000,000,000'],
    ['2024-05-20,BUY,KO,,,3,-1,USD,,,,', 'price must be from 0 to 1,000,000,000,000,000'],
    ['2024-05-20,BUY,KO,,,3,,USD,,,,', 'A BUY needs a price'],
    ['2024-05-20,DIVIDEND,KO,,,,,USD,,,,-5', 'The amount of a DIVIDEND must be above 0'],
    ['2024-05-20,BUY,KO,,,3,60.5,XYZ,,,,', '"XYZ" is not a currency'],
    ['2024-05-20,TRANSFER_OUT,KO,,,3,,USD,4,,,', 'A TRANSFER_OUT has no fees'],
  ])('checks it like one that is entered by hand: %s', (row, message) => {
    expect(verdicts(judge([row], facts()))).toEqual([['problem', message]]);
  });

  it('keeps its place in the day, and reads a file whose dates descend from below', () => {
    const rows = [
      '2024-05-21,BUY,KO,,,3,1,USD,,,,',
      '2024-05-20,BUY,KO,,,2,1,USD,,,,',
      '2024-05-20,BUY,KO,,,1,1,USD,,,,',
    ];
    const given = facts();
    const judged = judge(rows, given);
    const options = { importId: 'i', now: new Date(0) };
    const { statements } = runSteps(planStoring(judged, [{ ...bought, ordinal: 7 }], given, options));
    expect(JSON.parse(statements.join())).toMatchObject([
      { date: '2024-05-20', quantity: '1', ordinal: 8, importId: 'i' },
      { date: '2024-05-20', quantity: '2', ordinal: 9 },
      { date: '2024-05-21', quantity: '3', ordinal: 1 },
    ]);
    expect(presentLines(judged, { limit: 2, offset: 0 }).map(({ line }) => line)).toEqual([2, 3]);
  });
});

describe('judgeRows for a security in per cent of its nominal value', () => {
  const bond = stock(3, '@BOND', { quotedIn: 'percent', currency: 'EUR', firstDate: null });
  const priceOf = (...rows: readonly string[]) =>
    judge(rows, facts({ stocks: [bond, stock(2, 'KO', { currency: 'EUR' })] })).map(({ draft }) => [
      draft?.symbol,
      draft?.price,
      draft?.amount,
    ]);

  it('multiplies a price by 100 that an amount gives, and leaves one that the file names', () => {
    expect(
      priceOf(
        '2024-05-20,BUY,@BOND,,,5000,,EUR,,,,4875',
        '2024-05-20,TRANSFER_IN,@BOND,,,3000,,EUR,,,,1000',
        '2024-05-20,BUY,@BOND,,,5000,97.5,EUR,,,,4875',
        '2024-05-20,BUY,KO,,,50,,EUR,,,,4875',
      ),
    ).toEqual([
      ['@BOND', '97.5', null],
      ['@BOND', '33.3333333333', null],
      ['@BOND', '97.5', null],
      ['KO', '97.5', null],
    ]);
  });

  it('takes a price as it is that the user corrects', () => {
    const file = readText(lines(header, '2024-05-20,BUY,@BOND,,,5000,,EUR,,,,4875'), {
      mapping: { rows: [{ line: 2, price: 98 }] },
    });
    const [row] = runSteps(judgeRows(file.rows, facts({ stocks: [bond] }), []));
    expect(row?.draft?.price).toBe('98');
  });

  it('divides a dividend by 100 that a price for each unit gives', () => {
    expect(
      priceOf('2024-05-20,DIVIDEND,@BOND,,,5000,2.5,EUR,,,,', '2024-05-20,DIVIDEND,KO,,,5000,2.5,EUR,,,,'),
    ).toEqual([
      ['@BOND', null, '125'],
      ['KO', null, '12500'],
    ]);
  });
});

describe('planStoring', () => {
  const plan = (rows: readonly string[], existing: readonly ComparedTransaction[] = []) => {
    const given = facts({ splits: [{ symbol: 'KO', exDate: '2024-06-01', numerator: 2, denominator: 1 }] });
    const options = { importId: 'i', now: new Date(0) };
    return runSteps(planStoring(judge(rows, given, existing), existing, given, options));
  };

  it('names the first sale that is not covered, in the shares of its day', () => {
    const rows = ['2024-06-03,SELL,KO,,,7,60.5,USD,,,,', '2024-07-03,SELL,AAPL,,,1,60.5,USD,,,,'];
    expect(plan(rows, [bought]).uncovered).toBe(
      'You would have sold 1 more share of KO than you held on Jun 3, 2024',
    );
    expect(plan(rows.slice(0, 1), [{ ...bought, quantity: '3.5' }]).uncovered).toBeNull();
  });

  it('names a sale of the portfolio that an earlier sale of the file uncovers', () => {
    const sold = { ...bought, id: 'b', type: 'SELL', date: '2024-05-30', quantity: '3' } as const;
    expect(plan(['2024-05-21,SELL,KO,,,1,60.5,USD,,,,'], [bought, sold]).uncovered).toBe(
      'Then the sale of May 30, 2024 would exceed the shares you held',
    );
  });
});
