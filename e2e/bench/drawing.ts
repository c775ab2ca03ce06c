import { expect, type Locator, type Page } from '@playwright/test';

/** The work of the browser between a click and the end of the drawing that it caused, in milliseconds. */
export interface Drawing {
  /** From the click to the last stroke on a canvas. */
  readonly total: number;
  /** Within the time from the request for the bars to the last byte of the answer, what is after the click. */
  readonly server: number;
  readonly longestTask: number;
}

declare global {
  interface Window {
    bench: { clicked: number; drawn: number; tasks: { start: number; duration: number }[]; frames: number[] };
  }
}

/** Notes the time of every stroke on a canvas, of the last click, and of every long task. */
export async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bench: Window['bench'] = { clicked: 0, drawn: 0, tasks: [], frames: [] };
    window.bench = bench;
    const canvas = CanvasRenderingContext2D.prototype;
    for (const method of ['fill', 'fillRect', 'stroke'] as const) {
      const original: (...given: never[]) => void = canvas[method];
      Object.defineProperty(canvas, method, {
        value(this: CanvasRenderingContext2D, ...given: never[]) {
          bench.drawn = performance.now();
          return original.apply(this, given);
        },
      });
    }
    addEventListener('click', ({ timeStamp }) => (bench.clicked = timeStamp), true);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        bench.tasks.push({ start: startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** Reads the times after the last click, once nothing is drawn any more. */
export async function readDrawing(page: Page): Promise<Drawing> {
  await page.waitForTimeout(1000);
  return page.evaluate(() => {
    const { clicked, drawn, tasks } = window.bench;
    const calls = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.includes('stocks.chart') && responseEnd > clicked);
    return {
      total: drawn - clicked,
      server: Math.max(
        0,
        ...calls.map(({ requestStart, responseEnd }) => responseEnd - Math.max(requestStart, clicked)),
      ),
      longestTask: Math.max(
        0,
        ...tasks.filter(({ start }) => start >= clicked).map(({ duration }) => duration),
      ),
    };
  });
}

/** How long an action may take until its last frame, in milliseconds. */
const quietMs = 1500;

/**
 * The processor time of the page's main thread for an action, until it is quiet again, in milliseconds. The time of
 * other processes does not count. `act` must not search the page or wait for an element: that work is the page's, too.
 */
export async function cpuTimeOf(page: Page, act: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await read();
  await act();
  await page.waitForTimeout(quietMs);
  const time = (await read()) - before;
  await devtools.detach();
  return time;
}

/** The processor time of the page's main thread for a click on an element, in milliseconds. */
export async function cpuTimeOfClick(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be clicked is not on the page');
  return cpuTimeOf(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
}

const hoverSteps = 120;

/** Moves the pointer over a chart. @returns the time of each frame meanwhile */
export async function hoverFrames(
  page: Page,
  chart: { x: number; y: number; width: number },
): Promise<number[]> {
  await page.mouse.move(chart.x, chart.y);
  await page.evaluate(() => {
    window.bench.frames = [];
    const next = (before: number) =>
      requestAnimationFrame((now) => {
        window.bench.frames.push(now - before);
        next(now);
      });
    next(performance.now());
  });
  await page.mouse.move(chart.x + chart.width, chart.y + 40, { steps: hoverSteps });
  const frames = await page.evaluate(() => window.bench.frames.slice(1));
  expect(frames.length).toBeGreaterThan(10);
  return frames;
}

/** The value that a share of the sorted numbers does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
