import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Account } from './session.ts';

export const chip = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Lists' }).getByRole('button', { name });

export const links = (page: Page) => page.getByRole('article').getByRole('link');

/** @returns the id of the new list */
export async function createList(
  api: APIRequestContext,
  account: Account,
  name: string,
  symbols: string[],
): Promise<string> {
  const response = await api.post('/api/lists/', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { name, symbols },
  });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}
