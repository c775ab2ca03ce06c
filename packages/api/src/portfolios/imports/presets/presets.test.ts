import { expect, it } from 'vitest';
import { lines, readText } from '../testing/read-text.ts';

it.each([
  [
    'Parqet',
    'datetime;date;time;price;shares;amount;tax;fee;realizedgains;type;broker;assettype;identifier;wkn;originalcurrency;currency;fxrate;holding;holdingname',
    '2024-05-20T09:00;20.05.2024;09:00;10,5;3;31,5;0;0;;Order;x;Security;US0378331005;;EUR;EUR;;;Apple',
  ],
  [
    'Swissquote',
    'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency',
    '20-05-2024 09:00:00;1;Order;AAPL;Apple;US0378331005;3;10.5;1;0;-32.5;0;EUR',
  ],
  [
    'Freetrade',
    'Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell,Ticker,ISIN,Price per Share in Account Currency,Stamp Duty,Quantity,Venue,Order ID,Order Type,Instrument Currency,Total Shares Amount,Price per Share,FX Rate',
    'Apple,ORDER,2024-05-20T09:00:00.000Z,GBP,32,Order,AAPL,US0378331005,10,0,3,X,1,BASIC,EUR,31.5,10.5,1',
  ],
  [
    'Revolut',
    'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
    '2024-05-20T09:00:00.000Z,AAPL,Order,3,10.5,31.5,EUR,1',
  ],
])('offers the columns of %s, which only the user confirms', (preset, header, row) => {
  const text = lines(header, row);
  expect(readText(text)).toMatchObject({
    preset,
    isConfirmed: false,
    rows: [{ verdict: 'problem', message: 'This type is not known: "Order"' }],
  });
  const confirmed = readText(text, { mapping: { types: [{ text: 'order', type: 'BUY' }] } });
  expect(confirmed).toMatchObject({
    preset,
    isConfirmed: true,
    rows: [{ values: { type: 'BUY', date: '2024-05-20', quantity: '3', price: '10.5', currency: 'EUR' } }],
  });
});

it.each([
  [
    'Saxo',
    'Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate',
  ],
  [
    'eToro',
    'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA',
  ],
])('offers the columns of %s', (preset, header) => {
  const row = header.split(',').map((_, index) => `${index}`);
  expect(readText(lines(header, row.join()))).toMatchObject({ preset, isConfirmed: false });
});
