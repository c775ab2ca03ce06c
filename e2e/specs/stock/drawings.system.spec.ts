import type { Locator, Page } from '@playwright/test';
import { pressTool } from '../../support/chart-tools.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

// The tools are there at once, as on a page that has been idle.
test.use({ preloads: true });

const panel = (page: Page) => page.getByRole('dialog', { name: 'Draw' });
const plot = (page: Page) => page.getByRole('application');
const handle = (page: Page, name: RegExp) => plot(page).getByRole('button', { name });

interface Stored {
  kind: string;
  name: string | null;
  points: { date: string; price: number }[];
}

async function choose(page: Page, tool: string): Promise<void> {
  await pressTool(page, 'Draw');
  await panel(page).getByRole('button', { name: tool, exact: true }).first().click();
  await expect(panel(page)).toHaveCount(0);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The chart is not on the page');
  return box;
}

/** Drags from one place of the plot to another, both in shares of its size. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const { x, y, width, height } = await boxOf(plot(page));
  await page.mouse.move(x + from[0] * width, y + from[1] * height);
  await page.mouse.down();
  await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 5 });
  await page.mouse.up();
}

test.describe('drawings', () => {
  let stored: () => Promise<Stored[]>;

  test.beforeEach(async ({ page, api, account }) => {
    await addStock(api, account, 'AAPL');
    stored = async () => {
      const response = await api.get('/api/stocks/AAPL/drawings', {
        headers: { authorization: `Bearer ${account.accessToken}` },
      });
      return (await response.json()).drawings;
    };
    await page.goto('/stocks/AAPL');
    await expect(plot(page)).toBeVisible();
  });

  test('places, moves and deletes a trend line by mouse, and keeps it with the stock', async ({ page }) => {
    await choose(page, 'Trend line');
    await drag(page, [0.2, 0.5], [0.5, 0.3]);
    const start = handle(page, /^Trend line, first point: /);
    await expect(start).toBeVisible();
    await expect.poll(async () => (await stored()).length).toBe(1);
    const before = (await stored())[0]?.points;
    const { x, y } = await boxOf(start);
    await page.mouse.move(x + 12, y + 12);
    await page.mouse.down();
    await page.mouse.move(x + 12, y - 40, { steps: 5 });
    await page.mouse.up();
    await expect
      .poll(async () => (await stored())[0]?.points[0]?.price)
      .toBeGreaterThan(before?.[0]?.price ?? 0);
    await page.reload();
    await expect(plot(page)).toBeVisible();
    await pressTool(page, 'Draw');
    await panel(page)
      .getByRole('button', { name: /^Trend line \w+ \d/ })
      .click();
    await expect(start).toBeFocused();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await stored()).length).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored()).length).toBe(1);
  });

  test('places and moves a ray by keys alone', async ({ page }) => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Draw', exact: true }).press('Enter');
    await panel(page).getByRole('button', { name: 'Horizontal ray' }).press('Enter');
    await page.getByRole('button', { name: 'Place it in the middle' }).press('Enter');
    const start = handle(page, /^Horizontal ray, start: /);
    await expect(start).toBeFocused();
    await expect.poll(async () => (await stored()).length).toBe(1);
    const [before] = (await stored())[0]?.points ?? [];
    // Both before the first is rendered.
    await start.evaluate((handle) => {
      for (const [key, shiftKey] of [['ArrowUp', true] as const, ['ArrowRight', false] as const])
        handle.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
    });
    await expect.poll(async () => (await stored())[0]?.points[0]?.price).toBeGreaterThan(before?.price ?? 0);
    expect(((await stored())[0]?.points[0]?.date ?? '') > (before?.date ?? '')).toBe(true);
    await page.keyboard.press('Escape');
    await expect(start).toHaveCount(0);
    await expect(plot(page)).toBeFocused();
  });

  test('renames and deletes a rectangle in the list', async ({ page }) => {
    await choose(page, 'Rectangle');
    const { x, y, width, height } = await boxOf(plot(page));
    await page.mouse.click(x + 0.2 * width, y + 0.2 * height);
    await page.mouse.click(x + 0.4 * width, y + 0.4 * height);
    await expect(handle(page, /^Rectangle, second point: /)).toBeVisible();
    await pressTool(page, 'Draw');
    await panel(page).getByRole('button', { name: 'Rename Rectangle' }).click();
    await panel(page).getByLabel('New name of Rectangle').fill('Base of spring');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored())[0]?.name).toBe('Base of spring');
    await panel(page).getByRole('button', { name: 'Delete Base of spring' }).click();
    await expect(panel(page).getByText('None on this stock yet.')).toBeVisible();
    await expect.poll(stored).toEqual([]);
  });

  test('measures with Shift, and stores nothing', async ({ page, server }) => {
    await page.keyboard.down('Shift');
    await drag(page, [0.3, 0.4], [0.6, 0.2]);
    await page.keyboard.up('Shift');
    const end = handle(page, /^Measurement, second point: /);
    await expect(end).toBeVisible();
    await end.focus();
    await page.keyboard.press('ArrowRight');
    await expect(plot(page).getByRole('status').last()).toHaveText(
      /^[+−][\d.,]+ \([+−][\d.,]+%\) · \d+ bars · \d+ days$/,
    );
    await page.keyboard.press('Escape');
    await expect(end).toHaveCount(0);
    expect(server.calls('drawings.replace')).toEqual([]);
  });
});

test.describe('drawings whose code is not loaded', () => {
  test.use({ preloads: false });

  test('draws by a drag that ends before the code is loaded', async ({ page, api, account }) => {
    await addStock(api, account, 'AAPL');
    const { promise: isDrawn, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/drawing-layer-*.js', async (route) => {
      await isDrawn;
      await route.continue();
    });
    await page.goto('/stocks/AAPL');
    await expect(plot(page)).toBeVisible();
    await choose(page, 'Trend line');
    await drag(page, [0.2, 0.5], [0.5, 0.3]);
    load();
    await expect(handle(page, /^Trend line, second point: /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset view' })).toHaveCount(0);
  });

  test('loads the code by Retry when the download has failed', async ({ page, api, account, log }) => {
    log.expect(/Failed to load resource.*drawing-layer/);
    log.ignore(/ChunkLoadError/);
    await addStock(api, account, 'AAPL');
    let isReachable = false;
    await page.route('**/drawing-layer-*.js', (route) => (isReachable ? route.continue() : route.abort()));
    await page.goto('/stocks/AAPL');
    await expect(plot(page)).toBeVisible();
    await choose(page, 'Trend line');
    await expect(plot(page).getByText('The drawings could not be shown.')).toBeVisible();
    isReachable = true;
    const reloaded = page.waitForEvent('load');
    await plot(page).getByRole('button', { name: 'Retry' }).click();
    await reloaded;
    await expect(plot(page)).toBeVisible();
    await choose(page, 'Trend line');
    await drag(page, [0.2, 0.5], [0.5, 0.3]);
    await expect(handle(page, /^Trend line, second point: /)).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('places a line by two taps', async ({ page, api, account }) => {
    await addStock(api, account, 'AAPL');
    await page.goto('/stocks/AAPL');
    await expect(plot(page)).toBeVisible();
    await page.getByRole('button', { name: 'Draw', exact: true }).tap();
    await panel(page).getByRole('button', { name: 'Trend line' }).tap();
    await expect(panel(page)).toHaveCount(0);
    const { x, y } = await boxOf(plot(page));
    await page.touchscreen.tap(x + 60, y + 150);
    await page.touchscreen.tap(x + 200, y + 100);
    const end = handle(page, /^Trend line, second point: /);
    await expect(end).toBeVisible();
    const { width, height } = await boxOf(end);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    // The message lies over the sheet.
    await page.getByRole('button', { name: 'Draw', exact: true }).tap();
    await panel(page).getByRole('button', { name: 'Delete Trend line' }).tap();
    await expect(end).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(panel(page).getByRole('button', { name: /^Trend line \w+ \d/ })).toHaveCount(1);
  });
});
