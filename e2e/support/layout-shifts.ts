import type { Page } from '@playwright/test';

/**
 * Records layout shifts from the first page on, also those after an input, which browsers leave out of their score. The
 * panes within a chart are its own affair.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const moved = sources.flatMap(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element?.closest('figure table')) return [];
          return `${element?.tagName} ${element?.className}: ${previousRect.x}, ${previousRect.y}, ${previousRect.width} to ${currentRect.x}, ${currentRect.y}, ${currentRect.width}`;
        });
        if (moved.length > 0) shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts since the page was loaded or this function last returned. */
export function takeShifts(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(async () => {
    // Entries come after the frame that moved something.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const shifts: { value: number; moved: string[] }[] = Reflect.get(window, 'shifts');
    return shifts.splice(0);
  });
}
