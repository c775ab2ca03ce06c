import type { Page } from '@playwright/test';
import { accountScreens, visitorScreens } from '../support/screens/account-screens.ts';
import { chartScreens, picturedScreens } from '../support/screens/chart-screens.ts';
import { listScreens } from '../support/screens/list-screens.ts';
import { emptyStateScreens, publicScreens, type Screen } from '../support/screens/screens.ts';
import { seededUserScreens } from '../support/screens/seeded-user-screens.ts';
import { confirmScreens, signalsScreens } from '../support/screens/signals-screens.ts';
import { strategiesScreens } from '../support/screens/strategies-screens.ts';
import { signIn } from '../support/session.ts';
import { test } from '../support/test.ts';

const folder = 'test-results/pictures';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: width === 390 ? 844 : 800 },
        reducedMotion: 'reduce',
      });

      async function take(page: Page, name: string, screen: Screen): Promise<void> {
        await screen.open(page);
        await page.evaluate(() => document.fonts.ready);
        // Charts draw in the frames after their data has come.
        await page.waitForTimeout(600);
        await page.mouse.move(0, 0);
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }

      for (const [name, screen] of Object.entries({
        ...publicScreens,
        ...confirmScreens,
        ...visitorScreens,
      })) {
        test(name, async ({ page, server }) => {
          await screen.provoke?.(server);
          await take(page, name, screen);
        });
      }

      for (const [name, screen] of Object.entries({ ...emptyStateScreens, ...accountScreens })) {
        test(name, async ({ page, server, account: _ }) => {
          await screen.provoke?.(server);
          await take(page, name, screen);
        });
      }

      for (const [name, screen] of Object.entries({
        ...seededUserScreens,
        ...signalsScreens,
        ...listScreens,
        ...chartScreens,
        ...picturedScreens,
        ...strategiesScreens,
      })) {
        test(name, async ({ page, server, seededUser, log }) => {
          if (screen.errors) log.ignore(screen.errors);
          await screen.provoke?.(server);
          await signIn(page, seededUser);
          await take(page, name, screen);
        });
      }
    });
  }
}
