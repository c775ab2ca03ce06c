import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

const base = { date: '2024-05-20', currency: 'USD' };

describe('the format of Ghostfolio', () => {
  it('accepts any of several names for each column, in any case', () => {
    for (const header of [
      'Date,Code,Currency,Price,Quantity,Action,Fee',
      'TRADEDATE,SYMBOL,CCY,UNITPRICE,QTY,TYPE,COMMISSION',
      'date,ticker,currencyprimary,tradeprice,units,buy/sell,ibcommission',
    ]) {
      const text = lines(header, '20-05-2024,msft,USD,298.58,5,buy,19.00');
      expect(readText(text).preset).toBe('Ghostfolio');
      expect(rowsOf(text)).toEqual([
        { ...base, type: 'BUY', symbol: 'MSFT', quantity: '5', price: '298.58', fees: '19' },
      ]);
    }
  });

  it('reads the types of its activities', () => {
    const header = 'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note';
    const text = lines(
      header,
      '2024-05-20,MSFT,YAHOO,USD,300,2,sell,1,',
      '2024-05-20,MSFT,YAHOO,USD,0.62,5,dividend,0,quarterly',
      '2024-05-20,Account fee,MANUAL,USD,0,0,fee,49,',
      '2024-05-20,Savings,MANUAL,USD,12.5,1,interest,0,',
      '2024-05-20,Loan,MANUAL,USD,10,1,liability,0,',
      '2024-05-20,House,MANUAL,USD,10,1,item,0,',
    );
    expect(rowsOf(text)).toEqual([
      { ...base, type: 'SELL', symbol: 'MSFT', quantity: '2', price: '300', fees: '1' },
      { ...base, type: 'DIVIDEND', symbol: 'MSFT', amount: '3.1', note: 'quarterly' },
      { ...base, type: 'FEE', amount: '49' },
      { ...base, type: 'INTEREST', amount: '12.5' },
      ['skipped', 'Rows of this type are left out'],
      ['problem', 'This type is not known: "item"'],
    ]);
  });

  it('reads a JSON export, too', () => {
    const activity = {
      date: '2024-05-20T00:00:00.000Z',
      type: 'BUY',
      symbol: 'MSFT',
      quantity: 0.5,
      fee: 0,
      unitPrice: 1e-7,
      currency: 'USD',
      comment: null,
    };
    const text = JSON.stringify({
      meta: { version: '2' },
      activities: [activity, { ...activity, type: 'SELL', date: 'x' }],
    });
    const file = readText(text);
    expect([file.preset, file.rows[0]?.line, file.rows[0]?.raw]).toEqual([
      'Ghostfolio',
      1,
      JSON.stringify(activity),
    ]);
    expect(rowsOf(text)).toEqual([
      { ...base, type: 'BUY', symbol: 'MSFT', quantity: '0.5', price: '0.0000001' },
      ['problem', '"x" is not a date'],
    ]);
  });
});

describe('the format of Wealthfolio', () => {
  const header =
    'date,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,amount,fxRate,subtype';

  it('reads the types of its activities', () => {
    const text = lines(
      header,
      '2024-05-20,MSFT,EQUITY,10,BUY,380.50,USD,4.95,,,',
      '2024-05-20,MSFT,EQUITY,4,SELL,390,USD,1,,,',
      '2024-05-20,MSFT,EQUITY,1,DIVIDEND,0.75,USD,0,7.50,,QUALIFIED',
      '2024-05-20,MSFT,EQUITY,2,DIVIDEND,0.75,USD,0,,,',
      '2024-05-20,$CASH-USD,,1,INTEREST,1,USD,0,3.42,,',
      '2024-05-20,,,1,DEPOSIT,1,USD,0,1000.00,,',
      '2024-05-20,$CASH-USD,,1,WITHDRAWAL,1,USD,0,500,,',
      '2024-05-20,MSFT,EQUITY,3,TRANSFER_IN,100,USD,0,,,',
      '2024-05-20,MSFT,EQUITY,3,TRANSFER_OUT,100,USD,0,,,',
      '2024-05-20,$CASH-USD,,1,TRANSFER_IN,1,USD,0,20,,',
      '2024-05-20,$CASH-USD,,1,TRANSFER_OUT,1,USD,0,20,,',
      '2024-05-20,,,1,FEE,1,USD,0,5,,',
      '2024-05-20,,,1,TAX,1,USD,0,2,,',
      '2024-05-20,,,1,CREDIT,1,USD,0,15,,BONUS',
      '2024-05-20,MSFT,EQUITY,2,SPLIT,0,USD,0,,,',
      '2024-05-20,MSFT,EQUITY,2,ADJUSTMENT,0,USD,0,,,',
    );
    const shares = { ...base, symbol: 'MSFT' };
    expect(readText(text).preset).toBe('Wealthfolio');
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'BUY', quantity: '10', price: '380.5', fees: '4.95' },
      { ...shares, type: 'SELL', quantity: '4', price: '390', fees: '1' },
      { ...shares, type: 'DIVIDEND', amount: '7.5' },
      { ...shares, type: 'DIVIDEND', amount: '1.5' },
      { ...base, type: 'INTEREST', amount: '3.42' },
      { ...base, type: 'DEPOSIT', amount: '1000' },
      { ...base, type: 'WITHDRAWAL', amount: '500' },
      { ...shares, type: 'TRANSFER_IN', quantity: '3', price: '100' },
      { ...shares, type: 'TRANSFER_OUT', quantity: '3' },
      { ...base, type: 'DEPOSIT', amount: '20' },
      { ...base, type: 'WITHDRAWAL', amount: '20' },
      { ...base, type: 'FEE', amount: '5' },
      { ...base, type: 'TAX', amount: '2' },
      { ...base, type: 'FEE', amount: '-15' },
      ['skipped', 'Splits come with the prices'],
      ['problem', 'This type is not known: "ADJUSTMENT"'],
    ]);
  });
});
