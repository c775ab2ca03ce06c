import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { prepareScreen, type ViewedScreen } from './screens/all-screens.ts';
import type { Screen } from './screens/screens.ts';
import { tokensOf } from './session.ts';
import { test as base, expect, keepRoomForQuotes, stopPreloading } from './test.ts';

export const wcagRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A theme and a width, and what axe judges in it. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly rules: string[];
}

/** The second theme of a width changes nothing but colours. */
const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1280, rules: wcagRules },
  { colorScheme: 'dark', width: 1280, rules: ['color-contrast'] },
  { colorScheme: 'dark', width: 390, rules: wcagRules },
  { colorScheme: 'light', width: 390, rules: ['color-contrast'] },
];

/** The width of the page beyond its window, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const softly = expect.configure({ soft: true });

/**
 * All screens of a worker are looked at in one page: a new page takes a second for the code that this one has compiled
 * already. It begins each test without storage and routes.
 */
const test = base.extend<object, { sharedPage: Page }>({
  sharedPage: [
    async ({ browser }, use, { project }) => {
      const { baseURL, serviceWorkers } = project.use;
      const context = await browser.newContext({ baseURL, serviceWorkers });
      const page = await context.newPage();
      // A screen with unsaved changes asks before the next one is opened.
      page.on('dialog', (dialog) => dialog.accept());
      await page.addInitScript(stopPreloading);
      await page.addInitScript(keepRoomForQuotes);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: ({ sharedPage }, use) => use(sharedPage.context()),
  page: async ({ sharedPage }, use) => {
    await sharedPage.mouse.move(0, 0);
    await storeOnly(sharedPage, {});
    await use(sharedPage);
    // Otherwise the screen would go on with calls that are no longer answered for it.
    await sharedPage.goto('about:blank');
    await sharedPage.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Replaces everything that the page has stored. */
async function storeOnly(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  // An address of the program without its code.
  await page.goto('/favicon.svg');
  await page.evaluate((stored) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, values);
}

async function check(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await screen.open(page);
  await checkLooks(page);
}

/** Judges the page as it is, in both themes and widths. */
export async function checkLooks(page: Page): Promise<void> {
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

/** Tests screens by axe, and for content that is wider than the window, in both themes and widths. */
export function testScreens(screens: readonly ViewedScreen[]): void {
  for (const screen of screens) {
    test(`${screen.name} is accessible and fits its window`, async ({
      page,
      api,
      server,
      log,
      seededUser,
    }) => {
      const account = await prepareScreen(screen, { api, server, log, seededUser });
      if (account) await storeOnly(page, tokensOf(account));
      await check(page, screen);
    });
  }
}
