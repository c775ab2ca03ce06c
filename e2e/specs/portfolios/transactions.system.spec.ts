import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { createBook, trades } from '../../support/data/books.ts';
import { wcagRules } from '../../support/looks.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const form = (page: Page) => page.getByRole('dialog', { name: /Transaction$/ });
const table = (page: Page) => page.getByRole('table', { name: 'Transactions, newest first' });
const menu = (page: Page, name: string) => page.getByRole('button', { name: `Actions: ${name}` });

/** Counts shifts of the layout that no input has caused. */
async function watchLayout(page: Page): Promise<() => Promise<number>> {
  const shifts = await page.evaluateHandle(() => {
    const seen: PerformanceEntry[] = [];
    new PerformanceObserver((list) => {
      seen.push(
        ...list.getEntries().filter((entry) => !('hadRecentInput' in entry) || !entry.hadRecentInput),
      );
    }).observe({ type: 'layout-shift' });
    return seen;
  });
  return () => shifts.evaluate((seen) => seen.length);
}

test('adds a purchase of a stock that is not known yet, edits, duplicates and deletes it', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'EURUSD=X');
  const id = await createBook(api, account, []);
  await page.goto(`/portfolios/${id}?tab=transactions`);
  await expect(
    page.getByText('No transactions yet. Add your first one, or import a file.').last(),
  ).toBeVisible();
  const shifts = await watchLayout(page);
  await page.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(form(page).getByLabel('Type')).toBeFocused();
  // By keys alone.
  await page.keyboard.press('Tab');
  await page.keyboard.type('oracle');
  await expect(page.getByRole('option', { name: /^ORCL/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Stock', { exact: true })).toHaveValue('ORCL');
  await form(page).getByLabel('Date').fill('2024-05-20');
  await expect(form(page).getByText('Not one of your stocks yet: it is added when you save.')).toBeVisible();
  await form(page).getByLabel('Shares').fill('3');
  await form(page).getByLabel('Price', { exact: true }).fill('100');
  await form(page).getByLabel('Fees').fill('1');
  await expect(form(page).getByRole('status', { name: 'Sum' })).toContainText('3 × 100.00 + 1.00 = 301.00');
  expect(await shifts()).toBe(0);
  await form(page).getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(form(page).getByRole('button', { name: 'Saving...' })).toBeVisible();
  // The simulated price of the day is another one: the answer asks about it.
  await expect(form(page).getByText(/^You paid 100.00, but ORCL traded/)).toBeFocused({ timeout: 20_000 });
  await form(page)
    .getByRole('button', { name: /^(Keep it|No, keep them)$/ })
    .press('Enter');
  await expect(form(page)).toBeHidden();
  const row = table(page).getByRole('row', { name: /ORCL/ });
  await expect(row).toContainText('$100.00');

  await menu(page, 'Buy of ORCL on May 20, 2024').press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await form(page).getByLabel('Note').fill('monthly');
  await page.keyboard.press('Enter');
  await form(page)
    .getByRole('button', { name: /^(Keep it|No, keep them)$/ })
    .press('Enter');
  await expect(row).toContainText('monthly');
  await expect(menu(page, 'Buy of ORCL on May 20, 2024')).toBeFocused();

  await menu(page, 'Buy of ORCL on May 20, 2024').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await form(page).getByLabel('Date').fill('2024-05-20');
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await form(page)
    .getByRole('button', { name: /^(Keep it|No, keep them)$/ })
    .click();
  await expect(form(page).getByText('An equal transaction is there already')).toBeVisible();
  await form(page).getByRole('button', { name: 'Delete this one' }).click();
  await expect(form(page)).toBeHidden();
  await expect(table(page).getByRole('row')).toHaveCount(2);

  await menu(page, 'Buy of ORCL on May 20, 2024').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this transaction?' });
  await expect(question.getByText('Your figures change at once.')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByText('No transactions yet. Add your first one, or import a file.').last(),
  ).toBeVisible();
});

test('shows the range of the day, and at its field why a sale is refused', async ({
  page,
  api,
  account,
  log,
}) => {
  log.expect(/400 .*transactions\.create/);
  for (const symbol of ['AAPL', 'MSFT', 'EURUSD=X']) await addStock(api, account, symbol);
  const id = await createBook(api, account, trades);
  await page.goto(`/portfolios/${id}?tab=transactions`);
  await page.getByRole('button', { name: 'Add Transaction' }).click();
  await form(page).getByLabel('Type').selectOption('Sell');
  await form(page).getByLabel('Stock', { exact: true }).fill('AAPL');
  await form(page).getByLabel('Date').fill('2025-03-04');
  await form(page).getByLabel('Shares').fill('8');
  await form(page).getByLabel('Price', { exact: true }).fill('230');
  await expect(form(page).getByText(/^Traded between [\d.,]+ and [\d.,]+ that day$/)).toBeVisible();
  await expect(form(page).getByRole('status', { name: 'Sum' })).toHaveText(
    /^8 × 230.00 = 1,840.00 USD \([\d,.]+ EUR at 0.\d{4}\)$/,
  );
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    form(page).getByText('You would have sold 1 more share of AAPL than you held on Mar 4, 2025'),
  ).toBeVisible();
  await expect(form(page).getByLabel('Shares')).toBeFocused();
});

test('filters the list by the address, and shows cards and a sheet on a phone', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['AAPL', 'MSFT', 'EURUSD=X']) await addStock(api, account, symbol);
  const id = await createBook(api, account, trades);
  await page.goto(`/portfolios/${id}?tab=transactions&stock=AAPL`);
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await page.getByLabel('Year').selectOption('2024');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/stock=AAPL&year=2024/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Search transactions').fill('custody');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await page.getByLabel('Search transactions').fill('');
  await expect(table(page).getByRole('row', { name: /Deposit/ })).toContainText('Counts once you track cash');

  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'Transactions, newest first' });
  await expect(cards.getByRole('listitem')).toHaveCount(trades.length);
  await cards.getByText('Sell AAPL').click();
  await expect(cards.getByText('$12.50 taxes')).toBeVisible();
  expect(await violations(page, wcagRules)).toEqual([]);
  await page.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(form(page).getByLabel('Shares')).toHaveAttribute('inputmode', 'decimal');
  // A sheet at the bottom of the screen, at the width of which nothing sticks out.
  await expect
    .poll(async () => {
      const box = await form(page).boundingBox();
      return [box?.x, Math.round((box?.y ?? 0) + (box?.height ?? 0)), box?.width];
    })
    .toEqual([0, 844, 390]);
  expect(await violations(page, wcagRules)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('moves shares to another portfolio, and says that both transactions are deleted', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['AAPL', 'MSFT', 'EURUSD=X']) await addStock(api, account, symbol);
  const id = await createBook(api, account, trades);
  const other = await createBook(api, account, [], { name: 'Children' });
  await page.goto(`/portfolios/${id}?tab=transactions`);
  await page.getByRole('button', { name: 'Add Transaction' }).click();
  await form(page).getByLabel('Type').selectOption('Shares to another portfolio');
  await form(page).getByLabel('To', { exact: true }).selectOption('Children');
  await form(page).getByLabel('Stock', { exact: true }).fill('MSFT');
  await form(page).getByLabel('Date').fill('2025-03-04');
  await form(page).getByLabel('Shares').fill('2');
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form(page)).toBeHidden();
  await expect(table(page).getByRole('row', { name: /Transfer out/ })).toContainText('Between portfolios');
  await page.goto(`/portfolios/${other}?tab=transactions`);
  await expect(table(page).getByRole('row', { name: /Transfer in/ })).toContainText('MSFT');
  await menu(page, 'Transfer in of MSFT on Mar 4, 2025').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this transaction?' });
  await expect(question).toContainText('the transaction in the other portfolio is deleted, too');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await page.goto(`/portfolios/${id}?tab=transactions`);
  await expect(table(page).getByRole('row')).toHaveCount(trades.length + 1);
});
