import { type APIRequestContext, expect } from '@playwright/test';
import type { Account } from '../session.ts';

/** The answer of a call of an account, which must succeed. */
export async function call<Answer>(
  api: APIRequestContext,
  { accessToken }: Account,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const response = await api.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(data ? { data } : {}),
  });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

/** Creates a portfolio with transactions, whose stocks the system must know. @returns its id */
export async function createPortfolio(
  api: APIRequestContext,
  account: Account,
  settings: object,
  transactions: readonly object[],
): Promise<string> {
  const { id } = await call<{ id: string }>(api, account, 'POST', '/portfolios', settings);
  if (transactions.length > 0) {
    await call(api, account, 'POST', `/portfolios/${id}/transactions`, { transactions });
  }
  return id;
}

const trade = (type: 'BUY' | 'SELL', date: string, symbol: string, quantity: number, price: number) => ({
  type,
  date,
  symbol,
  quantity,
  price,
  fees: 1,
});

/** Two stocks bought over two years, one of them sold in part, with a dividend. */
export const trades = [
  trade('BUY', '2024-03-04', 'AAPL', 10, 170),
  trade('BUY', '2024-09-02', 'MSFT', 5.5, 410),
  trade('BUY', '2025-02-03', 'AAPL', 4, 230),
  { type: 'DIVIDEND', date: '2025-05-15', symbol: 'AAPL', amount: 3.5, taxes: 0.5 },
  trade('SELL', '2025-10-06', 'AAPL', 6, 255),
];
