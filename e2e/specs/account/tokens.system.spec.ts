import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

function cardOf(page: Page) {
  return page.getByRole('region', { name: 'Personal access tokens' });
}

async function create(page: Page, name: string): Promise<string> {
  const card = cardOf(page);
  await card.getByLabel('Name').fill(name);
  await card.getByRole('button', { name: 'Create token' }).click();
  return card.getByLabel('Your new token').inputValue();
}

test.beforeEach(async ({ page, account: _ }) => page.goto('/settings'));

test('lists no tokens at first, and requires a name', async ({ page, server }) => {
  await expect(cardOf(page).getByText('You have no tokens.')).toBeVisible();
  await cardOf(page).getByRole('button', { name: 'Create token' }).click();
  await expect(cardOf(page).getByText('Name is required')).toBeVisible();
  expect(server.calls('auth.createToken')).toHaveLength(0);
});

test('shows a new token once, which works for a script and is listed', async ({ page, api }) => {
  await cardOf(page).getByLabel('Expires after').selectOption('30 days');
  await cardOf(page).getByLabel('Access').selectOption('Read only');
  const secret = await create(page, 'nightly export');
  await expect(cardOf(page).getByText('Copy it now: it will not be shown again.')).toBeVisible();
  const answer = await api.get('/api/stocks', { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status()).toBe(200);
  const write = await api.post('/api/strategies', {
    headers: { authorization: `Bearer ${secret}` },
    data: { name: 'new' },
  });
  expect(write.status()).toBe(403);
  await cardOf(page).getByRole('button', { name: 'Done' }).click();
  await expect(cardOf(page).getByRole('listitem')).toContainText(/nightly export.*Read only/);
  await page.reload();
  await expect(cardOf(page).getByRole('listitem')).toContainText(/Created.*Last used.*Expires/);
  expect(await page.content()).not.toContain(secret);
});

test('revokes a token after a confirmation', async ({ page, api }) => {
  const secret = await create(page, 'old script');
  await cardOf(page).getByRole('button', { name: 'Done' }).click();
  await cardOf(page).getByRole('button', { name: 'Revoke old script' }).click();
  await page
    .getByRole('alertdialog', { name: /old script/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(cardOf(page).getByText('You have no tokens.')).toBeVisible();
  const answer = await api.get('/api/stocks', { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status()).toBe(401);
});

test('shows failures of listing, creating and revoking a token', async ({ page, server }) => {
  const card = cardOf(page);
  await create(page, 'old script');
  await card.getByRole('button', { name: 'Done' }).click();
  await server.fail('auth.createToken');
  await card.getByLabel('Name').fill('another');
  await card.getByRole('button', { name: 'Create token' }).click();
  await expect(card.getByText('Failed to create the token')).toBeVisible();
  await server.fail('auth.deleteToken');
  await card.getByRole('button', { name: 'Revoke old script' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(card.getByText('Failed to revoke the token')).toBeVisible();
  await server.fail('auth.tokens');
  await page.reload();
  await expect(card.getByText('Failed to load the tokens')).toBeVisible();
  await server.restore('auth.tokens');
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card.getByRole('listitem')).toContainText('old script');
});
