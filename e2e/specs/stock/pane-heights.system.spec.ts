import type { Page } from '@playwright/test';
import { addStock, calculate, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const figure = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart of/ });
const separator = (page: Page, index = 0) => figure(page).getByRole('separator').nth(index);

/** The middle of a separator. */
async function placeOf(page: Page): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await separator(page).boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags the first separator by this many pixels. */
async function drag(page: Page, distance: number): Promise<void> {
  const { x, y } = await placeOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + distance, { steps: 5 });
  await page.mouse.up();
}

async function expectShare(page: Page, share: number, index = 0): Promise<void> {
  await expect(separator(page, index)).toHaveAttribute('aria-valuenow', String(share));
}

/** Shows an RSI and a MACD, each in a pane. */
async function showStudies(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  for (const name of [/Relative Strength/, /Moving Average Convergence/]) {
    await page.getByRole('switch', { name }).press('Space');
  }
}

/** The stored heights of the chart of prices. */
function storedHeights(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.paneHeights.price'))?.[1],
  );
}

test.use({ viewport: { width: 1280, height: 900 } });

test('leaves the pane of an edited indicator in its place, also after a reload', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  for (const indicator of ['RSI', 'MACD']) await calculate(api, account, 'AAPL', indicator);
  await page.goto('/stocks/AAPL');
  await showStudies(page);
  const headers = figure(page).getByRole('listitem');
  const names = async () => {
    const shown = await headers.evaluateAll((items) =>
      items.map((item) => ({ text: item.textContent, top: item.getBoundingClientRect().top })),
    );
    return shown.sort((a, b) => a.top - b.top).map(({ text }) => text.slice(0, 6));
  };
  await expect.poll(names).toEqual(['RSI 14', 'MACD 1']);
  await page.getByRole('button', { name: 'Edit RSI 14' }).click();
  await page.getByRole('form', { name: 'Edit RSI 14' }).getByLabel('Period').fill('21');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['RSI 21', 'MACD 1']);
  await page.reload();
  await expect.poll(names).toEqual(['RSI 21', 'MACD 1']);
});

test.describe('of a user with stocks', () => {
  test.beforeEach(({ page, seededUser }) => signIn(page, seededUser));

  test('keeps dragged heights after a reload and for the next stock, until a double click', async ({
    page,
  }) => {
    await page.goto('/stocks/AAPL');
    await expectShare(page, 70);
    const { x, y } = await placeOf(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 100, { steps: 5 });
    expect(await storedHeights(page)).toBeUndefined();
    // Outside of the chart.
    await page.mouse.move(5, y - 100);
    await page.mouse.up();
    await expect.poll(() => storedHeights(page)).toBeDefined();
    const shareOf = async () => Number(await separator(page).getAttribute('aria-valuenow'));
    // The separator is described in the next frame.
    await expect.poll(shareOf).toBeLessThan(55);
    const share = await shareOf();
    expect(share).toBeGreaterThan(45);

    await page.reload();
    await expectShare(page, share);
    await expect.poll(async () => (await placeOf(page)).y).toBeCloseTo(y - 100, -1);
    await page.goto('/stocks/MSFT');
    await expectShare(page, share);

    await separator(page).dblclick();
    await expectShare(page, 70);
    await page.reload();
    await expectShare(page, 70);
  });

  test('leaves a pane 30 pixels at least, and restores the default heights by Enter', async ({ page }) => {
    await page.goto('/stocks/AAPL');
    await separator(page).focus();
    await expectShare(page, 70);
    for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowDown');
    // 30 of 584 pixels, without the axis of the time.
    await expectShare(page, 95);
    await page.reload();
    await expectShare(page, 95);
    await separator(page).press('Enter');
    await expectShare(page, 70);
    await page.reload();
    await expectShare(page, 70);
  });

  test('keeps the heights of indicators by their place, until they are reset in the settings', async ({
    page,
  }) => {
    await page.goto('/stocks/AAPL');
    await showStudies(page);
    await expect(figure(page).getByRole('separator')).toHaveCount(3);
    await separator(page, 2).focus();
    await expectShare(page, 50, 2);
    for (const _ of [1, 2]) await page.keyboard.press('ArrowDown');
    await expectShare(page, 60, 2);
    // A chart without these panes keeps their heights.
    await page.goto('/stocks/MSFT');
    await expect(figure(page).getByRole('separator')).toHaveCount(1);
    await expectShare(page, 70);
    await drag(page, -100);
    await expect.poll(() => separator(page).getAttribute('aria-valuenow')).toMatch(/^[45]/);
    await page.goto('/stocks/AAPL');
    await expectShare(page, 60, 2);

    await page.getByRole('button', { name: 'Chart settings' }).click();
    await page.getByRole('button', { name: 'Reset pane heights' }).click();
    await expectShare(page, 70);
    await expectShare(page, 50, 2);
  });

  test('keeps the heights of the chart below, too', async ({ page }) => {
    const below = page
      .getByRole('figure', { name: /^Chart of / })
      .getByRole('separator')
      .first();
    await page.goto('/stocks/AAPL');
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await expect(below).toHaveAttribute('aria-valuenow', '67');
    await below.press('ArrowUp');
    await expect(below).toHaveAttribute('aria-valuenow', '62');
    await page.reload();
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await expect(below).toHaveAttribute('aria-valuenow', '62');
  });
});
