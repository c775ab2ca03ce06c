import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { accountScreens, visitorScreens } from '../support/screens/account-screens.ts';
import { chartScreens } from '../support/screens/chart-screens.ts';
import { listScreens } from '../support/screens/list-screens.ts';
import { emptyStateScreens, publicScreens, type Screen } from '../support/screens/screens.ts';
import { seededUserScreens } from '../support/screens/seeded-user-screens.ts';
import { confirmScreens, signalsScreens } from '../support/screens/signals-screens.ts';
import { stockScreens } from '../support/screens/stock-screens.ts';
import { strategiesScreens } from '../support/screens/strategies-screens.ts';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

// What axe finds is in its message, and a trace costs a seventh of the time.
test.use({ trace: 'off' });

const wcagRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Every theme and every width. The second theme of a width changes nothing but colours, which a width does not change. */
const looks = [
  { colorScheme: 'light' as const, width: 1280, rules: wcagRules },
  { colorScheme: 'dark' as const, width: 1280, rules: ['color-contrast'] },
  { colorScheme: 'dark' as const, width: 390, rules: wcagRules },
];

/** How far the page is wider than its window, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const softly = expect.configure({ soft: true });

async function check(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await screen.open(page);
  for (const { colorScheme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    // Otherwise the sticky header may cover half of a button, which then counts as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    // A popup takes its place in a narrower window some frames later. Until then it is beside it, and no dialog to axe.
    await softly
      .poll(() => violations(page, rules), { message: `${colorScheme}, ${width} pixels` })
      .toEqual([]);
    await softly.poll(() => overflow(page), { message: `overflow at ${width} pixels` }).toBe(0);
  }
}

test('the look at a screen finds a nameless button and a pale text', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>Test</title><button></button><p style="color: #aaa">Pale</p></html>',
  );
  const found = await violations(page, wcagRules);
  expect(found.map((violation) => violation.split(':')[0])).toEqual(['button-name', 'color-contrast']);
  expect(await violations(page, ['color-contrast'])).toEqual([expect.stringContaining('color-contrast: p:')]);
});

for (const [name, screen] of Object.entries({ ...publicScreens, ...confirmScreens, ...visitorScreens })) {
  test(name, async ({ page, server }) => {
    await screen.provoke?.(server);
    await check(page, screen);
  });
}

for (const [name, screen] of Object.entries({ ...emptyStateScreens, ...accountScreens })) {
  test(name, async ({ page, server, account: _ }) => {
    await screen.provoke?.(server);
    await check(page, screen);
  });
}

for (const [name, screen] of Object.entries({
  ...seededUserScreens,
  ...signalsScreens,
  ...strategiesScreens,
  ...listScreens,
  ...stockScreens,
  ...chartScreens,
})) {
  test(name, async ({ page, server, seededUser, log }) => {
    if (screen.errors) log.ignore(screen.errors);
    await screen.provoke?.(server);
    await signIn(page, seededUser);
    await check(page, screen);
  });
}
