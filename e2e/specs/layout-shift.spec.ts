import type { Page } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    /** The elements that have moved since the first paint, and how much. */
    shifts: { readonly value: number; readonly moved: string }[];
  }
}

interface ShiftSource {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const describe = ({ node, previousRect: before, currentRect: now }: ShiftSource) => {
      const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? '');
      return `${name.slice(0, 60)} from ${before.x},${before.y} to ${now.x},${now.y}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: ShiftSource[];
      })[]) {
        window.shifts.push({ value: entry.value, moved: entry.sources.map(describe).join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** A sum below it is written 0.00: when the font has loaded, a text may move by a pixel. */
const leastShift = 0.005;

/** The pages, each with a text that shows when it has loaded. */
const pages = {
  visitor: [
    ['/login', 'No account yet?'],
    ['/register', 'Have an account already?'],
  ],
  member: [
    ['/dashboard', 'Coming soon'],
    ['/stocks?view=list', 'Apple Inc.'],
    ['/stocks?view=grid', 'Apple Inc.'],
    ['/stocks?view=table', 'AAPL'],
    ['/settings', 'You have no tokens.'],
  ],
} as const;

for (const width of [390, 1280]) {
  for (const who of ['visitor', 'member'] as const) {
    test(`moves nothing after the first paint on the pages of a ${who}, at ${width} pixels`, async ({
      page,
      reader,
    }) => {
      await watchShifts(page);
      if (who === 'member') await signIn(page, reader);
      await page.setViewportSize({ width, height: 844 });
      const moved: string[] = [];
      for (const [path, text] of pages[who]) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expect(page.getByText(text).first()).toBeVisible();
        // A shift is reported with the frame after it.
        await page.evaluate(
          () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
        );
        const shifts = await page.evaluate(() => window.shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        if (sum >= leastShift) moved.push(`${path}: ${shifts.map((shift) => shift.moved).join('; ')}`);
      }
      expect(moved).toEqual([]);
    });
  }
}
