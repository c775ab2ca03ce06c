import type { APIRequestContext } from '@playwright/test';
import type { Account } from '../session.ts';
import { createPortfolio } from './portfolios.ts';

/** A portfolio in euros with these transactions; returns its id. */
export function createBook(
  api: APIRequestContext,
  account: Account,
  transactions: readonly object[],
  settings: object = {},
): Promise<string> {
  return createPortfolio(api, account, { name: 'Retirement', currency: 'EUR', ...settings }, transactions);
}

/** Purchases and sales in 2024 and 2025 of stocks that the account must have. */
export const trades = [
  { type: 'BUY', date: '2024-01-03', symbol: 'AAPL', quantity: 10, price: 185, currency: 'USD', fees: 1 },
  {
    type: 'BUY',
    date: '2024-03-05',
    symbol: 'MSFT',
    quantity: 4,
    price: 400,
    currency: 'USD',
    note: 'monthly',
  },
  { type: 'SELL', date: '2025-02-04', symbol: 'AAPL', quantity: 3, price: 230, currency: 'USD', taxes: 12.5 },
  { type: 'DEPOSIT', date: '2025-03-04', amount: 500, currency: 'EUR' },
  { type: 'FEE', date: '2025-03-05', amount: 4.9, currency: 'EUR', note: 'Custody' },
];
