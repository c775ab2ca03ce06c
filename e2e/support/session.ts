import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { taskPathOf, waitForTask } from '@stockbook/testing';

export const password = 'a long and private sentence';

/** The reader's stocks, in the order in which they were added. */
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

/** The account with the tokens of a new sign-in: a refresh token that another test has replaced ends its sign-in. */
export async function signInAgain(request: APIRequestContext, account: Account): Promise<Account> {
  const { email, password } = account;
  const response = await request.post('/api/auth/login', { data: { email, password } });
  expect(response.status()).toBe(200);
  const { access_token, refresh_token, expires_at } = await response.json();
  return { ...account, accessToken: access_token, refreshToken: refresh_token, expiresAt: expires_at };
}

/** The account's tokens as the client stores them. */
export function tokensOf({ accessToken, refreshToken, expiresAt }: Account): Record<string, string> {
  return { accessToken, refreshToken, tokenExpiry: expiresAt };
}

/** Stores the account's tokens in local storage before any page loads. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.addInitScript((tokens) => {
    // Blank pages have no storage.
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('isSignedInByTest')) return;
    sessionStorage.setItem('isSignedInByTest', 'true');
    for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
  }, tokensOf(account));
}

/** Starts a task by a POST request, and waits until it has succeeded. */
async function runTask(
  request: APIRequestContext,
  { accessToken }: Account,
  path: string,
  data: Record<string, string>,
): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const started = await request.post(`/api${path}`, { headers, data });
  expect(started.status()).toBe(202);
  const taskPath = taskPathOf(await started.json());
  if (taskPath === null) throw new Error(`POST ${path} started no task: ${await started.text()}`);
  const task = await waitForTask(taskPath, async () => {
    const response = await request.get(`/api${taskPath}`, { headers });
    return { status: response.status(), body: await response.json() };
  });
  expect(task).toMatchObject({ status: 'SUCCESS' });
}

/** Adds a stock to the account's watch list. */
export async function addStock(request: APIRequestContext, account: Account, symbol: string): Promise<void> {
  await runTask(request, account, '/stocks/', { symbol });
}

/** Calculates an indicator. */
export async function calculate(
  request: APIRequestContext,
  account: Account,
  symbol: string,
  indicator: string,
): Promise<void> {
  await runTask(request, account, '/indicators/calculate', { stock_symbol: symbol, ta_indicator: indicator });
}

/** The stored values of a sign-in, by the keys that the specification names; null if missing. */
export function storedTokens(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() =>
    Object.fromEntries(
      ['accessToken', 'refreshToken', 'tokenExpiry'].map((key) => [key, localStorage.getItem(key)]),
    ),
  );
}

export const noTokens = { accessToken: null, refreshToken: null, tokenExpiry: null };

/** An account with stocks, a favourite, notes and indicators. */
export async function createSeededUser(request: APIRequestContext): Promise<Account> {
  const account = await createAccount(request);
  for (const symbol of ['^GSPC', 'EURUSD=X', '0700.HK', 'BRK-B', 'TSLA', 'NVDA', 'MSFT', 'AAPL']) {
    await addStock(request, account, symbol);
  }
  const headers = { authorization: `Bearer ${account.accessToken}` };
  await request.patch('/api/stocks/AAPL', {
    headers,
    data: { is_favorite: true, notes: 'Bought after the October low.\nLook again when RSI falls below 30.' },
  });
  await request.patch('/api/stocks/NVDA', { headers, data: { is_favorite: true } });
  for (const indicator of ['SMA', 'BBANDS', 'RSI', 'MACD']) {
    await calculate(request, account, 'AAPL', indicator);
  }
  return account;
}
