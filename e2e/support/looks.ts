import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import type { Screen } from './screens/screens.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

export const wcagRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A theme and a width, and what axe judges in it. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly rules: string[];
}

/** What `npm test` looks at. */
const usualLook: Look = { colorScheme: 'light', width: 1280, rules: wcagRules };

/** The other themes and widths. The second theme of a width changes nothing but colours. */
export const otherLooks: readonly Look[] = [
  { colorScheme: 'dark', width: 1280, rules: ['color-contrast'] },
  { colorScheme: 'dark', width: 390, rules: wcagRules },
  { colorScheme: 'light', width: 390, rules: ['color-contrast'] },
];

type Screens = Readonly<Record<string, Screen>>;

/** How far the page is wider than its window, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const softly = expect.configure({ soft: true });

async function check(page: Page, screen: Screen, looks: readonly Look[]): Promise<void> {
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

/** Tests screens that need no account. */
export function testVisitorScreens(screens: Screens, looks: readonly Look[] = [usualLook]): void {
  for (const [name, screen] of Object.entries(screens)) {
    test(name, async ({ page, server }) => {
      await screen.provoke?.(server);
      await check(page, screen, looks);
    });
  }
}

/** Tests screens of a new account. */
export function testAccountScreens(screens: Screens, looks: readonly Look[] = [usualLook]): void {
  for (const [name, screen] of Object.entries(screens)) {
    test(name, async ({ page, server, account: _ }) => {
      await screen.provoke?.(server);
      await check(page, screen, looks);
    });
  }
}

/** Tests screens of an account that has been used for a while. */
export function testSeededScreens(screens: Screens, looks: readonly Look[] = [usualLook]): void {
  for (const [name, screen] of Object.entries(screens)) {
    test(name, async ({ page, server, seededUser, log }) => {
      if (screen.errors) log.ignore(screen.errors);
      await screen.provoke?.(server);
      await signIn(page, seededUser);
      await check(page, screen, looks);
    });
  }
}
