import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { median, print, quantile, readDrawing, watchDrawing } from './drawing.ts';

const runs = 5;

test('opens another stock from the list beside the chart', async ({ page, reader }) => {
  await watchDrawing(page);
  await signIn(page, reader);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/stocks/AAPL');
  const rail = page.getByRole('complementary', { name: 'Your stocks' });
  const open = async (symbol: string) => {
    await rail.getByRole('link', { name: symbol }).click();
    await expect(page.getByRole('figure', { name: new RegExp(`chart of ${symbol}`) })).toBeVisible();
    return (await readDrawing(page)).total;
  };
  const symbols = ['MSFT', 'AAPL'];
  // The first time, the bars are fetched.
  for (const symbol of symbols) await open(symbol);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) for (const symbol of symbols) times.push(await open(symbol));
  print(
    `Click in the list to the chart of another stock: median ${median(times).toFixed(0)} ms, ` +
      `90 % within ${quantile(times, 0.9).toFixed(0)} ms. Aim: a median of 150 ms`,
  );
});
