import type { Page } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { test } from '../support/test.ts';
import { median, print } from './drawing.ts';

const runs = 5;

/** Popups whose code is loaded on first use, or before that when the browser is idle. */
const popups = [
  { page: '/stocks/AAPL', button: 'More ranges', content: '[role="dialog"] input' },
  { page: '/stocks/AAPL', button: 'Compare', content: '[role="dialog"] input' },
  { page: '/stocks/AAPL', button: 'Indicators', content: '[role="dialog"]' },
  { page: '/stocks', button: 'Add Stock', content: 'form input' },
] as const;

/** From the click to the first frame with the content, in milliseconds. */
function timeOfOpening(page: Page, button: string, content: string): Promise<number> {
  return page.getByRole('button', { name: button, exact: true }).evaluate(async (element, wanted) => {
    const shown = () => [...document.querySelectorAll(wanted)].some((each) => each.checkVisibility());
    if (shown()) throw new Error('The popup is open already');
    const start = performance.now();
    (element as HTMLElement).click();
    while (!shown()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, content);
}

for (const each of popups) {
  test(`opens ${each.button}`, async ({ page, reader }) => {
    await signIn(page, reader);
    // With room for all tools of the chart.
    await page.setViewportSize({ width: 1600, height: 900 });
    const first: number[] = [];
    const again: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await page.goto(each.page);
      await page.getByRole('button', { name: each.button, exact: true }).waitFor();
      // The browser becomes idle, and loads the code.
      await page.waitForTimeout(2000);
      first.push(await timeOfOpening(page, each.button, each.content));
      await page.keyboard.press('Escape');
      await page.locator(each.content).first().waitFor({ state: 'hidden' });
      again.push(await timeOfOpening(page, each.button, each.content));
    }
    print(
      `Click to ${each.button}: ${median(first).toFixed(0)} ms the first time, ${median(again).toFixed(0)} ms again`,
    );
  });
}
