import { pressTool } from '../../support/chart-tools.ts';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test.describe(`the picture of a chart, ${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('names the stock, what is drawn and its source, and warns of simulated data', async ({
        page,
        seededUser,
      }, { outputDir }) => {
        await signIn(page, seededUser);
        await page.addInitScript(() => {
          const { fillText } = CanvasRenderingContext2D.prototype;
          CanvasRenderingContext2D.prototype.fillText = function (text, x, y, maxWidth) {
            // The picture's own canvas is never part of the page.
            if (!this.canvas.isConnected) document.body.dataset.picture += `${text}\n`;
            return maxWidth === undefined
              ? fillText.call(this, text, x, y)
              : fillText.call(this, text, x, y, maxWidth);
          };
        });
        await page.goto('/stocks/AAPL?range=3M');
        await page.getByRole('button', { name: 'Show Indicators' }).click();
        for (const name of [/Simple Moving Average/, /Relative Strength/]) {
          await page.getByRole('switch', { name }).press('Space');
        }
        await expect(page.getByRole('button', { name: /^Hide .*Relative Strength/ })).toBeVisible();
        const saved = page.waitForEvent('download');
        await pressTool(page, 'Export');
        await page.getByRole('menuitem', { name: 'Download PNG' }).click();
        await (await saved).saveAs(`${outputDir}/picture.png`);
        const text = await page.evaluate(() => document.body.dataset.picture?.replaceAll('\n', ' '));
        for (const part of [
          'AAPL ',
          'Apple Inc. · NASDAQ · USD',
          '3M · Daily · Candlestick',
          'Simple Moving Average',
          'Relative Strength',
          'Simulated data: these prices are made up and belong to no market.',
          'Source: Simulated data, as of',
        ]) {
          expect(text).toContain(part);
        }
        // Across the chart itself, too.
        expect(text).toContain(' Simulated data ');
      });
    });
  }
}
