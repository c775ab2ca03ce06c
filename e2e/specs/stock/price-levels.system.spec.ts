import type { Locator, Page } from '@playwright/test';
import { signalEntry } from '../../support/data/signals.ts';
import { takeShifts, watchShifts } from '../../support/layout-shifts.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const chartOf = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart/ });
const formOf = (page: Page) => page.getByRole('form', { name: 'Price level' });
const priceOf = (page: Page) => formOf(page).getByLabel('Signal when the price touches');
/** In the price pane, from the left of the chart: beside its keys and its axis. */
const x = 220;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}

/** Opens the page of AAPL with the whole price pane in view. */
async function openStock(page: Page, search = ''): Promise<Box> {
  await page.goto(`/stocks/AAPL${search}`);
  const chart = chartOf(page);
  await chart.locator('canvas').first().waitFor();
  await chart.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 90));
  return boxOf(chart);
}

/** The price at a height of the chart, as a right click reads it. */
async function priceAt(page: Page, box: Box, y: number): Promise<number> {
  await page.mouse.click(box.x + x, box.y + y, { button: 'right' });
  await expect(priceOf(page)).toBeFocused();
  const price = Number(await priceOf(page).inputValue());
  await priceOf(page).press('Escape');
  await expect(formOf(page)).toBeHidden();
  return price;
}

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Drags by heights of the chart, in several steps. `during` runs before the pointer is released. */
type Dragging = (page: Page, box: Box, drag: Drag, during: () => Promise<void>) => Promise<void>;

const steps = 5;

const byMouse: Dragging = async (page, box, { from, to }, during) => {
  await page.mouse.move(box.x + x, box.y + from);
  await page.mouse.down();
  await page.mouse.move(box.x + x, box.y + to, { steps });
  await during();
  await page.mouse.up();
};

const byTouch: Dragging = async (page, box, { from, to }, during) => {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: box.x + x, y: box.y + y }],
    });
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', from + ((to - from) * step) / steps);
  await during();
  await touch('touchEnd');
};

test.beforeEach(async ({ page, api, account }) => {
  await watchShifts(page);
  await addStock(api, account, 'AAPL');
});

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** `grip`: the pixels from the level to the pointer that takes it. */
const mouse = { drag: byMouse, viewport: desktop, grip: 4, search: '' };
const touch = { drag: byTouch, viewport: desktop, grip: -12, search: '' };
const ways = {
  'by mouse at 1280 px': mouse,
  'by mouse at 390 px': { ...mouse, viewport: phone, grip: -4 },
  'by touch at 1280 px': touch,
  'by touch at 390 px': { ...touch, viewport: phone, grip: 12 },
  'by mouse on a logarithmic scale': { ...mouse, search: '?scale=log' },
  'by mouse on a scale in per cent': { ...mouse, search: '?scale=percent' },
};
/** Heights of the chart: up a little, down and far up. */
const drags = [
  { start: 170, end: 162 },
  { start: 162, end: 222 },
  { start: 222, end: 112 },
] as const;

for (const [name, { viewport, drag, grip, search }] of Object.entries(ways)) {
  const hasTouch = drag === byTouch;
  test.describe(name, () => {
    test.use({ viewport, hasTouch, isMobile: hasTouch && viewport === phone });

    test('drags a saved level up and down by as much as the pointer', async ({ page, api, account }) => {
      const levelY = drags[0].start;
      const box = await openStock(page, search);
      const prices = new Map<number, number>();
      for (const y of new Set([levelY, ...drags.flatMap(({ end }) => [end, end + 1])])) {
        prices.set(y, await priceAt(page, box, y));
      }
      const level = prices.get(levelY) ?? 0;
      const headers = { authorization: `Bearer ${account.accessToken}` };
      const saved = await api.post('/api/signals/rules/', {
        headers,
        data: { when: `price touches ${level}`, symbol: 'AAPL', scope: 'stock' },
      });
      expect(saved.status()).toBe(201);

      const again = await openStock(page, search);
      const card = page.getByRole('region', { name: 'Signals' });
      await expect(card.getByText(`price touches ${level}`)).toBeAttached();
      await takeShifts(page);
      for (const { start, end } of drags) {
        const expected = prices.get(end) ?? 0;
        const pixel = Math.abs(expected - (prices.get(end + 1) ?? 0));
        await drag(page, again, { from: start + grip, to: end + grip }, async () => {
          await expect(priceOf(page)).toBeVisible();
          expect(await boxOf(chartOf(page))).toEqual(again);
        });
        const price = Number(await priceOf(page).inputValue());
        expect(Math.abs(price - expected)).toBeLessThanOrEqual(pixel);
        expect(await takeShifts(page)).toEqual([]);
        await expect(formOf(page).getByRole('button', { name: 'Save' })).toBeInViewport();
        await priceOf(page).press('Enter');
        await expect(formOf(page)).toBeHidden();
        await expect(card.getByText(`price touches ${price}`)).toBeAttached();
      }
      const { rules } = await (await api.get('/api/signals/rules/', { headers })).json();
      expect(rules).toHaveLength(1);
    });
  });
}

for (const [width, viewport] of Object.entries({ 390: phone, 1280: desktop })) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport, hasTouch: viewport === phone, isMobile: viewport === phone });

    test('opens the form of a new level over the chart, which stays where it is', async ({ page }) => {
      const box = await openStock(page);
      const price = await priceAt(page, box, 150);
      await takeShifts(page);
      const pressKey = async () => {
        await page.mouse.move(box.x + x - 20, box.y + 150);
        await page.mouse.move(box.x + x, box.y + 150);
        await page.keyboard.press('a');
      };
      for (const open of [() => page.mouse.click(box.x + x, box.y + 150, { button: 'right' }), pressKey]) {
        await open();
        await expect(priceOf(page)).toBeFocused();
        await expect(priceOf(page)).toHaveValue(price.toFixed(2));
        await expect(formOf(page)).toBeInViewport({ ratio: 1 });
        expect(await boxOf(chartOf(page))).toEqual(box);
        // The level is to be seen.
        expect((await boxOf(formOf(page))).y).toBeGreaterThan(box.y + 150);
        await priceOf(page).press('Escape');
        await expect(formOf(page)).toBeHidden();
      }
      if (viewport === phone) {
        // Holds the finger until the form opens.
        await byTouch(page, box, { from: 150, to: 150 }, async () => {
          await expect(priceOf(page)).toHaveValue(price.toFixed(2));
        });
        expect(await boxOf(chartOf(page))).toEqual(box);
      }
      expect(await takeShifts(page)).toEqual([]);
    });

    test('keeps the chart where it is when the crosshair reaches a bar with a signal', async ({
      page,
      server,
    }) => {
      await openStock(page);
      const { input } = server.calls('stocks.chart')[0] ?? {};
      const { end_date } = input as { end_date: string };
      await server.alter<{ signals: object[] }>('signals.list', (list) => ({
        ...list,
        signals: [
          signalEntry({
            bar_date: end_date,
            sentence:
              'AAPL: RSI (14) crossed above 30 at the close of that day (31.2 after 28.9). Close $100.00.',
          }),
        ],
      }));
      await openStock(page);
      // In the page: browsers scroll a page that was scrolled with its content.
      const top = () => chartOf(page).evaluate((element) => element.getBoundingClientRect().top + scrollY);
      const sentence = page.getByText(/^AAPL: RSI \(14\) crossed above 30/);
      await expect(sentence).toBeVisible();
      const atSignal = await top();
      await page.getByRole('application').focus();
      await page.keyboard.press('End');
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('ArrowLeft');
        expect(await top()).toBe(atSignal);
      }
      await expect(sentence).toBeHidden();
      await page.keyboard.press('End');
      await expect(sentence).toBeVisible();
      expect(await top()).toBe(atSignal);
    });
  });
}
