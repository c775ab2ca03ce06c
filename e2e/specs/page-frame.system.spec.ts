import type { Locator } from '@playwright/test';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const pages = ['/dashboard', '/stocks', '/signals', '/strategies', '/settings'];

async function cornerOf(part: Locator): Promise<readonly [x: number, y: number]> {
  const { x = Number.NaN, y = Number.NaN } = (await part.boundingBox()) ?? {};
  return [Math.round(x), Math.round(y)];
}

for (const width of [390, 768, 1280, 1920]) {
  test(`begins all pages at one edge, and keeps brand and links in place, at ${width} pixels`, async ({
    page,
    reader,
  }) => {
    await signIn(page, reader);
    await page.setViewportSize({ width, height: 800 });
    const edges = new Set<number>();
    const brands = new Set<string>();
    const links = new Set<string>();
    for (const path of [...pages, '/stocks/AAPL']) {
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      // On the page of a stock the list stands before it.
      if (path !== '/stocks/AAPL') edges.add((await cornerOf(heading))[0]);
      brands.add(String(await cornerOf(page.getByRole('link', { name: 'Stockbook, dashboard' }))));
      const nav = page.getByRole('navigation', { name: 'Pages' });
      links.add(String(await cornerOf(nav.getByRole('link').first())));
      const hasBack = ['/stocks', '/stocks/AAPL'].includes(path);
      await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(hasBack ? 1 : 0);
    }
    expect([edges.size, brands.size, links.size]).toEqual([1, 1, 1]);
  });
}
