import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { accountScreens, visitorScreens } from '../support/screens/account-screens.ts';
import { chartScreens } from '../support/screens/chart-screens.ts';
import { listScreens } from '../support/screens/list-screens.ts';
import { emptyStateScreens, publicScreens, type Screen } from '../support/screens/screens.ts';
import { seededUserScreens } from '../support/screens/seeded-user-screens.ts';
import { confirmScreens, signalsScreens } from '../support/screens/signals-screens.ts';
import { strategiesScreens } from '../support/screens/strategies-screens.ts';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Every theme and every width. The second theme of a width changes nothing but colours, which a width does not change. */
const looks = [
  { colorScheme: 'light', width: 1280, isColourOnly: false },
  { colorScheme: 'dark', width: 1280, isColourOnly: true },
  { colorScheme: 'dark', width: 390, isColourOnly: false },
] as const;

/** What axe finds wrong, each with the elements it is about. */
async function violations(page: Page, isColourOnly: boolean): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const found = await (isColourOnly
    ? builder.withRules('color-contrast')
    : builder.withTags(rules)
  ).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** How far the page is wider than its window, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function check(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await screen.open(page);
  for (const { colorScheme, width, isColourOnly } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    // Otherwise the sticky header may cover half of a button, which then counts as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect.soft(await violations(page, isColourOnly), `${colorScheme}, ${width} pixels`).toEqual([]);
    expect.soft(await overflow(page), `overflow at ${width} pixels`).toBe(0);
  }
}

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
  ...chartScreens,
})) {
  test(name, async ({ page, server, seededUser, log }) => {
    if (screen.errors) log.ignore(screen.errors);
    await screen.provoke?.(server);
    await signIn(page, seededUser);
    await check(page, screen);
  });
}
