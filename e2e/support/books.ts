import { type APIRequestContext, expect } from '@playwright/test';
import type { Account } from './session.ts';

/** A portfolio in euros with these transactions, made through the API; returns its id. */
export async function createBook(
  request: APIRequestContext,
  { accessToken }: Account,
  transactions: readonly object[],
  settings: object = {},
): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const created = await request.post('/api/portfolios', {
    headers,
    data: { name: 'Retirement', currency: 'EUR', ...settings },
  });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  if (transactions.length > 0) {
    const stored = await request.post(`/api/portfolios/${id}/transactions`, {
      headers,
      data: { transactions },
    });
    expect(stored.status(), await stored.text()).toBe(201);
  }
  return id;
}

/** Calls the REST API as the account does. */
export async function call(
  request: APIRequestContext,
  { accessToken }: Account,
  method: 'GET' | 'PUT' | 'POST' | 'PATCH',
  path: string,
  data?: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
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
