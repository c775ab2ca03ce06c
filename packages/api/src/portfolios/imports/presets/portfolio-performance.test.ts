import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

const english =
  'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note';
const german =
  'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz';

const stock = { isin: 'DE0007164600', symbol: 'SAP.DE', name: 'SAP SE', currency: 'EUR' };

describe('the format of Portfolio Performance', () => {
  it('reads the types of a securities account in English', () => {
    const of = (type: string, value: string, fees: string, taxes: string) =>
      `2024-05-20T00:00,${type},"${value}",EUR,,,,${fees},${taxes},10,DE0007164600,716460,SAP.DE,SAP SE,`;
    const rows = [
      of('Buy', '1,804.99', '4.99', ''),
      of('Sell', '1,845.00', '5.00', '50.00'),
      of('Delivery (Inbound)', '1,500.00', '', ''),
      of('Delivery (Outbound)', '1,600.00', '', ''),
      of('Transfer (Inbound)', '1,500.00', '', ''),
      of('Transfer (Outbound)', '1,500.00', '', ''),
      of('Stock dividend', '1.00', '', ''),
    ];
    expect(readText(lines(english, ...rows)).preset).toBe('Portfolio Performance');
    const shares = { ...stock, date: '2024-05-20', quantity: '10' };
    expect(rowsOf(lines(english, ...rows))).toEqual([
      { ...shares, type: 'BUY', price: '180', fees: '4.99' },
      { ...shares, type: 'SELL', price: '190', fees: '5', taxes: '50' },
      { ...shares, type: 'TRANSFER_IN', price: '150' },
      { ...shares, type: 'TRANSFER_OUT' },
      { ...shares, type: 'TRANSFER_IN', price: '150' },
      { ...shares, type: 'TRANSFER_OUT' },
      ['problem', 'This type is not known: "Stock dividend"'],
    ]);
  });

  it('reads the types of a cash account in German', () => {
    const cash = (type: string, value: string, taxes = '') =>
      `2024-05-20T00:00;${type};${value};EUR;;;;;${taxes};;;;;;`;
    const rows = [
      cash('Einlage', '1.000,00'),
      cash('Entnahme', '-500,00'),
      cash('Zinsen', '7,50', '2,50'),
      cash('Zinsbelastung', '-1,25'),
      cash('Gebühren', '-9,90'),
      cash('Gebührenerstattung', '9,90'),
      cash('Steuern', '-3,00'),
      cash('Steuerrückerstattung', '3,00'),
      cash('Umbuchung (Eingang)', '20,00'),
      cash('Umbuchung (Ausgang)', '-20,00'),
      '2024-05-21T00:00;Dividende;75,00;EUR;100,00;USD;1,08;;25,00;10;DE0007164600;716460;SAP.DE;SAP SE;',
    ];
    const money = { date: '2024-05-20', currency: 'EUR' };
    expect(rowsOf(lines(german, ...rows))).toEqual([
      { ...money, type: 'DEPOSIT', amount: '1000' },
      { ...money, type: 'WITHDRAWAL', amount: '500' },
      { ...money, type: 'INTEREST', amount: '10', taxes: '2.5' },
      { ...money, type: 'INTEREST', amount: '-1.25' },
      { ...money, type: 'FEE', amount: '9.9' },
      { ...money, type: 'FEE', amount: '-9.9' },
      { ...money, type: 'TAX', amount: '3' },
      { ...money, type: 'TAX', amount: '-3' },
      { ...money, type: 'DEPOSIT', amount: '20' },
      { ...money, type: 'WITHDRAWAL', amount: '20' },
      { ...stock, type: 'DIVIDEND', date: '2024-05-21', amount: '100', taxes: '25' },
    ]);
  });

  const trade = (type: string, value: string, shares: string) =>
    `2024-05-20T00:00,${type},${value},EUR,,,,,,${shares},DE0007164600,716460,SAP.DE,SAP SE,`;

  it('leaves out trades of the cash account that repeat those of the securities account', () => {
    const rows = [
      trade('Buy', '100.00', '2'),
      trade('Buy', '-100.00', ''),
      trade('Sell', '-110.00', '2'),
      trade('Sell', '110.00', '2'),
      trade('Buy', '-50.00', ''),
    ];
    expect(readText(lines(english, ...rows)).rows.map(({ verdict, message }) => [verdict, message])).toEqual([
      ['read', null],
      ['skipped', 'This is the money of the trade in line 2'],
      ['read', null],
      ['skipped', 'This is the money of the trade in line 4'],
      ['read', null],
    ]);
  });

  it('keeps equal trades of one account', () => {
    const rows = [trade('Buy', '-100.00', '2'), trade('Buy', '-100.00', '2'), trade('Sell', '99.00', '2')];
    expect(readText(lines(english, ...rows)).rows.every(({ verdict }) => verdict === 'read')).toBe(true);
  });
});
