import type { Locator, Page } from '@playwright/test';
import { pressTool } from '../../support/chart-tools.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Signals' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /Signal$/ });

test.beforeEach(async ({ api, account, page }) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
  await page.getByRole('figure').first().waitFor();
});

test('adds a rule by the keyboard, with a live preview, switches it off, edits and deletes it', async ({
  page,
}) => {
  await expect(card(page).getByText(/^No signals yet/)).toBeVisible();
  await expect(page.getByTitle('Notify on signals')).toBeVisible();
  await card(page).getByRole('button', { name: 'Add Signal' }).press('Enter');
  await expect(dialog(page).getByText(/^True \d+ times since 1990, last on \w{3} \d+, \d{4}/)).toBeVisible();
  await expect(page.getByText('▲ Preview')).toBeVisible();

  await dialog(page).getByRole('button', { name: 'Text' }).press('Enter');
  const text = dialog(page).getByRole('textbox', { name: 'Rule', exact: true });
  await text.fill('not close above 10');
  await expect(dialog(page).getByText('Unexpected "above". Use ">", or "crosses above"')).toBeVisible();
  await text.fill('');
  await text.pressSequentially('volume > 2 * sm');
  await text.press('Enter');
  await expect(text).toHaveValue('volume > 2 * sma(20)');
  await expect(dialog(page).getByText(/^(True|Never became true)/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Rows' }).press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Rows cannot show "2 * sma(20)". Edit this rule as text.',
  );
  await text.fill('rsi(14) crosses above 30');
  await text.press('Tab');
  await dialog(page).getByRole('button', { name: 'Add Signal' }).press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page).getByText('notifications of AAPL were turned on')).toBeVisible();
  await expect(page.getByTitle('Stop notifying')).toBeVisible();
  await expect(page.getByText('▲ Preview')).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Add Signal' })).toBeFocused();

  const toggle = card(page).getByRole('switch', { name: 'RSI (14) crosses above 30' });
  const saved = page.waitForResponse(/signals\.rules\.update/);
  await toggle.press('Space');
  await expect(toggle).not.toBeChecked();
  await saved;
  await page.reload();
  await expect(toggle).not.toBeChecked();

  await card(page).getByRole('button', { name: 'Menu of RSI (14) crosses above 30' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await dialog(page).getByLabel('Condition 1, right side, number').fill('25');
  await dialog(page).getByLabel('Condition 1, right side, number').press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page).getByText('RSI (14) crosses above 25')).toBeVisible();

  await card(page).getByRole('button', { name: 'Menu of RSI (14) crosses above 25' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(card(page).getByText(/^No signals yet/)).toBeVisible();
});

test('asks before it discards a changed rule, and an answer closes nothing else', async ({ page }) => {
  const question = page.getByRole('alertdialog', { name: 'Discard this rule?' });
  const level = dialog(page).getByLabel('Condition 1, right side, number');
  await card(page).getByRole('button', { name: 'Add Signal' }).press('Enter');
  await expect(level).toHaveValue('30');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(question).toBeHidden();

  await card(page).getByRole('button', { name: 'Add Signal' }).press('Enter');
  await level.fill('25');
  await page.keyboard.press('Escape');
  await expect(question.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(level).toHaveValue('25');
  await expect(level).toBeFocused();
  for (const button of ['Close', 'Cancel']) {
    await dialog(page).getByRole('button', { name: button }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(level).toHaveValue('25');
  }
  await level.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Add Signal' })).toBeFocused();
  await expect(card(page).getByText(/^No signals yet/)).toBeVisible();
});

test('replaces a misspelt word, says that the rule was added, leads to it and deletes it again', async ({
  page,
}) => {
  const toast = page.getByRole('group', { name: 'Signal added.' });
  const add = async () => {
    await card(page).getByRole('button', { name: 'Add Signal' }).click();
    await dialog(page).getByRole('button', { name: 'Text' }).click();
    const text = dialog(page).getByRole('textbox', { name: 'Rule', exact: true });
    await text.fill('sma50 crosses abov close ');
    await dialog(page).getByRole('button', { name: 'Use above' }).click();
    await dialog(page).getByRole('button', { name: 'Use sma(50)' }).click();
    await expect(text).toHaveValue('sma(50) crosses above close ');
    await dialog(page).getByRole('button', { name: 'Add Signal' }).click();
  };
  await add();
  await expect(toast).toBeInViewport();
  await expect(card(page).getByRole('button', { name: 'Add Signal' })).toBeFocused();
  const rule = card(page).getByRole('listitem').filter({ hasText: 'SMA (50) crosses above close' });
  await toast.getByRole('button', { name: 'Show' }).click();
  await expect(rule).toBeInViewport();
  await expect(rule).toBeFocused();
  await expect(toast).toBeHidden();

  await rule.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rule).toBeHidden();
  await add();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page).getByText(/^No signals yet/)).toBeVisible();
  await expect(card(page).getByText(/^The rule was added/)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('explains a misspelt word above the buttons of the sheet', async ({ page }) => {
    await card(page).getByRole('button', { name: 'Add Signal' }).tap();
    await dialog(page).getByRole('button', { name: 'Text' }).tap();
    const text = dialog(page).getByRole('textbox', { name: 'Rule', exact: true });
    await text.fill('rsi(14) crosses abov 30');
    const fix = dialog(page).getByRole('button', { name: 'Use above' });
    await expect(fix).toBeVisible();
    const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    const height = (await fix.boundingBox())?.height ?? Number.NaN;
    const buttons = dialog(page).getByRole('button', { name: 'Add Signal' });
    await expect.poll(async () => (await top(fix)) + height - (await top(buttons))).toBeLessThan(0);
    await fix.tap();
    await expect(text).toHaveValue('rsi(14) crosses above 30');
  });
});

test('leads to a rule over the list in the card of the stock', async ({ page }) => {
  await card(page).getByRole('button', { name: 'Add Signal' }).click();
  await dialog(page).getByLabel('Stocks').selectOption('Whole watch list');
  // The dialog is still disappearing when the rule gets the focus.
  await dialog(page).evaluate(({ style }) => style.setProperty('transition-duration', '2s', 'important'));
  await dialog(page).getByRole('button', { name: 'Add Signal' }).click();
  await page.getByRole('group', { name: 'Signal added.' }).getByRole('button', { name: 'Show' }).click();
  const rule = card(page).getByRole('listitem').filter({ hasText: 'RSI (14) crosses above 30' });
  await expect(rule).toBeFocused();
  await expect(dialog(page)).toBeHidden();
  await expect(rule).toBeFocused();
});

test('places a price level by key and by right click, and drags its line', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Price level' });
  const price = form.getByLabel('Signal when the price touches');
  await page.keyboard.press('a');
  await expect(price).toBeFocused();
  const lastClose = Number(await price.inputValue());
  await price.press('ArrowUp');
  expect(Number(await price.inputValue())).toBeCloseTo(lastClose + 0.01, 5);
  await price.press('Escape');
  await expect(price).toHaveValue(lastClose.toFixed(2));
  await price.press('Escape');
  await expect(form).toBeHidden();

  const chart = page.getByRole('figure').first();
  await chart.click({ button: 'right', position: { x: 300, y: 120 } });
  const clicked = Number(await price.inputValue());
  await price.press('Enter');
  await expect(form).toBeHidden();
  const name = new RegExp(`Price touches ${String(clicked).replace('.', '\\.')}`);
  await expect(card(page).getByText(name)).toBeVisible();

  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not visible');
  await page.mouse.move(box.x + 300, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 5 });
  await page.mouse.up();
  expect(Number(await price.inputValue())).toBeGreaterThan(clicked);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(card(page).getByText(name)).toBeHidden();
  await expect(card(page).getByRole('switch')).toHaveCount(1);
});

test('marks signals on the chart, in its legend and in the table', async ({ page, server }) => {
  const { input } = server.calls('stocks.chart')[0] ?? {};
  const { end_date } = input as { end_date: string };
  const sentence = 'AAPL: RSI (14) crossed above 30 at the close of that day.';
  await server.alter<{ signals: object[] }>('signals.list', (list) => ({
    ...list,
    signals: [
      {
        id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11',
        kind: 'signal',
        rule_id: null,
        strategy_id: null,
        side: null,
        symbol: 'AAPL',
        bar_date: end_date,
        close: 100,
        currency: 'USD',
        values: [],
        sentence,
        data_source: 'simulated',
        is_read: false,
        created_at: `${end_date}T22:00:00.000Z`,
      },
    ],
  }));
  await page.reload();
  await expect(page.getByText('▲ Signal')).toBeVisible();
  // Without the pointer, the legend shows the last bar.
  await expect(page.getByText(sentence)).toBeVisible();
  await pressTool(page, 'Show as table');
  await expect(page.getByRole('columnheader', { name: 'Signal' })).toBeVisible();
  await expect(page.getByRole('row').nth(1).getByText(sentence)).toBeVisible();
});
