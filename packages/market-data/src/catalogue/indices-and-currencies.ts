import { listings } from './catalogue-entry.ts';

const newYork = 'America/New_York';
// Yahoo Finance dates currency pairs in London.
const currencies = { exchange: 'CCY', timezone: 'Europe/London' };

export const indicesAndCurrencies = [
  ...listings({ exchange: 'SNP', currency: 'USD', timezone: newYork }, 'index', [
    ['^GSPC', 'S&P 500', null, null, null, 1970, 5500],
  ]),
  ...listings({ exchange: 'DJI', currency: 'USD', timezone: newYork }, 'index', [
    ['^DJI', 'Dow Jones Industrial Average', null, null, null, 1985, 41000],
  ]),
  ...listings({ exchange: 'NASDAQ', currency: 'USD', timezone: newYork }, 'index', [
    ['^IXIC', 'NASDAQ Composite', null, null, null, 1971, 17500],
  ]),
  ...listings({ exchange: 'FTSE Index', currency: 'GBP', timezone: 'Europe/London' }, 'index', [
    ['^FTSE', 'FTSE 100', null, null, null, 1984, 8200],
  ]),
  ...listings({ exchange: 'XETRA', currency: 'EUR', timezone: 'Europe/Berlin' }, 'index', [
    ['^GDAXI', 'DAX', null, null, null, 1988, 19000],
  ]),
  ...listings({ exchange: 'Osaka', currency: 'JPY', timezone: 'Asia/Tokyo' }, 'index', [
    ['^N225', 'Nikkei 225', null, null, null, 1970, 38000],
  ]),
  ...listings({ exchange: 'HKSE', currency: 'HKD', timezone: 'Asia/Hong_Kong' }, 'index', [
    ['^HSI', 'Hang Seng Index', null, null, null, 1986, 19000],
  ]),
  ...listings({ ...currencies, currency: 'USD' }, 'currency', [
    ['EURUSD=X', 'EUR/USD', null, null, null, 1999, 1.1],
    ['GBPUSD=X', 'GBP/USD', null, null, null, 1990, 1.35],
  ]),
  ...listings({ ...currencies, currency: 'JPY' }, 'currency', [
    ['USDJPY=X', 'USD/JPY', null, null, null, 1990, 130],
  ]),
];
