import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

const header =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Notes,ID,Currency conversion fee,Currency (Currency conversion fee),Stamp duty reserve tax,Currency (Stamp duty reserve tax)';
const apple = 'US0378331005,AAPL,"Apple, Inc."';
const row = (
  action: string,
  security: string,
  trade: string,
  total: string,
  tax: string,
  id: string,
  fees = ',,,',
) => `${action},2024-05-20 13:30:00.123,${security},${trade},,,${total},${tax},,${id},${fees}`;

describe('the format of Trading 212', () => {
  const text = lines(
    header,
    row('Market buy', apple, '10,148.50,USD,1.25', '1189.30,EUR', ',', 'a', '1.30,EUR,,'),
    row('Limit sell', 'GB00BH4HKS39,VOD,Vodafone', '100,72.5,GBX,86.24', '83.00,EUR', ',', 'b', ',,0.42,GBP'),
    row('Dividend (Ordinary)', apple, '10,0.24,USD,Not available', '1.90,EUR', '0.34,EUR', 'c'),
    row('Dividend (Ordinary)', apple, '10,0.24,USD,Not available', '1.90,EUR', '0.36,USD', 'd'),
    row('Deposit', ',,', ',,,', '1000.00,EUR', ',', 'e'),
    row('Withdrawal', ',,', ',,,', '-50.00,EUR', ',', 'f'),
    row('Interest on cash', ',,', ',,,', '1.25,EUR', ',', 'g'),
    row('Market buy', apple, '10,148.50,USD,', '1189.30,EUR', ',', 'h', '1.30,EUR,,'),
    row('Card debit', ',,', ',,,', '-3.00,EUR', ',', 'i'),
  );
  const shares = { date: '2024-05-20', isin: 'US0378331005', symbol: 'AAPL', name: 'Apple, Inc.' };

  it('reads prices in their own currency, and money in that of the account', () => {
    expect(readText(text).preset).toBe('Trading 212');
    const money = { date: '2024-05-20', currency: 'EUR' };
    expect(rowsOf(text)).toEqual([
      {
        ...shares,
        type: 'BUY',
        quantity: '10',
        price: '148.5',
        currency: 'USD',
        fees: '1.625',
        fx_rate: '0.8',
        external_id: 'a',
      },
      {
        type: 'SELL',
        date: '2024-05-20',
        isin: 'GB00BH4HKS39',
        symbol: 'VOD',
        name: 'Vodafone',
        quantity: '100',
        price: '72.5',
        currency: 'GBX',
        fees: '42',
        fx_rate: '0.01159554731',
        external_id: 'b',
      },
      { ...shares, type: 'DIVIDEND', amount: '2.24', currency: 'EUR', taxes: '0.34', external_id: 'c' },
      ['problem', 'The withholding tax is in USD, the total in EUR: enter the amount and the taxes'],
      { ...money, type: 'DEPOSIT', amount: '1000', external_id: 'e' },
      { ...money, type: 'WITHDRAWAL', amount: '50', external_id: 'f' },
      { ...money, type: 'INTEREST', amount: '1.25', external_id: 'g' },
      ['problem', 'A fee is in EUR, the trade in USD: enter the fees'],
      ['problem', 'This type is not known: "Card debit"'],
    ]);
  });

  it('takes no rate in a portfolio of another currency', () => {
    expect(rowsOf(text, { currency: 'CHF' })[0]).not.toHaveProperty('fx_rate');
    expect(rowsOf(text, { currency: 'USD' })[0]).not.toHaveProperty('fx_rate');
  });
});
