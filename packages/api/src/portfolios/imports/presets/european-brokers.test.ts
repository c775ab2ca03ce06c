import { describe, expect, it } from 'vitest';
import { lines, readText, rowsOf } from '../testing/read-text.ts';

describe('the format of Trade Republic', () => {
  const header =
    'datetime,date,account_type,category,type,asset_class,name,symbol,shares,price,amount,fee,tax,currency,original_amount,original_currency,fx_rate,description,transaction_id,counterparty_name';
  const row = (category: string, type: string, shares: string, money: string, id: string, security = true) =>
    `2024-05-20T09:41:25Z,2024-05-20,DEFAULT,${category},${type},${security ? 'STOCK,Apple,US0378331005' : ',,'},${shares},${money},EUR,,,,text,${id},`;

  it('reads amounts as those without fees and taxes', () => {
    const text = lines(
      header,
      row('TRADING', 'BUY', '10', '170.5,-1705,-1.00,', 'a'),
      row('TRADING', 'SELL', '4', '180,720,-1.00,-5.27', 'b'),
      row('CASH', 'DIVIDEND', '', ',2.40,,-0.36', 'c'),
      row('CASH', 'TAX_OPTIMIZATION', '', ',,,3.10', 'd', false),
      row('CASH', 'CUSTOMER_INPAYMENT', '', ',500,,', 'e', false),
      row('CASH', 'TRANSFER_IN', '', ',50,,', 'f', false),
      row('CASH', 'TRANSFER_OUT', '', ',-20,,', 'g', false),
      row('CASH', 'CARD_TRANSACTION', '', ',-20,,', 'h', false),
      row('CORPORATE_ACTION', 'BUY', '', ',-20,,', 'i'),
    );
    expect(readText(text).preset).toBe('Trade Republic');
    const money = { date: '2024-05-20', currency: 'EUR' };
    const shares = { ...money, isin: 'US0378331005', name: 'Apple' };
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'BUY', quantity: '10', price: '170.5', fees: '1', external_id: 'a' },
      { ...shares, type: 'SELL', quantity: '4', price: '180', fees: '1', taxes: '5.27', external_id: 'b' },
      { ...shares, type: 'DIVIDEND', amount: '2.4', taxes: '0.36', external_id: 'c' },
      { ...money, type: 'TAX', amount: '-3.1', external_id: 'd' },
      { ...money, type: 'DEPOSIT', amount: '500', external_id: 'e' },
      { ...money, type: 'DEPOSIT', amount: '50', external_id: 'f' },
      { ...money, type: 'WITHDRAWAL', amount: '20', external_id: 'g' },
      ['problem', 'This type is not known: "CARD_TRANSACTION"'],
      ['problem', 'This type is not known: "BUY"'],
    ]);
  });
});

describe('the format of Scalable Capital', () => {
  const header =
    'date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency';
  const row = (status: string, type: string, rest: string) =>
    `2024-05-20;13:10:35;${status};"ref";"Text";Security;${type};${rest};EUR`;

  it('reads executed orders only', () => {
    const text = lines(
      header,
      row('Executed', 'Buy', 'US0378331005;10;170,50;-1.705,00;0,99;0,00'),
      row('Executed', 'Savings plan', 'US0378331005;0,5;170,00;-85,00;0,00;0,00'),
      row('Executed', 'Sell', 'US0378331005;4;180,00;720,00;0,99;12,23'),
      row('Executed', 'Distribution', 'US0378331005;;;7,36;0,00;'),
      row('Executed', 'Distribution', 'US0378331005;;;7,36;0,00;2,64'),
      row('Executed', 'Deposit', ';;;1.000,00;0,00;'),
      row('Executed', 'Withdrawal', ';;;-200,00;0,00;'),
      row('Executed', 'Fee', ';;;-4,99;0,00;'),
      row('Executed', 'Taxes', ';;;-3,00;0,00;'),
      row('Executed', 'Interest', ';;;7,45;0,00;'),
      row('Executed', 'Security transfer', 'US0378331005;3;0,00;0,00;0,00;'),
      row('Executed', 'Security transfer', 'US0378331005;-3;0,00;0,00;0,00;'),
      row('Cancelled', 'Buy', 'US0378331005;10;170,50;-1.705,00;0,99;0,00'),
      row('Executed', 'Corporate action', 'US0378331005;10;;;;'),
    );
    expect(readText(text).preset).toBe('Scalable Capital');
    const money = { date: '2024-05-20', currency: 'EUR', external_id: 'ref' };
    const shares = { ...money, isin: 'US0378331005', name: 'Text' };
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'BUY', quantity: '10', price: '170.5', fees: '0.99' },
      { ...shares, type: 'BUY', quantity: '0.5', price: '170' },
      { ...shares, type: 'SELL', quantity: '4', price: '180', fees: '0.99', taxes: '12.23' },
      { ...shares, type: 'DIVIDEND', amount: '7.36' },
      ['problem', 'Is the amount after or before fees and taxes?'],
      { ...money, type: 'DEPOSIT', amount: '1000' },
      { ...money, type: 'WITHDRAWAL', amount: '200' },
      { ...money, name: 'Text', type: 'FEE', amount: '4.99' },
      { ...money, name: 'Text', type: 'TAX', amount: '3' },
      { ...money, type: 'INTEREST', amount: '7.45' },
      { ...shares, type: 'TRANSFER_IN', quantity: '3' },
      { ...shares, type: 'TRANSFER_OUT', quantity: '3' },
      ['skipped', 'Only executed orders are transactions'],
      ['problem', 'This type is not known: "Corporate action"'],
    ]);
    expect(rowsOf(text, { mapping: { amount: 'net' } })[4]).toMatchObject({ amount: '10', taxes: '2.64' });
  });
});

describe('the format of transactions of DEGIRO', () => {
  const headers = {
    English:
      'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value EUR,Exchange rate,AutoFX Fee,Transaction and/or third party fees EUR,Total EUR,Order ID,',
    Dutch:
      'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde EUR,Wisselkoers,AutoFX Kosten,Transactiekosten en/of kosten van derden EUR,Totaal EUR,Order ID',
    German:
      'Datum,Zeit,Produkt,ISIN,Referenzbörse,Ausführungsort,Anzahl,Kurs,,Wert in Lokalwährung,,Wert EUR,Wechselkurs,AutoFX-Gebühr,Gebühren EUR,Gesamt EUR,Order-ID',
    Spanish:
      'Fecha,Hora,Producto,ISIN,Bolsa de referencia,Centro de ejecución,Número,Precio,,Valor local,,Valor EUR,Tipo de cambio,Coste AutoFX,Costes EUR,Total EUR,ID Orden',
    Italian:
      'Data,Ora,Prodotto,ISIN,Borsa di riferimento,Sede,Quantità,Quotazione,,Valore locale,,Valore EUR,Tasso di cambio,Commissione AutoFX,Costi EUR,Totale EUR,ID Ordine',
    Portuguese:
      'Data,Hora,Produto,ISIN,Bolsa de referência,Local,Quantidade,Preço,,Valor local,,Valor EUR,Taxa de câmbio,Taxa AutoFX,Custos EUR,Total EUR,ID da ordem',
  };
  const euro =
    '07-01-2026,09:31,ACME ETF,IE00B5L8K969,XET,XETA,9,"213,4500",EUR,"-1921,05",EUR,"-1921,05",,"0,00","-3,00","-1924,05",,b9';
  const dollar =
    '15-09-2025,19:33,JD COM,US47215P1066,NDQ,ARCX,-18,"33,7500",USD,"607,50",USD,"516,32","1,2500","-1,29","-2,00","513,03",,fd';

  it.each(Object.entries(headers))('recognises the positions of the columns in %s', (_, header) => {
    expect(readText(lines(header, euro)).preset).toBe('DEGIRO (transactions)');
    expect(rowsOf(lines(header, euro, dollar))).toEqual([
      {
        type: 'BUY',
        date: '2026-01-07',
        isin: 'IE00B5L8K969',
        name: 'ACME ETF',
        quantity: '9',
        price: '213.45',
        currency: 'EUR',
        fees: '3',
      },
      {
        type: 'SELL',
        date: '2025-09-15',
        isin: 'US47215P1066',
        name: 'JD COM',
        quantity: '18',
        price: '33.75',
        currency: 'USD',
        fees: '4.1125',
        fx_rate: '0.8',
      },
    ]);
  });

  it('takes no rate in a portfolio that is not in EUR, and asks for fees without a rate', () => {
    const withoutRate = dollar.replace('"1,2500"', '');
    const text = lines(headers.English, dollar, withoutRate, dollar.replace('18', 'x'));
    expect(rowsOf(text, { currency: 'USD' })).toMatchObject([
      { type: 'SELL', fees: '4.1125' },
      ['problem', 'The fees are in EUR and there is no exchange rate: enter the fees'],
      ['problem', '"-x" is not a number'],
    ]);
    expect(rowsOf(text, { currency: 'USD' })[0]).not.toHaveProperty('fx_rate');
  });
});

describe('the format of an account of DEGIRO', () => {
  const header = 'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id';
  const row = (day: string, security: string, text: string, money: string) =>
    `${day}-05-2024,09:05,${day}-05-2024,${security},"${text}",,${money},EUR,"1,36",`;

  it('reads dividends, taxes, fees and deposits, and leaves trades to the other file', () => {
    const cola = 'COCA-COLA,US1912161007';
    const text = lines(
      header,
      row('16', cola, 'Dividend', 'USD,"0,44"'),
      row('16', cola, 'Dividendbelasting', 'USD,"-0,07"'),
      row('17', cola, 'Dividendbelasting', 'USD,"-0,05"'),
      row('16', cola, 'Koop 1 @ 33,9 USD', 'USD,"-33,90"'),
      row('16', cola, 'DEGIRO Transactiekosten en/of kosten van derden', 'EUR,"-1,00"'),
      row('16', ',', 'Valuta Creditering', 'USD,"33,90"'),
      row('16', ',', 'iDEAL Deposit', 'EUR,"30,00"'),
      row('16', ',', 'DEGIRO Aansluitingskosten 2024 (Xetra - XET)', 'EUR,"-2,50"'),
      row('16', ',', 'Iets anders', 'EUR,"1,00"'),
    );
    expect(readText(text).preset).toBe('DEGIRO (account)');
    const skipped = ['skipped', 'Trades are in the file of transactions'];
    const shares = { isin: 'US1912161007', name: 'COCA-COLA', currency: 'USD' };
    expect(rowsOf(text)).toEqual([
      { ...shares, type: 'DIVIDEND', date: '2024-05-16', amount: '0.44', taxes: '0.07' },
      ['skipped', 'Joined to the dividend in line 2'],
      { ...shares, type: 'TAX', date: '2024-05-17', amount: '0.05' },
      skipped,
      skipped,
      skipped,
      { type: 'DEPOSIT', date: '2024-05-16', amount: '30', currency: 'EUR' },
      { type: 'FEE', date: '2024-05-16', amount: '2.5', currency: 'EUR' },
      ['problem', 'This type is not known: "Iets anders"'],
    ]);
  });
});
