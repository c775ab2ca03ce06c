import type { Page } from '@playwright/test';
import { pressTool } from '../../support/chart-tools.ts';
import { colors, countPixels, veiled } from '../../support/pixels.ts';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

interface Columns {
  open: number[];
}

function chartOf(page: Page) {
  return page.getByRole('figure', { name: /^Price and volume chart of/ });
}

/** Makes every bar close this far above its open. */
function closing(above: number) {
  return ({ open, ...chart }: Columns) => ({
    ...chart,
    open,
    close: open.map((price) => price + above),
    high: open.map((price) => price + Math.abs(above) + 1),
    low: open.map((price) => price - Math.abs(above) - 1),
  });
}

test.use({ colorScheme: 'light' });
test.beforeEach(({ page, reader }) => signIn(page, reader));

test('draws a chart of 500 pixels: 70 % price, 30 % volume', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
  const box = await chartOf(page).boundingBox();
  expect(box?.height).toBe(500);
  const heights = await chartOf(page)
    .locator('canvas')
    .evaluateAll((all) => [
      ...new Set(all.filter((one) => one.clientWidth > 300).map((one) => one.clientHeight)),
    ]);
  const [price = 0, volume = 0] = heights.sort((a, b) => b - a);
  expect(price / (price + volume)).toBeCloseTo(0.7, 1);
});

for (const [what, above, shown, other] of [
  ['above its open', 1, colors.up, colors.down],
  ['at its open', 0, colors.up, colors.down],
  ['below its open', -1, colors.down, colors.up],
] as const) {
  test(`a bar that closes ${what} is ${shown === colors.up ? 'green' : 'red'}`, async ({ page, server }) => {
    await server.alter<Columns>('stocks.chart', closing(above));
    await page.goto('/stocks/AAPL?range=1M');
    await expect.poll(() => countPixels(chartOf(page), shown)).toBeGreaterThan(20);
    await expect.poll(() => countPixels(chartOf(page), veiled(shown))).toBeGreaterThan(200);
    expect(await countPixels(chartOf(page), other)).toBe(0);
    expect(await countPixels(chartOf(page), veiled(other))).toBe(0);
  });
}

test('draws a blue line with Line, also after a reload', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Line', exact: true }).click();
  await expect.poll(() => countPixels(chartOf(page), colors.line)).toBeGreaterThan(100);
  expect(await countPixels(chartOf(page), colors.up)).toBe(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Line', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Candlestick' }).click();
  await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
});

test('describes the chart in words, and as a table of figures', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  await expect(chartOf(page)).toHaveAccessibleName(
    /^Price and volume chart of AAPL from \w{3} \d+, \d{4} to .*: close from \$[\d,.]+ to \$[\d,.]+, [+−][\d.]+%/,
  );
  await pressTool(page, 'Show as table');
  const table = page.getByRole('table', { name: 'Daily prices of AAPL' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Date',
    'Open',
    'High',
    'Low',
    'Close',
    'Change',
    'Volume',
    'Split or dividend',
  ]);
  await expect(table.getByRole('row').nth(1)).toContainText(/[A-Z][a-z]{2} \d+, 2\d{3}\$[\d,.]+\.\d{2}/);
});

/** Counts the frames in which all bars of the longest range are drawn. */
async function watchDrawing(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const canvas = CanvasRenderingContext2D.prototype;
    const { fillRect } = canvas;
    let [frames, strokes] = [0, 0];
    canvas.fillRect = function (...area) {
      if (strokes === 0) {
        queueMicrotask(() => {
          if (strokes > 9000) frames += 1;
          strokes = 0;
          document.documentElement.dataset.drawn = String(frames);
        });
      }
      strokes += 1;
      fillRect.apply(this, area);
    };
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.drawn ?? 0));
}

/** The number of frames, once nothing is drawn any more. */
async function settled(drawn: () => Promise<number>): Promise<number> {
  let before = 0;
  await expect
    .poll(
      async () => {
        const previous = before;
        before = await drawn();
        return before > 0 && before === previous;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return before;
}

test('draws the bars of another range at most twice', async ({ page }) => {
  const drawn = await watchDrawing(page);
  await page.goto('/stocks/AAPL');
  await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
  // Marks that come later are drawn, too.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'ALL', exact: true }).click();
  // The library draws all again in the frame after the one that has shown another range.
  expect(await settled(drawn)).toBeLessThanOrEqual(2);
});

test('does not draw the bars again while the pointer moves', async ({ page }) => {
  const drawn = await watchDrawing(page);
  await page.goto('/stocks/AAPL?range=ALL');
  const date = page
    .getByRole('region', { name: 'Price chart' })
    .getByText(/^[A-Z][a-z]{2} \d+, \d{4}$/)
    .first();
  await expect(date).toBeVisible();
  const before = await settled(drawn);
  for (let move = 1; move <= 10; move += 1) {
    const shown = (await date.textContent()) ?? '';
    await chartOf(page).hover({ position: { x: 50 * move, y: 100 + 3 * move } });
    await expect(date).not.toHaveText(shown);
  }
  // The library draws all bars when the pointer reaches or leaves the line of the last price.
  expect((await drawn()) - before).toBeLessThanOrEqual(2);
});

test('shows the bar under the pointer', async ({ page }) => {
  await page.goto('/stocks/AAPL');
  const section = page.getByRole('region', { name: 'Price chart' });
  const date = section.getByText(/^[A-Z][a-z]{2} \d+, \d{4}$/).first();
  const last = await date.textContent();
  await chartOf(page).hover({ position: { x: 100, y: 100 } });
  await expect(date).not.toHaveText(last ?? '');
});

test('saves data and picture', async ({ page }) => {
  await page.goto('/stocks/AAPL?range=1M');
  await expect.poll(() => countPixels(chartOf(page), colors.up)).toBeGreaterThan(20);
  for (const [item, name] of [
    ['Download CSV', 'AAPL-1M-simulated.csv'],
    ['Download PNG', 'AAPL-1M-simulated.png'],
  ] as const) {
    const download = page.waitForEvent('download');
    await pressTool(page, 'Export');
    await page.getByRole('menuitem', { name: item }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }
});

test('copies the data, and shows it in the menu', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/stocks/AAPL?range=1M');
  await pressTool(page, 'Export');
  await page.getByRole('menuitem', { name: 'Copy data' }).click();
  await expect(page.getByRole('menuitem', { name: 'Data copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^date\topen\thigh\tlow\tclose\tvolume\tdata_source\tadjusted_for\r?\n/);
});

test('opens at the bar of the day or month of the date in the address, until a range is chosen', async ({
  page,
  api,
  reader,
}) => {
  const response = await api.get('/api/stocks/AAPL/data', {
    headers: { authorization: `Bearer ${reader.accessToken}` },
  });
  const { data }: { data: { date: string }[] } = await response.json();
  const days = data.map(({ date }) => date);
  // Not the first day of its month, which gives the month's bar its date.
  const day = days.findLast((date, index) => index < days.length - 600 && date.endsWith('-15')) ?? '';
  const firstOfMonth = days.find((date) => date.startsWith(day.slice(0, 7))) ?? '';
  const section = page.getByRole('region', { name: 'Price chart' });
  const legendOf = (date: string) =>
    section.getByText(new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }), {
      exact: true,
    });
  await page.goto(`/stocks/AAPL?date=${day}&interval=monthly`);
  await expect(legendOf(firstOfMonth)).toBeVisible();
  await page.goto(`/stocks/AAPL?date=${day}`);
  await expect(legendOf(day)).toBeVisible();
  await expect(page.getByRole('button', { name: 'ALL' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '1Y' }).click();
  await expect(page).toHaveURL('/stocks/AAPL');
  await expect(legendOf(day)).toBeHidden();
});
