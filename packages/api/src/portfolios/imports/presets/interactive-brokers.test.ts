import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

describe('the format of trades of Interactive Brokers', () => {
  const header =
    '"Buy/Sell","TradeDate","ISIN","Quantity","TradePrice","TradeMoney","CurrencyPrimary","IBCommission","IBCommissionCurrency"';
  const longer = `${header},"Symbol","AssetClass","LevelOfDetail","TransactionType","TransactionID"`;

  it('reads negative commissions and sold quantities', () => {
    const text = lines(
      header,
      '"BUY","20240520","US0378331005","10","190.5","1905","USD","-1","USD"',
      '"SELL","2024-05-21","US0378331005","-4","191","-764","USD","-1.05","USD"',
      '"BUY","20240520","US0378331005","10","190.5","1905","USD","-1","EUR"',
      '"BUY (Ca.)","20240520","US0378331005","10","190.5","1905","USD","-1","USD"',
    );
    expect(readText(text).preset).toBe('Interactive Brokers (trades)');
    const shares = { isin: 'US0378331005', currency: 'USD' };
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'BUY', date: '2024-05-20', quantity: '10', price: '190.5', fees: '1' },
      { ...shares, type: 'SELL', date: '2024-05-21', quantity: '4', price: '191', fees: '1.05' },
      ['problem', 'The commission is in EUR, the trade in USD: enter the fees'],
      ['problem', 'This type is not known: "BUY (Ca.)"'],
    ]);
    const mapping = { rows: [{ line: 4, fees: 1.1 }] };
    expect(rowsOf(text, { mapping })[2]).toMatchObject({ type: 'BUY', fees: '1.1' });
  });

  it('leaves out rows that are no executions, and reads exchanges of money', () => {
    const text = lines(
      longer,
      '"BUY","20240520","US0378331005","10","190.5","1905","USD","-1","USD","AAPL","STK","EXECUTION","ExchTrade","77"',
      '"BUY","20240520","US0378331005","10","190.5","1905","USD","-1","USD","AAPL","STK","ORDER","ExchTrade",""',
      '"BUY","20240520","US0378331005","10","0","0","USD","0","USD","AAPL","STK","EXECUTION","BookTrade",""',
      '"BUY","20240520","","1000","1.08","1080","USD","-2","USD","EUR.USD","CASH","EXECUTION","ExchTrade","78"',
      '"SELL","20240521","","-1000","1.09","-1090","USD","0","USD","EUR.USD","CASH","EXECUTION","ExchTrade","79"',
      '"SELL","20240521","","-1000","1.09","-1090","USD","-2","USD","EUR.USD","CASH","EXECUTION","ExchTrade","80"',
      '"BUY","TradeDate","ISIN","Quantity","x","x","USD","0","USD","","STK","EXECUTION","ExchTrade",""',
    );
    const skipped = ['skipped', 'Only executions of trades are transactions'];
    expect(rowsOf(text)).toEqual([
      {
        type: 'BUY',
        date: '2024-05-20',
        symbol: 'AAPL',
        isin: 'US0378331005',
        quantity: '10',
        price: '190.5',
        currency: 'USD',
        fees: '1',
        external_id: '77',
      },
      skipped,
      skipped,
      {
        type: 'EXCHANGE',
        date: '2024-05-20',
        amount: '1080',
        currency: 'USD',
        to_amount: '1000',
        to_currency: 'EUR',
        fees: '2',
        external_id: '78',
      },
      {
        type: 'EXCHANGE',
        date: '2024-05-21',
        amount: '1000',
        currency: 'EUR',
        to_amount: '1090',
        to_currency: 'USD',
        external_id: '79',
      },
      ['problem', 'The commission is in USD, the money in EUR: enter the fees'],
      ['problem', '"TradeDate" is not a date'],
    ]);
  });
});

describe('the format of cash of Interactive Brokers', () => {
  const header = '"Type","SettleDate","ISIN","Description","Amount","CurrencyPrimary"';
  const row = (type: string, date: string, isin: string, amount: string) =>
    `"${type}","${date}","${isin}","text","${amount}","USD"`;

  it('joins taxes to the dividend of the same day and security', () => {
    const text = lines(
      header,
      row('Withholding Tax', '20240516', 'US0378331005', '-3.75'),
      row('Dividends', '20240516', 'US0378331005', '25'),
      row('Withholding Tax', '20240516', 'US0378331005', '3.75'),
      row('Withholding Tax', '20240516', 'US0378331005', '-2.5'),
      row('Withholding Tax', '20240517', 'US0378331005', '-1'),
      row('Withholding Tax', '20240518', 'US0378331005', '1'),
      row('Other Fees', '20240518', '', '-1'),
    );
    expect(readText(text).preset).toBe('Interactive Brokers (cash)');
    const money = { isin: 'US0378331005', currency: 'USD', note: 'text' };
    const joined = ['skipped', 'Joined to the dividend in line 3'];
    expect(rowsOf(text)).toEqual([
      joined,
      { ...money, type: 'DIVIDEND', date: '2024-05-16', amount: '25', taxes: '2.5' },
      joined,
      joined,
      { ...money, type: 'TAX', date: '2024-05-17', amount: '1' },
      { ...money, type: 'TAX', date: '2024-05-18', amount: '-1' },
      ['problem', 'This type is not known: "Other Fees"'],
    ]);
  });
});
