import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

const money = { date: '2025-12-15', currency: 'USD' };

describe('the format of Schwab', () => {
  const header = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
  const row = (
    action: string,
    symbol: string,
    quantity: string,
    price: string,
    fees: string,
    amount: string,
  ) => `"12/15/2025","${action}","${symbol}","TEXT","${quantity}","${price}","${fees}","${amount}"`;

  it('reads the actions of an account', () => {
    const text = lines(
      '"Transactions for account Brokerage ...123 as of 01/02/2026"',
      header,
      row('Buy', 'AAPL', '10', '$150.00', '$4.95', '-$1,504.95'),
      row('Sell', 'AAPL', '4', '$160.00', '$0.02', '$639.98'),
      row('Reinvest Shares', 'AAPL', '0.5', '$151.00', '', '-$75.50'),
      row('Qualified Dividend', 'AAPL', '', '', '', '$12.00'),
      '"12/16/2025 as of 12/15/2025","Cash Dividend","AAPL","TEXT","","","","$1.00"',
      row('Reinvest Dividend', 'AAPL', '', '', '', '$75.50'),
      row('NRA Tax Adj', 'AAPL', '', '', '', '-$1.80'),
      row('Bank Interest', '', '', '', '', '$0.42'),
      row('MoneyLink Transfer', '', '', '', '', '$5,000.00'),
      row('MoneyLink Transfer', '', '', '', '', '-$500.00'),
      row('Journal', 'AAPL', '-2', '', '', ''),
      row('Journal', 'AAPL', '2', '', '', ''),
      row('Journal', '', '', '', '', '($20.00)'),
      row('Service Fee', '', '', '', '', '-$10.00'),
      row('Stock Plan Activity', 'AAPL', '3', '', '', ''),
      '"Transactions Total","","","","","","","$9,999.00"',
    );
    const file = readText(text);
    expect([file.preset, file.rows[0]?.line]).toEqual(['Schwab', 3]);
    const shares = { ...money, symbol: 'AAPL', name: 'TEXT' };
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'BUY', quantity: '10', price: '150', fees: '4.95' },
      { ...shares, type: 'SELL', quantity: '4', price: '160', fees: '0.02' },
      { ...shares, type: 'BUY', quantity: '0.5', price: '151' },
      { ...shares, type: 'DIVIDEND', amount: '12' },
      { ...shares, type: 'DIVIDEND', amount: '1' },
      { ...shares, type: 'DIVIDEND', amount: '75.5' },
      { ...shares, type: 'TAX', amount: '1.8' },
      { ...money, type: 'INTEREST', amount: '0.42' },
      { ...money, type: 'DEPOSIT', amount: '5000' },
      { ...money, type: 'WITHDRAWAL', amount: '500' },
      { ...shares, type: 'TRANSFER_OUT', quantity: '2' },
      { ...shares, type: 'TRANSFER_IN', quantity: '2' },
      { ...money, type: 'WITHDRAWAL', amount: '20' },
      { ...money, name: 'TEXT', type: 'FEE', amount: '10' },
      ['problem', 'This type is not known: "Stock Plan Activity"'],
      ['skipped', 'This line is no transaction'],
    ]);
  });
});

describe('the format of Fidelity', () => {
  const header =
    'Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date';
  const swapped =
    'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date';

  it('reads actions by their beginnings, below a preamble', () => {
    const text = lines(
      '',
      'Brokerage',
      '',
      header,
      '12/15/2025, YOU BOUGHT ACME TR (AAPL) (Cash), AAPL, ACME TR, Cash, 10, 150.25, 4.95, 0.05, , -1507.50, 12/17/2025',
      '12/15/2025, YOU SOLD ACME TR (AAPL) (Cash), AAPL, ACME TR, Cash, -4, 160, , 0.03, , 639.97, ',
      '12/15/2025, DIVIDEND RECEIVED ACME TR (AAPL), AAPL, ACME TR, Cash, , , , , , 25.50, ',
      '12/15/2025, REINVESTMENT ACME TR (AAPL), AAPL, ACME TR, Cash, 0.5, 51, , , , -25.50, ',
      '12/15/2025, Electronic Funds Transfer Received (Cash), , , Cash, , , , , , 5000.00, ',
      '12/15/2025, Electronic Funds Transfer Paid (Cash), , , Cash, , , , , , -100.00, ',
      '12/15/2025, INTEREST EARNED (Cash), , , Cash, , , , , , 0.42, ',
      '',
      '"The data and information in this spreadsheet is provided to you"',
    );
    const shares = { ...money, symbol: 'AAPL', name: 'ACME TR' };
    expect(readText(text).preset).toBe('Fidelity');
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'BUY', quantity: '10', price: '150.25', fees: '5' },
      { ...shares, type: 'SELL', quantity: '4', price: '160', fees: '0.03' },
      { ...shares, type: 'DIVIDEND', amount: '25.5' },
      { ...shares, type: 'BUY', quantity: '0.5', price: '51' },
      { ...money, type: 'DEPOSIT', amount: '5000' },
      { ...money, type: 'WITHDRAWAL', amount: '100' },
      ['problem', 'This type is not known: "INTEREST EARNED (Cash)"'],
      ['skipped', 'This line is no transaction'],
    ]);
  });

  it('accepts the price before the quantity, and a cash balance', () => {
    const row = '12/15/2025,YOU BOUGHT,AAPL,ACME TR,Cash,150.25,10,,,,-1502.50,0,';
    expect(rowsOf(lines(swapped, row))).toMatchObject([{ quantity: '10', price: '150.25' }]);
  });
});
