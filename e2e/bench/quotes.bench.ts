import type { Page } from '@playwright/test';
import { answerQuotes } from '../support/data/quotes.ts';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { median, print, quantile, watchDrawing } from './drawing.ts';
import { repeatStock } from './repeat-stock.ts';

const rounds = 10;
const stockCount = 50;
const maxPaintMs = 50;

/** Notes when the body of an answer with quotes was read, and the first frame after the cards have its prices. */
async function watchPrices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times = { received: 0, painted: 0 };
    Object.assign(window, { quoteTimes: times });
    const readers = Response.prototype;
    for (const method of ['json', 'text'] as const) {
      const original = readers[method];
      Object.defineProperty(readers, method, {
        async value(this: Response) {
          const body: unknown = await original.call(this);
          if (this.url.includes('/trpc/quotes.list')) times.received = performance.now();
          return body;
        },
      });
    }
    new MutationObserver((changes) => {
      const isPrice = ({ target }: MutationRecord) =>
        target instanceof Element && target.closest('[data-symbol]') !== null;
      if (times.painted > times.received || !changes.some(isPrice)) return;
      // The task after a frame begins when that frame has been handed over for painting.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (times.painted = performance.now());
        port2.postMessage(null);
      });
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

test('paints new prices of 50 cards', async ({ page, server, reader }) => {
  await repeatStock(server, stockCount);
  let round = 0;
  await server.answer('quotes.list', (call: Parameters<ReturnType<typeof answerQuotes>>[0]) => {
    round += 1;
    return {
      ...answerQuotes(() => ({ price: 100 + round }))(call),
      // The next request comes as soon as the client allows it.
      next_at: new Date().toISOString(),
    };
  });
  await watchDrawing(page);
  await watchPrices(page);
  await signIn(page, reader);
  // All cards are in the window.
  await page.setViewportSize({ width: 1280, height: 6000 });
  await page.goto('/stocks?view=grid');
  await expect(page.getByText(/^\$10\d\.00$/)).toHaveCount(stockCount);
  const times: number[] = [];
  const longTasks: number[] = [];
  for (let measured = 0; measured < rounds; measured += 1) {
    const next = round + 1;
    await expect.poll(() => round, { timeout: 20_000 }).toBe(next);
    await expect(page.getByText(`$${(100 + next).toFixed(2)}`, { exact: true })).toHaveCount(stockCount);
    await page.waitForTimeout(500);
    const { time, longest } = await page.evaluate(() => {
      const { received, painted } = Reflect.get(window, 'quoteTimes');
      const tasks = window.bench.tasks.filter(({ start, duration }) => start + duration >= received);
      return { time: painted - received, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
    });
    times.push(time);
    longTasks.push(longest);
  }
  print(
    `From the answer with quotes to the paint of ${stockCount} cards: median ${median(times).toFixed(0)} ms, 90 % within ` +
      `${quantile(times, 0.9).toFixed(0)} ms (limit ${maxPaintMs} ms); longest task above 50 ms: ` +
      `${Math.max(...longTasks).toFixed(0)} ms (limit: none)`,
  );
});
