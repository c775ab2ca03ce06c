import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, readKept, signInAt, test, waitForWorker } from '../../support/app.ts';
import { signIn, signInAgain } from '../../support/session.ts';

/** The checks of Lighthouse for apps that can be installed, and the budget of the stored files. */

const dist = join(import.meta.dirname, '../../../apps/web/dist');

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly purpose: string;
}

interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly theme_color: string;
  readonly background_color: string;
  readonly icons: readonly Icon[];
  readonly screenshots: readonly (Icon & { readonly form_factor: string })[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

async function manifestOf(page: Page): Promise<Manifest> {
  await page.goto('/login');
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (link?.crossOrigin !== 'use-credentials') throw new Error('The manifest is asked for without cookies');
    const response = await fetch(link.href);
    if (!response.headers.get('content-type')?.startsWith('application/manifest+json')) {
      throw new Error('The manifest has another type');
    }
    return response.json();
  });
}

/** The size of a picture, and how many pixels are transparent or drawn outside of the safe zone of maskable icons. */
function pictureOf(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    let transparent = 0;
    let outside = 0;
    for (let at = 0; at < data.length; at += 4) {
      const x = ((at / 4) % width) - width / 2;
      const y = Math.floor(at / 4 / width) - height / 2;
      if (data[at + 3] !== 255) transparent += 1;
      // The ground is a gradient or one colour: the mark differs from it by more than the ground from itself.
      const distance = [0, 1, 2].reduce(
        (sum, part) => sum + Math.abs((data[at + part] ?? 0) - (data[part] ?? 0)),
        0,
      );
      if (Math.hypot(x, y) > 0.4 * width && distance > 60) outside += 1;
    }
    return { sizes: `${width}x${height}`, transparent, outside };
  }, src);
}

test('has a complete manifest, whose pictures have the stated sizes and are maskable where stated', async ({
  page,
}) => {
  const manifest = await manifestOf(page);
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Stockbook',
    short_name: 'Stockbook',
    start_url: '/stocks',
    scope: '/',
    display: 'standalone',
  });
  const pngs = manifest.icons.filter(({ src }) => src.endsWith('.png'));
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes, purpose } of pngs) {
    const picture = await pictureOf(page, src);
    expect(picture.sizes, src).toBe(sizes);
    if (purpose === 'maskable') expect(picture).toMatchObject({ transparent: 0, outside: 0 });
  }
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of manifest.screenshots) {
    expect((await pictureOf(page, src)).sizes, src).toBe(sizes);
  }
  expect((await pictureOf(page, '/icons/apple-touch-icon.png')).sizes).toBe('180x180');
  expect((await pictureOf(page, '/icons/badge-96.png')).sizes).toBe('96x96');
});

test('controls the start page by its worker, and answers it without a network', async ({
  page,
  front,
  api,
  reader,
}) => {
  await signInAt(page, await signInAgain(api, reader));
  const { start_url: startUrl } = await manifestOf(page);
  await page.goto(startUrl);
  await waitForWorker(page);
  await page.goto(startUrl);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  front.mode = 'refuse';
  expect((await page.goto(startUrl))?.status()).toBe(200);
});

test('stores at most 0.8 MB of files, with a worker of at most 20 kB', async ({
  page,
  front,
  api,
  reader,
}) => {
  await signInAt(page, await signInAgain(api, reader));
  await page.goto('/stocks');
  await waitForWorker(page);
  const { caches } = await readKept(page);
  expect(caches).toContain('/index.html');
  const sizes = await Promise.all(
    caches.map(async (path) => {
      const compressed = await readFile(join(dist, `${path}.br`)).catch(() => null);
      return (compressed ?? (await readFile(join(dist, path)))).length;
    }),
  );
  const stored = sizes.reduce((sum, size) => sum + size, 0);
  expect(stored).toBeLessThanOrEqual(800_000);
  expect(brotliCompressSync(await readFile(join(dist, 'sw.js'))).length).toBeLessThanOrEqual(20_000);
  expect(front.paths).toContain('/sw.js');
});

test('loads nothing of the worker and nothing for it before the sign-in', async ({ page, front }) => {
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  const code = await Promise.all(
    [...new Set(front.paths)]
      .filter((path) => path.endsWith('.js'))
      .map((path) => readFile(join(dist, path), 'utf8')),
  );
  expect(front.paths).not.toContain('/sw.js');
  expect(code.filter((text) => text.includes('serviceWorker.register'))).toEqual([]);
  expect((await readKept(page)).caches).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`names the colours of the bars in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const manifest = await manifestOf(page);
    const { bar, background } = await page.evaluate(() => ({
      bar: document.querySelector('meta[name="theme-color"]')?.getAttribute('content') ?? '',
      background: getComputedStyle(document.body).backgroundColor,
    }));
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(bar.slice(at, at + 2), 16));
    expect(background).toBe(`rgb(${red}, ${green}, ${blue})`);
    if (colorScheme === 'light') {
      expect([manifest.theme_color, manifest.background_color]).toEqual([bar, bar]);
    }
  });
}

test('lets users zoom, and shows texts in sizes that can be read', async ({
  browser,
  baseURL,
  api,
  reader,
}) => {
  // Only fields of fingers are so large: iOS zooms into smaller ones.
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...phone, baseURL });
  const page = await context.newPage();
  await signIn(page, await signInAgain(api, reader));
  for (const path of ['/stocks', '/stocks/AAPL', '/signals', '/settings']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { viewport, small, fields } = await page.evaluate(() => {
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
      const texts = [...document.querySelectorAll('body *')].filter(
        (element) =>
          element.checkVisibility() &&
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
      );
      const fieldSelector = 'input:not([type=checkbox], [type=radio]), textarea';
      return {
        viewport: document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '',
        small: texts.filter((element) => sizeOf(element) < 12).map(({ textContent }) => textContent),
        fields: [...document.querySelectorAll(fieldSelector)].map(sizeOf).filter((size) => size < 16),
      };
    });
    expect(viewport).toContain('width=device-width');
    expect(viewport).toContain('viewport-fit=cover');
    expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
    expect(small, path).toEqual([]);
    expect(fields, path).toEqual([]);
  }
  await context.close();
});

test('has no sideways scrolling from 320 to 768 pixels', async ({ page, api, reader }) => {
  await signIn(page, await signInAgain(api, reader));
  const paths = [
    '/stocks',
    '/stocks/AAPL',
    '/signals?tab=delivery',
    '/portfolios',
    '/strategies',
    '/settings',
  ];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const width of [320, 360, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} at ${width} px`).toBe(0);
    }
  }
});
