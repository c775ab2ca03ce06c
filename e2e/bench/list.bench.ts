import type { Page } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { median, print, quantile } from './drawing.ts';
import { repeatStock } from './repeat-stock.ts';

const runs = 5;
const stockCount = 500;

/** From the click on a layout to the first frame with its rows, in milliseconds. */
async function timeOfTable(page: Page): Promise<number> {
  await page.goto('/stocks?view=list');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForTimeout(500);
  return page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('[aria-label="Table view"]');
    const start = performance.now();
    button?.click();
    while (!document.querySelector('tbody tr[data-symbol] td .numeric, tbody tr[data-symbol] td')) {
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
}

/** Scrolls the page to its end in steps. @returns the time of each frame meanwhile */
function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const frames: number[] = [];
    let before = performance.now();
    for (let step = 0; step < 120; step += 1) {
      scrollBy(0, 150);
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - before);
      before = now;
    }
    return frames.slice(1);
  });
}

/** A table with the same number of cells, written by the browser alone. */
async function timeOfBareTable(page: Page): Promise<number> {
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><main></main>' }),
  );
  await page.goto('/bare');
  return page.evaluate(async (count) => {
    const start = performance.now();
    const cells = '<td>123.45</td>'.repeat(8);
    const main = document.querySelector('main');
    if (main)
      main.innerHTML = `<table><tbody>${`<tr><th>AAPL</th>${cells}</tr>`.repeat(count)}</tbody></table>`;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, stockCount);
}

test('a list of 500 stocks in table layout', async ({ page, server, reader }) => {
  await repeatStock(server, stockCount);
  await signIn(page, reader);
  const times: number[] = [];
  let frames: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await timeOfTable(page));
    frames = await scrollFrames(page);
  }
  const bare: number[] = [];
  for (let run = 0; run < runs; run += 1) bare.push(await timeOfBareTable(page));
  print(
    `Click to table, ${stockCount} stocks: ${median(times).toFixed(0)} ms; a table of the same number of cells without a ` +
      `program ${median(bare).toFixed(0)} ms. Frames while scrolling: median ${median(frames).toFixed(1)} ms, ` +
      `95 % within ${quantile(frames, 0.95).toFixed(1)} ms`,
  );
});
