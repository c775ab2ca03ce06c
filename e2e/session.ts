import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const password = 'a long and private sentence';

/** What the reader tracks, in the order in which they were added. */
export const readerStocks = ['^GSPC', 'EURUSD=X', 'MSFT', 'AAPL'] as const;

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: string;
}

/** A new account, made through the API. */
export async function createAccount(request: APIRequestContext, firstName = 'Ada'): Promise<Account> {
  const name = `user${Math.random().toString(36).slice(2, 12)}`;
  const email = `${name}@example.com`;
  const response = await request.post('/api/auth/register', {
    data: { email, username: name, password, first_name: firstName },
  });
  expect(response.status()).toBe(201);
  const { access_token, refresh_token, expires_at } = await response.json();
  return {
    name,
    email,
    password,
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: expires_at,
  };
}

/** Puts the account's tokens where the web client keeps them, before any of its pages loads. */
export async function signIn(page: Page, { accessToken, refreshToken, expiresAt }: Account): Promise<void> {
  await page.addInitScript(
    (tokens) => {
      if (sessionStorage.getItem('isSignedInByTest')) return;
      sessionStorage.setItem('isSignedInByTest', 'true');
      for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
    },
    { accessToken, refreshToken, tokenExpiry: expiresAt },
  );
}

/** Asks for a task's state until it has succeeded. */
async function success(request: APIRequestContext, { accessToken }: Account, path: string): Promise<void> {
  await expect
    .poll(async () => {
      const response = await request.get(path, { headers: { authorization: `Bearer ${accessToken}` } });
      return (await response.json()).status;
    })
    .toBe('SUCCESS');
}

/** Adds a stock to the account's watch list. */
export async function addStock(request: APIRequestContext, account: Account, symbol: string): Promise<void> {
  const response = await request.post('/api/stocks/', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { symbol },
  });
  expect(response.status()).toBe(202);
  const { data } = await response.json();
  await success(request, account, `/api/stocks/tasks/${data.task_id}`);
}

/** Calculates an indicator. */
export async function calculate(
  request: APIRequestContext,
  account: Account,
  symbol: string,
  indicator: string,
): Promise<void> {
  const response = await request.post('/api/indicators/calculate', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { stock_symbol: symbol, ta_indicator: indicator },
  });
  expect(response.status()).toBe(202);
  const { task_id } = await response.json();
  await success(request, account, `/api/indicators/task/${task_id}`);
}
