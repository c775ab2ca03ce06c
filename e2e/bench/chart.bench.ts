import type { Page } from '@playwright/test';
import { addStock, calculate, createAccount, signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const runs = 7;

interface Timing {
  /** From the click to the last stroke on a canvas, in milliseconds. */
  readonly total: number;
  /** From the request for the bars to the last byte of the answer. */
  readonly server: number;
  readonly bars: number;
}

/** Notes the time of every stroke on a canvas, and of the last click. */
async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const canvas = CanvasRenderingContext2D.prototype;
    for (const method of ['fill', 'fillRect', 'stroke'] as const) {
      const original: (...given: never[]) => void = canvas[method];
      Object.defineProperty(canvas, method, {
        value(this: CanvasRenderingContext2D, ...given: never[]) {
          document.documentElement.dataset.drawn = String(performance.now());
          return original.apply(this, given);
        },
      });
    }
    addEventListener(
      'click',
      ({ timeStamp }) => (document.documentElement.dataset.clicked = String(timeStamp)),
      true,
    );
  });
}

/** Opens the stock at one year, asks for all and waits until nothing is drawn any more. */
async function measure(page: Page, figures: number): Promise<Timing> {
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('figure')).toHaveCount(figures);
  await page.waitForTimeout(500);
  const answer = page.waitForResponse((response) => response.url().includes('/trpc/stocks.chart'));
  await page.getByRole('button', { name: 'ALL' }).click();
  const { result } = await (await answer).json();
  await expect(page.getByRole('figure', { name: /from .* (19[89]\d|200\d) to/ })).toBeVisible();
  await page.waitForTimeout(1000);
  const times = await page.evaluate(() => {
    const { clicked, drawn } = document.documentElement.dataset;
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('stocks.chart'));
    const call = calls.at(-1);
    return {
      total: Number(drawn) - Number(clicked),
      server: call instanceof PerformanceResourceTiming ? call.responseEnd - call.requestStart : Number.NaN,
    };
  });
  return { ...times, bars: result.data.time.length };
}

function report(what: string, aim: number, timings: readonly Timing[]): void {
  const own = timings.map(({ total, server }) => total - server).sort((one, other) => one - other);
  const servers = timings.map(({ server }) => server).sort((one, other) => one - other);
  const [median = Number.NaN, server = Number.NaN] = [own, servers].map((all) => all[Math.floor(runs / 2)]);
  process.stdout.write(
    `${what}, ${timings[0]?.bars} bars: median ${median.toFixed(0)} ms, slowest ${own.at(-1)?.toFixed(0)} ms ` +
      `(aim: under ${aim} ms), besides ${server.toFixed(0)} ms of the server\n`,
  );
}

test('from the click on ALL to the drawn chart', async ({ page, api }) => {
  const account = await createAccount(api);
  await addStock(api, account, 'AAPL');
  await signIn(page, account);
  await watchDrawing(page);
  const timings: Timing[] = [];
  for (let run = 0; run < runs; run += 1) timings.push(await measure(page, 1));
  report('Click to chart', 300, timings);
});

test('the same with three indicators on it', async ({ page, api }) => {
  const account = await createAccount(api);
  await addStock(api, account, 'AAPL');
  for (const name of ['SMA', 'RSI', 'MACD']) await calculate(api, account, 'AAPL', name);
  await signIn(page, account);
  await watchDrawing(page);
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  for (const choice of await page.getByRole('switch').all()) await choice.check({ force: true });
  const timings: Timing[] = [];
  for (let run = 0; run < runs; run += 1) timings.push(await measure(page, 1));
  report('Click to chart with three indicators', 500, timings);
});
