import type { Page } from '@playwright/test';
import { pressTool } from '../../support/chart-tools.ts';
import { answerQuotes } from '../../support/data/quotes.ts';
import { takeShifts, watchShifts } from '../../support/layout-shifts.ts';
import { addStock, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** A sum below it is written 0.00. */
const leastShift = 0.005;

/** The elements that have moved since the last call, if a browser would count it. */
async function movedElements(page: Page): Promise<string[]> {
  const shifts = await takeShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum < leastShift ? [] : shifts.flatMap(({ moved }) => moved);
}

async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

for (const width of [390, 1280]) {
  test(`shows prices with their times in room that is kept, at ${width} pixels`, async ({
    page,
    reader,
    server,
  }) => {
    await watchShifts(page);
    await server.answer('quotes.list', answerQuotes());
    await signIn(page, reader);
    await page.setViewportSize({ width, height: 844 });
    for (const view of ['list', 'grid', 'table']) {
      await page.goto(`/stocks?view=${view}`);
      const row = page.locator('[data-symbol="AAPL"]');
      await expect(row).toContainText('$187.62');
      await expect(row).toContainText(/\d\d:\d\d/);
      await expect(page.getByText('Some prices are delayed by up to 15 minutes.')).toBeVisible();
      expect(await movedElements(page), view).toEqual([]);
    }
  });

  test(`shows time, delay and source on the page of a stock, and the bar in progress, at ${width} pixels`, async ({
    page,
    reader,
    server,
  }) => {
    await server.answer('quotes.list', answerQuotes());
    const release = await server.hold('quotes.list');
    await watchShifts(page);
    await signIn(page, reader);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/stocks/AAPL');
    const chart = page.getByRole('region', { name: 'Price chart' });
    await expect(chart.getByRole('application')).toBeVisible();
    await expect.poll(() => server.calls('quotes.list')).toHaveLength(1);
    await takeShifts(page);
    release();
    const lines = page.getByText(/^\d\d:\d\d · Delayed by 15 minutes · Nasdaq Real Time Price$/);
    await expect(lines).toBeVisible();
    await expect(chart).toContainText('In progressJan 5, 2099');
    expect(await movedElements(page)).toEqual([]);
    await expect(chart.getByRole('button', { name: 'Reset view' })).toHaveCount(0);
    await pressTool(page, 'Show as table');
    const first = chart.getByRole('row').nth(1);
    await expect(first).toContainText('Jan 5, 2099, in progress');
    await expect(first).toContainText('$187.62');
  });
}

test('shows a change within 65 seconds, without moving a row, and pulses unless motion is reduced', async ({
  page,
  reader,
  server,
}) => {
  await page.clock.install();
  let round = 0;
  // The order by price turns around with each answer.
  const priceOf = (symbol: string) => 200 + (round % 2 === 1 ? 1 : -1) * symbol.charCodeAt(0) + round / 100;
  await server.answer('quotes.list', (call: Parameters<ReturnType<typeof answerQuotes>>[0]) => {
    round += 1;
    return answerQuotes((symbol) => ({ price: priceOf(symbol) }))(call);
  });
  await signIn(page, reader);
  await page.goto('/stocks?view=list&sort=last');
  const symbols = () =>
    page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-symbol')));
  const price = () => page.locator('[data-symbol="AAPL"]').getByText(`$${priceOf('AAPL').toFixed(2)}`);
  await expect.poll(() => round).toBe(1);
  await expect(price()).toBeVisible();
  const before = await symbols();
  for (let change = 1; change <= 10; change += 1) {
    const last = round;
    await page.clock.fastForward(65_000);
    await expect.poll(() => round).toBe(last + 1);
    await expect(price()).toHaveClass(round % 2 === 1 ? /pulse-up/ : /pulse-down/);
    expect(await symbols()).toEqual(before);
  }
  const animation = () => price().evaluate((span) => getComputedStyle(span).animationName);
  expect(await animation()).toBe('fade-ground');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation()).toBe('none');
});

test('requests no prices while the page is hidden, nor after signing out', async ({
  page,
  account,
  api,
  server,
}) => {
  await addStock(api, account, 'AAPL');
  await page.clock.install();
  await server.answer('quotes.list', answerQuotes());
  await page.goto('/stocks');
  await expect(page.getByText('$187.62')).toBeVisible();
  const requests = () => server.calls('quotes.list');
  const before = requests().length;
  await setVisibility(page, 'hidden');
  await page.clock.fastForward(180_000);
  await setVisibility(page, 'visible');
  // The one that the visible page sends at once.
  await expect.poll(requests).toHaveLength(before + 1);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  const last = requests().length;
  await page.clock.fastForward(180_000);
  await page.goto('/login');
  expect(requests()).toHaveLength(last);
});

test('keeps the closes and says why when the first request is refused', async ({ page, reader, server }) => {
  await server.refuse('quotes.list', { status: 503 });
  await signIn(page, reader);
  await page.goto('/stocks?view=list');
  await expect(page.getByText('Failed to load prices')).toBeVisible();
  await expect(page.locator('[data-symbol="AAPL"]')).toContainText('Last close');
});
