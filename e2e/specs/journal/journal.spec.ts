import type { APIRequestContext, Page } from '@playwright/test';
import { pressTool } from '../../support/chart-tools.ts';
import { type Account, addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

async function write(api: APIRequestContext, account: Account, text: string, day: string, kind = 'note') {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const response = await api.post('/api/journal/', { headers, data: { symbol: 'AAPL', text, day, kind } });
  expect(response.status()).toBe(201);
}

const card = (page: Page) => page.getByRole('region', { name: 'Journal' });

test.beforeEach(async ({ api, account }) => {
  await addStock(api, account, 'AAPL');
});

test('writes an entry on the page of a stock, marks it on the chart, and leads to all of them', async ({
  page,
}) => {
  await page.goto('/stocks/AAPL');
  await expect(card(page).getByText(/^No entries yet\./)).toBeVisible();
  await card(page).getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Text').fill('Services grow, see https://example.com/report.');
  await page.keyboard.press('Escape');
  await expect(card(page).getByText(/Your unsaved draft is kept/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Text')).toHaveValue(/^Services grow/);
  await page.getByLabel('Text').press('Control+Enter');
  await expect(card(page).getByRole('listitem')).toContainText('Since then:');
  await expect(card(page).getByRole('link', { name: 'https://example.com/report' })).toBeVisible();
  const key = page.getByRole('region', { name: 'Price chart' }).getByText('J Journal');
  await expect(key).toBeVisible();
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await page.getByRole('switch', { name: 'Journal marks' }).click();
  await expect(key).toHaveCount(0);
  await page.keyboard.press('Escape');
  await pressTool(page, 'Show as table');
  await expect(page.getByRole('columnheader', { name: 'Journal' })).toBeVisible();
  await card(page).getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL('/journal?symbol=AAPL');
  await expect(page.getByRole('listitem').filter({ hasText: 'Services grow' })).toBeVisible();
});

test('searches and filters the journal, and Undo restores a deleted entry', async ({
  page,
  api,
  account,
}) => {
  await write(api, account, 'Margins narrow in the services', '2026-10-02', 'idea');
  await write(api, account, 'Bought after the report', '2026-11-03', 'buy');
  await page.goto('/journal');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['November 2026', 'October 2026']);
  await page.getByLabel('Search your journal').fill('serv');
  await expect(page.locator('mark')).toHaveText(['services']);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['October 2026']);
  await page.getByLabel('Search your journal').fill('');
  await page.getByLabel('Kind', { exact: true }).selectOption('Buy');
  await expect(page).toHaveURL(/kind=buy/);
  await expect(page.getByText('Bought after the report')).toBeVisible();
  await expect(page.getByText('Margins narrow')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete entry' }).click();
  await expect(page.getByText('Bought after the report')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Bought after the report')).toBeVisible();
});

test('asks before Cancel discards an entry about a stock that is typed', async ({ page, server }) => {
  await page.goto('/journal');
  await page.getByRole('button', { name: 'Add entry' }).click();
  const form = page.getByRole('form', { name: 'New entry' });
  await form.getByLabel('Stock').fill('aapl');
  await form.getByLabel('Text').fill('A thought');
  await form.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard this entry?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await server.fail('journal.create');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Failed to save entry')).toBeVisible();
  await server.restore('journal.create');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'A thought' })).toContainText('AAPL');
});

/** The last places of the marks of the journal, from the left, relative to the window. */
function marksOf(page: Page, count: number): Promise<{ x: number; y: number }[]> {
  return page.evaluate((last) => {
    const drawn: { x: number; y: number }[] = Reflect.get(window, 'drawnMarks');
    return drawn.slice(-last).sort((one, other) => one.x - other.x);
  }, count);
}

test('opens the entry of a mark by a click and by Enter, also one that is not among the newest', async ({
  page,
  api,
  account,
}) => {
  await page.addInitScript(() => {
    const drawn: { x: number; y: number }[] = [];
    Object.assign(window, { drawnMarks: drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function draw(...drawing: Parameters<typeof fillText>) {
      const [text, x, y] = drawing;
      fillText.apply(this, drawing);
      if (text !== 'J' || !(this.canvas instanceof HTMLCanvasElement)) return;
      const place = this.getTransform().transformPoint({ x, y });
      const box = this.canvas.getBoundingClientRect();
      const scale = box.width / this.canvas.width;
      drawn.push({ x: box.x + place.x * scale, y: box.y + place.y * scale });
    };
  });
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await write(api, account, 'The oldest of four', day(240));
  for (const daysAgo of [160, 90, 1]) await write(api, account, `${daysAgo} days ago`, day(daysAgo));
  await page.goto('/stocks/AAPL');
  const entries = card(page).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(page.getByText('J Journal')).toBeVisible();
  await expect.poll(async () => (await marksOf(page, 4)).length).toBe(4);

  const [oldest] = await marksOf(page, 4);
  if (!oldest) throw new Error('No mark is drawn');
  // The letter is below the mark.
  await page.mouse.click(oldest.x, oldest.y - 8);
  await expect(entries.filter({ hasText: 'The oldest of four' })).toBeFocused();
  await expect(entries).toHaveCount(4);

  await page.getByRole('application').press('End');
  await page.keyboard.press('Enter');
  await expect(entries.filter({ hasText: '1 days ago' })).toBeFocused();
  await expect(entries).toHaveCount(3);
});
