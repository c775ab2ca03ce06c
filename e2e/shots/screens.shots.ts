import { copyFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  deviceOf,
  outlineOf,
  pictureName,
  readmeFolder,
  readmePictures,
} from '../support/readme-pictures.ts';
import { allScreens, furtherPictures, prepareScreen } from '../support/screens/all-screens.ts';
import type { Screen } from '../support/screens/screens.ts';
import { signIn } from '../support/session.ts';
import { test } from '../support/test.ts';

const folder = 'test-results/pictures';
const phoneWidth = 390;
/** Charts draw in the frames after their data has come, or after a change of their size. */
const drawingMs = 600;

/** Makes the window as high as the page: for a picture beyond the window, Chromium lays the page out for a mouse. */
async function showWholePage(page: Page): Promise<void> {
  const height = await page.evaluate(() => {
    const isWindowed = document.fullscreenElement || document.querySelector('[role$="dialog"]');
    return isWindowed ? null : document.documentElement.scrollHeight;
  });
  if (height === null) return;
  await page.setViewportSize({ width: phoneWidth, height });
  await page.waitForTimeout(drawingMs);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [phoneWidth, 1280]) {
    const isPhone = width === phoneWidth;
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use(deviceOf({ colorScheme, width }));

      const fileName = (screenName: string) => pictureName({ screen: screenName, colorScheme, width });
      const isInReadme = (screenName: string) =>
        readmePictures.some((picture) => pictureName(picture) === fileName(screenName));

      async function take(page: Page, name: string, screen: Screen): Promise<void> {
        await screen.open(page);
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(drawingMs);
        await page.mouse.move(0, 0);
        await page.evaluate(() => window.scrollTo(0, 0));
        const outline = await outlineOf(page);
        if (isPhone) await showWholePage(page);
        const path = `${folder}/${fileName(name)}.png`;
        await page.screenshot({ path, fullPage: !isPhone });
        if (!isInReadme(name)) return;
        await copyFile(path, `${readmeFolder}${fileName(name)}.png`);
        await writeFile(`${readmeFolder}${fileName(name)}.outline.txt`, outline);
      }

      for (const screen of [...allScreens, ...furtherPictures]) {
        const tag = isInReadme(screen.name) ? '@readme' : [];
        test(`takes a picture of ${screen.name}`, { tag }, async ({ page, api, server, log, seededUser }) => {
          const account = await prepareScreen(screen, { api, server, log, seededUser });
          if (account) await signIn(page, account);
          await take(page, screen.name, screen);
        });
      }
    });
  }
}
