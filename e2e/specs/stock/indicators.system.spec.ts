import type { Page } from '@playwright/test';
import { addStock, calculate, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

interface Indicators {
  indicators: { id: string; indicator_function: string }[];
}

interface Chart {
  studies: { id: string; lines: { values: unknown[] }[] }[];
}

/** The parameters of the presets by their words. */
const presets: Record<string, Record<string, string>> = {
  SMA: { Period: '20' },
  EMA: { Period: '20' },
  RSI: { Period: '14' },
  MACD: { 'Fast period': '12', 'Slow period': '26', 'Signal period': '9' },
  BBANDS: { Period: '20', 'Bands up': '2', 'Bands down': '2' },
  STOCH: { '%K period': '5', '%K smoothing': '3', '%D smoothing': '3' },
  ATR: { Period: '14' },
  CCI: { Period: '20' },
};

async function openPanel(page: Page): Promise<void> {
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByRole('region', { name: 'Calculate Indicators' })).toBeVisible();
}

test.describe('panel', () => {
  test.beforeEach(({ page, reader }) => signIn(page, reader));

  test('hides the panel at first, and again', async ({ page, server }) => {
    await page.goto('/stocks/AAPL');
    await expect(page.getByRole('button', { name: 'Show Indicators' })).toBeVisible();
    await expect(page.getByText('Calculate Indicators')).toHaveCount(0);
    expect(server.calls('indicators.catalogue')).toHaveLength(0);
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await expect(page.getByText('Calculate Indicators')).toBeVisible();
    await page.getByRole('button', { name: 'Hide Indicators' }).click();
    await expect(page.getByText('Calculate Indicators')).toHaveCount(0);
  });

  test('shows a hint while nothing is calculated', async ({ page }) => {
    await openPanel(page);
    await expect(page.getByRole('heading', { name: 'Calculated Indicators (0)' })).toBeVisible();
    await expect(
      page.getByText('No indicators calculated yet. Select an indicator above to get started.'),
    ).toBeVisible();
    await expect(
      page.getByText('No indicators to display. Calculate an indicator to see it here.'),
    ).toBeVisible();
  });

  test('offers the eight presets first, by name and function', async ({ page }) => {
    await openPanel(page);
    const options = page.getByLabel('Indicator type').locator('option');
    await expect(options.first()).toBeAttached();
    const names = await options.allTextContents();
    expect(names.slice(0, 8).map((name) => /\((\w+)\)$/.exec(name)?.[1])).toEqual(Object.keys(presets));
    expect(names[0]).toBe('Simple Moving Average (SMA)');
    expect(names.length).toBeGreaterThan(40);
  });

  test('narrows the indicators by a text', async ({ page }) => {
    await openPanel(page);
    const type = page.getByLabel('Indicator type');
    await page.getByRole('searchbox', { name: 'Search indicators' }).fill('exponential double');
    await expect(type).toHaveValue('DEMA');
    await expect(page.getByRole('spinbutton', { name: 'Period' })).toHaveAccessibleDescription(/\w{4}/);
    await page.getByRole('searchbox', { name: 'Search indicators' }).fill('nothing like it');
    await expect(page.getByText('No indicator matches.')).toBeVisible();
  });

  test('shows a description and the default parameters of each preset', async ({ page }) => {
    await openPanel(page);
    const type = page.getByLabel('Indicator type');
    for (const [name, parameters] of Object.entries(presets)) {
      await type.selectOption(name);
      await expect(type).toHaveAccessibleDescription(/\w{4}/);
      for (const [parameter, value] of Object.entries(parameters)) {
        const field = page.getByRole('spinbutton', { name: parameter, exact: true });
        await expect(field).toHaveValue(value);
        await expect(field).toHaveAttribute('min', '1');
        await expect(field).toHaveAttribute('step', '1');
      }
    }
  });

  test('does not require a name', async ({ page }) => {
    await openPanel(page);
    await expect(page.getByLabel('Name (optional)')).toHaveAccessibleDescription(
      'Leave blank to use default indicator name',
    );
  });

  test('shows Loading indicators... while it waits', async ({ page, server }) => {
    const release = await server.hold('indicators.forStock');
    await openPanel(page);
    const spinner = page.getByRole('status').filter({ hasText: 'Loading indicators...' });
    await expect(spinner.locator('svg')).toHaveAttribute('width', '30');
    release();
    await expect(page.getByText('No indicators calculated yet.', { exact: false })).toBeVisible();
  });

  test('shows failures: Failed to fetch indicators, and of the stock', async ({ page, server }) => {
    await server.fail('indicators.catalogue');
    await server.fail('indicators.forStock');
    await openPanel(page);
    await expect(page.getByText('Failed to fetch indicators')).toBeVisible();
    await expect(page.getByText('Failed to fetch stock indicators')).toBeVisible();
    await expect(page.getByText('Failed to load indicators')).toBeVisible();
  });

  test('shows the failure once and offers a retry when only the catalogue fails', async ({
    page,
    server,
  }) => {
    await server.refuse('indicators.catalogue', { status: 400, message: 'Not today.' });
    await openPanel(page);
    const panel = page.getByRole('region', { name: 'Calculate Indicators' });
    const chart = page.getByRole('region', { name: 'Indicator Chart' });
    await expect(panel.getByRole('alert')).toHaveText(/^Not today\./);
    await expect(panel.getByRole('heading', { name: 'Calculated Indicators (0)' })).toBeVisible();
    await server.restore();
    await chart.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByLabel('Indicator type')).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('shows no indicators, and no error, when the stock returns 404', async ({ page, server }) => {
    await server.refuse('indicators.forStock', { status: 404, message: 'Stock not found' });
    await openPanel(page);
    await expect(page.getByText('No indicators calculated yet.', { exact: false })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('chart', () => {
  test.beforeEach(async ({ api, account }) => {
    await addStock(api, account, 'AAPL');
    for (const name of ['RSI', 'SMA']) await calculate(api, account, 'AAPL', name);
  });

  test('draws a chart of 300 pixels, with a legend of names', async ({ page }) => {
    await openPanel(page);
    const region = page.getByRole('region', { name: 'Indicator Chart' });
    const chart = region.getByRole('figure', { name: /^Chart of/ });
    await expect(chart).toBeVisible();
    expect((await chart.boundingBox())?.height).toBe(300);
    await expect(region.getByRole('listitem')).toHaveText([/Simple Moving Average/, /Relative Strength/]);
  });

  test('omits indicators without data, and draws main or else the first of several values', async ({
    page,
    server,
  }) => {
    const listed: Record<string, string> = {};
    await server.alter<Indicators>('indicators.forStock', (answer) => {
      for (const { id, indicator_function } of answer.indicators) listed[id] = indicator_function;
      return answer;
    });
    await server.alter<Chart>('stocks.chart', (chart) => ({
      ...chart,
      studies: chart.studies.map((study) => ({
        ...study,
        lines:
          listed[study.id] === 'SMA'
            ? []
            : ['other', 'main'].map((name, index) => ({
                name,
                values: study.lines[0]?.values.map(() => index + 1),
              })),
      })),
    }));
    await openPanel(page);
    await expect(page.getByRole('heading', { name: 'Calculated Indicators (2)' })).toBeVisible();
    await expect(page.getByRole('figure', { name: /^Chart of/ })).toHaveAccessibleName(
      /^Chart of Relative Strength[^,]*$/,
    );
    await expect(page.getByRole('region', { name: 'Indicator Chart' }).getByRole('listitem')).toContainText(
      '2.00 / 1.00',
    );
  });

  test('cycles through eight colours', async ({ page, api, account }) => {
    for (const name of ['EMA', 'MACD', 'BBANDS', 'STOCH', 'ATR', 'CCI', 'WMA', 'DEMA']) {
      await calculate(api, account, 'AAPL', name);
    }
    await openPanel(page);
    const keys = page.getByRole('region', { name: 'Indicator Chart' }).getByRole('listitem').locator('i');
    await expect(keys).toHaveCount(10);
    const colors = await keys.evaluateAll((all) => all.map((key) => getComputedStyle(key).backgroundColor));
    expect(new Set(colors).size).toBe(8);
    expect(colors.slice(8)).toEqual(colors.slice(0, 2));
  });

  test('shows an indicator with the prices, also after a reload', async ({ page }) => {
    await openPanel(page);
    const separators = page.getByRole('figure', { name: /^Price and volume/ }).getByRole('separator');
    await expect(separators).toHaveCount(1);
    await page.getByRole('switch', { name: /Relative Strength/ }).press('Space');
    await expect(separators).toHaveCount(2);
    await page.reload();
    await expect(separators).toHaveCount(2);
  });

  test('the key on the prices removes an indicator, the one of the indicator chart does not', async ({
    page,
  }) => {
    await openPanel(page);
    for (const name of ['Simple Moving Average', 'Relative Strength']) {
      await page.getByRole('switch', { name: new RegExp(name) }).press('Space');
    }
    const key = page.getByRole('region', { name: 'Price chart' }).getByRole('listitem');
    await expect(key).toHaveText([/Simple Moving Average/, /Relative Strength/]);
    const hide = key.getByRole('button', { name: /^Remove RSI 14 Relative Strength/ });
    const box = await hide.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await hide.click();
    await expect(key).toHaveText([/Simple Moving Average/]);
    await expect(page.getByRole('switch', { name: /Relative Strength/ })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: /Simple Moving Average/ })).toBeChecked();
    const chart = page.getByRole('region', { name: 'Indicator Chart' });
    await expect(chart.getByRole('listitem')).toHaveCount(2);
    await expect(chart.getByRole('button', { name: /^(Hide|Remove)/ })).toHaveCount(0);
  });

  test('never draws an overlay below the price, however late the catalogue comes', async ({
    page,
    server,
  }) => {
    await openPanel(page);
    await page.getByRole('switch', { name: /Simple Moving Average/ }).press('Space');
    const section = page.getByRole('region', { name: 'Price chart' });
    await expect(section.getByRole('listitem')).toHaveText(/Simple Moving Average/);
    const release = await server.hold('indicators.catalogue');
    await openPanel(page);
    await expect(page.getByRole('heading', { name: 'Calculated Indicators (2)' })).toBeVisible();
    const prices = page.getByRole('figure', { name: /^Price and volume/ });
    await expect(prices).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(0);
    expect((await prices.boundingBox())?.height).toBe(500);
    release();
    await expect(section.getByRole('listitem')).toHaveText(/Simple Moving Average/);
    expect((await prices.boundingBox())?.height).toBe(500);
  });

  test('edits parameters, name and colour in place', async ({ page }) => {
    await openPanel(page);
    await page.getByRole('switch', { name: /Simple Moving Average/ }).press('Space');
    const key = page.getByRole('region', { name: 'Price chart' }).getByRole('listitem');
    await expect(key).toHaveText(/^SMA 20/);
    await page.getByRole('button', { name: 'Edit SMA 20' }).click();
    const form = page.getByRole('form', { name: 'Edit SMA 20' });
    await form.getByRole('spinbutton', { name: 'Period', exact: true }).fill('50');
    await form.getByRole('radio', { name: 'Color 3' }).press('Space');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(key).toHaveText(/^SMA 50/);
    await expect(form).toBeHidden();
    await expect(key.locator('i')).toHaveCSS('background-color', 'rgb(168, 85, 247)');
    await page.reload();
    await expect(key).toHaveText(/^SMA 50/);
    await expect(key.locator('i')).toHaveCSS('background-color', 'rgb(168, 85, 247)');
  });

  test('offers no deletion of an indicator yet', async ({ page }) => {
    await openPanel(page);
    await expect(page.getByRole('button', { name: 'Delete not yet implemented' }).first()).toBeDisabled();
  });
});
