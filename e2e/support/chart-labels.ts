import type { Page } from '@playwright/test';

declare global {
  interface Window {
    drawnTexts: string[];
  }
}

/** Records the texts that charts draw on their canvases, from the next page on. */
export async function recordChartLabels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.drawnTexts = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function draw(...drawing: Parameters<typeof fillText>) {
      window.drawnTexts.push(drawing[0]);
      fillText.apply(this, drawing);
    };
  });
}

/** The texts drawn since the page was opened, or since `forgetChartLabels`. */
export const chartLabels = (page: Page): Promise<string[]> => page.evaluate(() => window.drawnTexts);

export async function forgetChartLabels(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.drawnTexts = [];
  });
}
