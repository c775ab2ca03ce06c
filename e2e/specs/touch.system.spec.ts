import type { Page } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });

/**
 * The controls that a finger misses: a tap 21 px beside the centre reaches something else. Not links within a text.
 */
function missedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, a, input, select, textarea, summary, [role="switch"]';
    const missed = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
      const isInText = getComputedStyle(control).display === 'inline';
      if (isInText || !control.checkVisibility({ visibilityProperty: true })) return false;
      if (control.closest('.sr-only, [aria-hidden="true"]')) return false;
      const target = control.closest('label') ?? control;
      target.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return [
        [x - 21, y],
        [x + 21, y],
        [x, y - 21],
        [x, y + 21],
      ].some(([pointX = 0, pointY = 0]) => {
        const hit = document.elementFromPoint(pointX, pointY);
        return !(hit && (target.contains(hit) || hit.closest('label')?.control === control));
      });
    });
    return missed.map(
      (control) => control.ariaLabel || control.title || control.textContent || control.outerHTML,
    );
  });
}

test('offers targets of 44 pixels to fingers', async ({ page, seededUser }) => {
  await signIn(page, seededUser);
  const missed: Record<string, string[]> = {};
  for (const [path, content] of [
    ['/stocks', page.getByRole('article').first()],
    ['/stocks?view=table', page.getByRole('table')],
    ['/stocks/AAPL', page.getByRole('figure').first()],
    ['/stocks/AAPL?compare=MSFT,NVDA', page.getByRole('button', { name: 'Remove NVDA' })],
    ['/signals?tab=rules', page.getByRole('button', { name: 'Add Signal' })],
    ['/strategies', page.getByRole('button', { name: 'Add Strategy' })],
    ['/settings', page.getByText('You have no tokens.')],
  ] as const) {
    await page.goto(path);
    await content.waitFor();
    if (path === '/stocks/AAPL') {
      await page.getByRole('button', { name: 'Show Indicators' }).tap();
      await page.getByRole('figure', { name: /^Chart of/ }).waitFor();
      const choices = page.getByRole('switch', { name: /^Show (on|below)/ });
      await expect(choices).toHaveCount(4);
      for (const choice of await choices.all()) await choice.press('Space');
      await page.getByRole('button', { name: /^Remove MACD/ }).waitFor();
    }
    missed[path] = await missedControls(page);
  }
  expect(missed).toEqual(Object.fromEntries(Object.keys(missed).map((path) => [path, []])));
});

test('brings the form of a price level into view after a long press', async ({
  page,
  context,
  seededUser,
}) => {
  await signIn(page, seededUser);
  await page.goto('/stocks/AAPL');
  const chart = page.getByRole('figure', { name: /^Price and volume chart/ });
  await chart.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 100));
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not visible');
  const finger = await context.newCDPSession(page);
  const touchPoints = [{ x: box.x + 100, y: box.y + 90 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  const form = page.getByRole('form', { name: 'Price level' });
  await form.waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(form.getByRole('button', { name: 'Add Signal' })).toBeInViewport();
  await expect(form.getByLabel('Signal when the price touches')).toBeFocused();
});
