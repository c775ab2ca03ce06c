import type { Page } from '@playwright/test';
import type { Call, Server } from '../../support/server.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const started = { task_id: 'task-1', message: 'Calculating', stock_symbol: 'AAPL' };

function state(status: string, info: unknown = null, error: string | null = null) {
  return { task_id: 'task-1', status, message: '', info, result: null, error };
}

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByLabel('Indicator type')).toBeEnabled();
});

function calculate(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Calculate Indicator' }).click();
}

test('calculates with the defaults under its own name, and lists it', async ({ page, server }) => {
  await page.getByLabel('Indicator type').selectOption('BBANDS');
  await calculate(page);
  await expect(page.getByRole('heading', { name: 'Calculated Indicators (1)' })).toBeVisible();
  const list = page.getByRole('region', { name: 'Calculated Indicators' });
  await expect(list.getByRole('listitem').filter({ hasText: 'BBANDS 20 2 2' })).toContainText('Period 20');
  expect(server.calls('indicators.calculate').map(({ input }) => input)).toEqual([
    {
      stock_symbol: 'AAPL',
      ta_indicator: 'BBANDS',
      parameters: expect.objectContaining({ timeperiod: 20, nbdevup: 2, nbdevdn: 2 }),
      indicator_name: null,
    },
  ]);
});

test('calculates with other parameters and a name', async ({ page, server }) => {
  await page.getByLabel('Indicator type').selectOption('BBANDS');
  await page.getByRole('spinbutton', { name: 'Period' }).fill('30.7');
  await page.getByRole('spinbutton', { name: 'Bands up' }).fill('2.5');
  await page.getByLabel('Name (optional)').fill(' Wide bands ');
  await calculate(page);
  await expect(page.getByRole('heading', { name: 'Calculated Indicators (1)' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Chart of Wide bands' })).toBeVisible();
  // A period is parsed as an integer, other parameters as decimals.
  expect(server.calls('indicators.calculate').at(-1)?.input).toMatchObject({
    parameters: { timeperiod: 30, nbdevup: 2.5 },
    indicator_name: 'Wide bands',
  });
});

test('sends non-numeric input unchanged, and shows the parameter named by the server', async ({
  page,
  server,
  log,
}) => {
  log.expect(/400.*indicators\.calculate/);
  await page.getByRole('spinbutton', { name: 'Period' }).fill('');
  await calculate(page);
  await expect(page.getByRole('alert')).toContainText('timeperiod');
  expect(server.calls('indicators.calculate').at(-1)?.input).toMatchObject({
    parameters: { timeperiod: '' },
  });
});

test('shows an error when a period is out of range', async ({ page, log }) => {
  log.expect(/400.*indicators\.calculate/);
  await page.getByRole('spinbutton', { name: 'Period' }).fill('0');
  await calculate(page);
  await expect(page.getByRole('alert')).toContainText('timeperiod');
});

const steps = [
  [state('PENDING'), 10],
  [state('PROGRESS'), 50],
  [state('PROGRESS', { current: 1, total: 3 }), 33],
  [state('PROGRESS', { current: 99, total: 100 }), 90],
  [state('RETRY'), 0],
  [state('SUCCESS'), 100],
] as const;

async function showsPercent(page: Page, percent: number): Promise<void> {
  await expect(page.getByRole('button', { name: `Calculating... ${percent}%` })).toBeDisabled();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(percent));
}

test('shows its progress, polling every two seconds', async ({ page, server }) => {
  await server.answer('indicators.calculate', started);
  await server.answer('indicators.task', (_: Call) => steps[server.calls('indicators.task').length - 1]?.[0]);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const loads = server.calls('indicators.forStock').length;
  const release = await server.hold('indicators.forStock');
  await calculate(page);
  for (const [index, [, percent]] of steps.entries()) {
    await showsPercent(page, percent);
    await page.clock.runFor(1990);
    expect(server.calls('indicators.task')).toHaveLength(index + 1);
    await page.clock.runFor(10);
  }
  // All is calculated, but the list is still on its way.
  await showsPercent(page, 100);
  release();
  await expect(page.getByRole('button', { name: 'Calculate Indicator' })).toBeEnabled();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect.poll(() => server.calls('indicators.forStock').length).toBe(loads + 1);
  await page.clock.runFor(10_000);
  expect(server.calls('indicators.task')).toHaveLength(steps.length);
});

test('announces its start and its end to screen readers', async ({ page, server }) => {
  // The first tells of the search for an indicator.
  const spoken = page
    .getByRole('region', { name: 'Calculate Indicators' })
    .locator('form')
    .getByRole('status');
  await expect(spoken).toHaveText(['', '']);
  const release = await server.hold('indicators.task');
  await calculate(page);
  await expect(spoken).toHaveText(['', 'Calculating SMA…']);
  release();
  await expect(spoken).toHaveText(['', 'SMA calculated']);
});

test.describe('while the panel is hidden', () => {
  test('continues the calculation and shows its result', async ({ page, server }) => {
    await page.getByLabel('Indicator type').selectOption('RSI');
    const release = await server.hold('indicators.task');
    await calculate(page);
    await showsPercent(page, 0);
    await page.getByRole('button', { name: 'Hide Indicators' }).click();
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await showsPercent(page, 0);
    await expect(page.getByLabel('Indicator type')).toHaveValue('RSI');
    await page.getByRole('button', { name: 'Hide Indicators' }).click();
    release();
    const prices = page.getByRole('region', { name: 'Price chart' });
    await expect(prices.getByRole('listitem')).toHaveText(/Relative Strength/);
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await expect(page.getByRole('heading', { name: 'Calculated Indicators (1)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Calculate Indicator' })).toBeEnabled();
  });

  test('keeps a failure and its request until the panel is shown again', async ({ page, server }) => {
    await server.answer('indicators.calculate', started);
    await server.answer('indicators.task', state('FAILURE', null, 'It broke.'));
    const release = await server.hold('indicators.task');
    await page.getByRole('spinbutton', { name: 'Period' }).fill('30');
    await calculate(page);
    await showsPercent(page, 0);
    await page.getByRole('button', { name: 'Hide Indicators' }).click();
    const checked = page.waitForResponse(/indicators\.task/);
    release();
    await checked;
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await expect(page.getByRole('alert')).toHaveText('It broke.');
    await expect(page.getByRole('spinbutton', { name: 'Period' })).toHaveValue('30');
  });
});

/** The calls for the list; others fetch values. */
function lists(server: Server) {
  return server.calls('indicators.forStock').filter(({ input }) => 'data' in Object(input));
}

test('lists the indicator after the page was left during the calculation', async ({
  page,
  server,
  api,
  account,
}) => {
  await server.hold('indicators.task');
  const loads = lists(server).length;
  await calculate(page);
  await expect.poll(() => server.calls('indicators.task').length).toBe(1);
  await page.getByRole('link', { name: 'Back to stocks' }).click();
  await expect(page).toHaveURL('/stocks');
  const headers = { authorization: `Bearer ${account.accessToken}` };
  await expect
    .poll(async () => (await (await api.get('/api/indicators/AAPL', { headers })).json()).total)
    .toBe(1);
  await page.getByRole('link', { name: 'AAPL' }).click();
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByRole('heading', { name: 'Calculated Indicators (1)' })).toBeVisible();
  expect(lists(server)).toHaveLength(loads + 1);
  expect(server.calls('indicators.task')).toHaveLength(1);
});

const failures: Record<string, (server: Server) => Promise<void>> = {
  'The history is too short.': (server) =>
    server.refuse('indicators.calculate', { message: 'In general.', details: 'The history is too short.' }),
  'In general.': (server) => server.refuse('indicators.calculate', { message: 'In general.' }),
  'Failed to calculate indicator': (server) => server.fail('indicators.calculate'),
  'It broke.': async (server) => {
    await server.answer('indicators.calculate', started);
    await server.answer('indicators.task', state('FAILURE', null, 'It broke.'));
  },
  'Task failed': async (server) => {
    await server.answer('indicators.calculate', started);
    await server.answer('indicators.task', state('FAILURE'));
  },
  'Task not found': async (server) => {
    await server.answer('indicators.calculate', started);
    await server.refuse('indicators.task', { status: 404, message: 'Task not found' });
  },
  'Failed to fetch task status': async (server) => {
    await server.answer('indicators.calculate', started);
    await server.fail('indicators.task');
  },
};

for (const [sentence, provoke] of Object.entries(failures)) {
  test(`shows a failure and stops polling: ${sentence}`, async ({ page, server }) => {
    await provoke(server);
    await calculate(page);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(page.getByRole('button', { name: 'Calculate Indicator' })).toBeEnabled();
    const calls = server.calls('indicators.task').length;
    await server.restore();
    await calculate(page);
    await expect(page.getByRole('heading', { name: 'Calculated Indicators (1)' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(server.calls('indicators.task').length).toBeGreaterThan(calls);
  });
}
