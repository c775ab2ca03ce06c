import type { Locator, Page } from '@playwright/test';
import type { Server } from '../support/server.ts';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import type { WatchList } from '../support/watch-list.ts';

test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });

for (const width of [320, 360, 390]) {
  test(`shows the whole placeholder of the search at ${width} px`, async ({ page, reader }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, reader);
    await page.goto('/stocks');
    await expect(page.getByRole('article')).toHaveCount(4);
    const { textWidth, room } = await page
      .getByLabel('Search your stocks')
      .evaluate((field: HTMLInputElement) => {
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(field, '::placeholder');
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('The browser has no canvas');
        context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const { paddingLeft, paddingRight } = getComputedStyle(field);
        return {
          textWidth: context.measureText(field.placeholder).width,
          room: field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
        };
      });
    expect(textWidth).toBeGreaterThan(80);
    expect(textWidth).toBeLessThanOrEqual(room);
  });
}

test('keeps the place of Refresh Data while the chart is loading', async ({ page, reader, server }) => {
  await signIn(page, reader);
  const release = await server.hold('stocks.chart');
  await page.goto('/stocks/AAPL');
  const refresh = page.getByRole('button', { name: 'Refresh Data' });
  const compare = page.getByRole('button', { name: 'Compare' });
  await expect(refresh).toBeVisible();
  await expect(compare).toBeHidden();
  const before = await refresh.boundingBox();
  release();
  await expect(compare).toBeVisible();
  expect(await refresh.boundingBox()).toEqual(before);
});

test('scrolls the panel of columns, whose first entry is in view', async ({ page, reader }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await signIn(page, reader);
  await page.goto('/stocks?view=table');
  await page.getByRole('button', { name: 'Columns' }).tap();
  await expect(page.getByRole('switch', { name: 'Last close' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('switch', { name: 'Last close' }).tap();
  await page.getByRole('switch', { name: 'Note' }).tap();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Note' })).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'Last', exact: true })).toHaveCount(0);
});

/** The bar of selected stocks is at the bottom of the window while the list continues below it. */
async function answerLongList(server: Server): Promise<void> {
  await server.alter<WatchList>('stocks.list', (list) => ({
    ...list,
    stocks: Array.from({ length: 20 }, (_, index) => {
      const [item] = list.stocks;
      if (!item) throw new Error('The reader tracks no stock');
      return { ...item, stock: { ...item.stock, id: index, symbol: `S${index}` } };
    }),
  }));
}

test('shows Undo above the bar of selected stocks, not over it', async ({ page, reader, server }) => {
  await server.answer('stocks.update', ({ input }: { input: unknown }) => input);
  await answerLongList(server);
  await signIn(page, reader);
  await page.goto('/stocks?view=table');
  await page.getByRole('checkbox', { name: 'Select S0' }).tap();
  const bar = page.getByRole('region', { name: 'Selected stocks' });
  await bar.getByRole('button', { name: 'Star' }).tap();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click({ trial: true });
  const [message, actions] = await Promise.all([undo.boundingBox(), bar.boundingBox()]);
  if (!message || !actions) throw new Error('Undo or the bar is not shown');
  expect(message.y + message.height).toBeLessThanOrEqual(actions.y);
  expect(actions.height).toBeLessThan(70);
});

test('keeps bars and notices between the camera and the home indicator of a phone', async ({
  page,
  context,
  reader,
  server,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } });
  await answerLongList(server);
  await signIn(page, reader);
  await page.goto('/stocks?view=table');
  await page.getByRole('checkbox', { name: 'Select S0' }).tap();
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (!box) throw new Error('The part is not shown');
    return { top: box.y, bottom: box.y + box.height };
  };
  const navigation = await boxOf(page.getByRole('navigation', { name: 'Pages' }));
  expect(navigation.bottom - navigation.top).toBeGreaterThanOrEqual(56 + 34);
  const selected = await boxOf(page.getByRole('region', { name: 'Selected stocks' }));
  expect(selected.bottom).toBeLessThanOrEqual(navigation.top);

  await page.evaluate(() => scrollTo(0, 400));
  const head = await boxOf(page.getByRole('columnheader', { name: 'Symbol' }));
  expect(head.top).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom - 1);

  await context.setOffline(true);
  const notice = await boxOf(page.getByText('You are offline. What you see may be out of date.'));
  expect(notice.bottom).toBeLessThanOrEqual(navigation.top);
  await context.setOffline(false);
});

test('shows no field below the buttons of a docked sheet, beside the home indicator', async ({
  page,
  context,
  reader,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await signIn(page, reader);
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Add Signal' }).first().tap();
  const sheet = page.getByRole('dialog', { name: 'Add Signal' });
  await sheet.getByRole('button', { name: 'Cancel' }).waitFor();
  const footer = sheet.locator('.sticky', { has: page.getByRole('button', { name: 'Cancel' }) });
  await expect(footer).toBeVisible();
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  expect(Math.abs((await bottomOf(footer)) - (await bottomOf(sheet)))).toBeLessThanOrEqual(1);
});

test('opens a panel without the keyboard of the phone, the first time and again', async ({
  page,
  reader,
}) => {
  await signIn(page, reader);
  await page.goto('/stocks/AAPL');
  const panel = page.getByRole('dialog', { name: 'Compare' });
  for (const _ of ['first', 'again']) {
    await page.getByRole('button', { name: 'Compare' }).tap();
    await expect(panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});

/** Drags a finger from the middle of a box downwards. */
async function dragDown(page: Page, grip: Locator, distance: number): Promise<void> {
  const box = await grip.boundingBox();
  if (!box) throw new Error('The grip is not shown');
  const session = await page.context().newCDPSession(page);
  const x = box.x + 60;
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }],
    });
  await touch('touchStart', 0);
  for (let dy = 0; dy <= distance; dy += 20) await touch('touchMove', dy);
  await touch('touchEnd', distance);
}

test('keeps title and buttons of a long sheet in view, and closes it by a drag unless it has unsaved text', async ({
  page,
  reader,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await signIn(page, reader);
  await page.goto('/portfolios');
  await page.getByRole('button', { name: 'Add Portfolio' }).first().tap();
  const sheet = page.getByRole('dialog', { name: 'Add Portfolio' });
  const title = sheet.getByRole('heading', { name: 'Add Portfolio' });
  const cancel = sheet.getByRole('button', { name: 'Cancel' });
  await expect(title).toBeInViewport();
  await expect(cancel).toBeInViewport({ ratio: 1 });
  await sheet.evaluate((popup) => popup.scrollTo(0, popup.scrollHeight));
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });

  const name = sheet.getByLabel('Name');
  await name.fill('Savings');
  await dragDown(page, title, 200);
  await expect(sheet).toBeVisible();
  await name.fill('');
  await dragDown(page, title, 200);
  await expect(sheet).toHaveCount(0);
});
