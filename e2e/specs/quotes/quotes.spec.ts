import { takeShifts, watchShifts } from '../../support/layout-shifts.ts';
import { answerQuotes } from '../../support/quotes-data.ts';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

// The code of quotes is loaded when a page is idle.
test.use({ preloads: true });

/** A sum below it is written 0.00. */
const leastShift = 0.005;

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
    const moved: string[] = [];
    for (const view of ['list', 'grid', 'table']) {
      await page.goto(`/stocks?view=${view}`);
      const row = page.locator('[data-symbol="AAPL"]');
      await expect(row).toContainText('$187.62');
      await expect(row).toContainText(/\d\d:\d\d/);
      await expect(page.getByText('Some prices are delayed by up to 15 minutes.')).toBeVisible();
      const shifts = await takeShifts(page);
      if (shifts.reduce((sum, { value }) => sum + value, 0) >= leastShift) {
        moved.push(`${view}: ${shifts.flatMap((shift) => shift.moved).join('; ')}`);
      }
    }
    expect(moved).toEqual([]);
  });
}

test('replaces the prices each minute, without moving a row, and pulses unless motion is reduced', async ({
  page,
  reader,
  server,
}) => {
  let round = 0;
  await server.answer('quotes.list', (call: Parameters<ReturnType<typeof answerQuotes>>[0]) => {
    round += 1;
    // The order by price turns around with each answer.
    const rise = round % 2 === 1 ? 1 : -1;
    return answerQuotes((symbol) => ({ price: 200 + rise * symbol.charCodeAt(0) }))(call);
  });
  await page.clock.install();
  await signIn(page, reader);
  await page.goto('/stocks?view=list&sort=last');
  const price = page.locator('[data-symbol="AAPL"]').getByText('$265.00');
  await expect(price).toBeVisible();
  const symbols = () =>
    page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-symbol')));
  const before = await symbols();
  await page.clock.fastForward(66_000);
  const fallen = page.locator('[data-symbol="AAPL"]').getByText('$135.00');
  await expect(fallen).toHaveClass(/pulse-down/);
  expect(await symbols()).toEqual(before);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await fallen.evaluate((span) => getComputedStyle(span).animationName)).toBe('none');
});

test('shows time, delay and source on the page of a stock, and the bar in progress', async ({
  page,
  reader,
  server,
}) => {
  await server.answer('quotes.list', answerQuotes());
  await signIn(page, reader);
  await page.goto('/stocks/AAPL');
  await expect(page.getByText(/^\d\d:\d\d · Delayed by 15 minutes · Nasdaq Real Time Price$/)).toBeVisible();
  const chart = page.getByRole('region', { name: 'Price chart' });
  await expect(chart).toContainText('In progressJan 5, 2099');
  await expect(chart.getByRole('button', { name: 'Reset view' })).toHaveCount(0);
  await chart.getByRole('button', { name: 'Show as table' }).click();
  const first = chart.getByRole('row').nth(1);
  await expect(first).toContainText('Jan 5, 2099, in progress');
  await expect(first).toContainText('$187.62');
});

test('keeps the closes and says why when the first request is refused', async ({ page, reader, server }) => {
  await server.refuse('quotes.list', { status: 503 });
  await signIn(page, reader);
  await page.goto('/stocks?view=list');
  await expect(page.getByText('Failed to load prices')).toBeVisible();
  await expect(page.locator('[data-symbol="AAPL"]')).toContainText('Last close');
});
