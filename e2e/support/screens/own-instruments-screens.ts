import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

const prices = [
  ['2023-05-03', 231_000],
  ['2023-11-03', 236_500],
  ['2024-05-03', 240_000],
  ['2024-11-04', 238_000],
  ['2025-05-05', 250_000],
  ['2025-11-03', 262_500],
  ['2026-05-04', 270_000],
] as const;

const flat = {
  symbol: '@FLAT',
  name: 'Flat in Leipzig',
  type: 'Real estate',
  currency: 'EUR',
  bars: prices.map(([date, close]) => ({ date, close })),
};

const deposit = {
  symbol: '@TERM',
  name: 'Term deposit',
  type: 'Loan',
  currency: 'EUR',
  pricing: 'interest',
  terms: { start_date: '2024-01-02', percent_a_year: 3.5, compounding: 'yearly' },
};

const bond = {
  symbol: '@BOND',
  name: 'Federal bond 2.5 % of 2034',
  type: 'Bond',
  currency: 'EUR',
  quoted_in: 'percent',
  bars: [{ date: '2026-05-04', close: 98.5 }],
};

/** Creates instruments of the account that the page is signed in with. */
async function create(page: Page, instruments: readonly object[]): Promise<void> {
  await page.goto('/settings');
  await page.getByText(/^No own instruments/).waitFor();
  const statuses = await page.evaluate(async (bodies) => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    return Promise.all(
      bodies.map(async (body) => {
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        return (await fetch('/api/instruments', init)).status;
      }),
    );
  }, instruments);
  expect(statuses).toEqual(instruments.map(() => 201));
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Add Stock' }).click();
  await page.getByRole('button', { name: 'Add an own instrument' }).click();
  await page.getByRole('dialog', { name: 'Own Instrument' }).waitFor();
  await page.getByLabel('Symbol').fill('FLAT');
  await page.getByLabel('Name', { exact: true }).fill('Flat in Leipzig');
  await page.getByLabel('Currency').fill('EUR');
}

async function openFlat(page: Page): Promise<void> {
  await create(page, [flat]);
  await page.goto('/stocks/@FLAT');
  await page.getByRole('button', { name: 'ALL', exact: true }).click();
  await page.getByRole('figure', { name: /from May 3, 2023/ }).waitFor();
  await page.getByRole('table', { name: 'Last prices of @FLAT' }).waitFor();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Own prices' }).getByRole('button', { name }).click();
}

/** Screens of a new account, which creates its instruments. */
export const ownInstrumentsScreens: Readonly<Record<string, Screen>> = {
  'add-stock-nothing-found': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Add Stock' }).click();
      await page.getByLabel('Stock Symbol or ISIN').fill('my flat in leipzig');
      await page.getByText('Nothing found by that name.').waitFor();
    },
  },
  'own-instrument': {
    open: async (page) => {
      await openForm(page);
      await page.getByLabel('Type').selectOption('Bond');
      await page.getByLabel('Price (optional)').fill('98.5');
      await page.getByRole('table', { name: 'Last prices' }).waitFor();
    },
  },
  'own-instrument-rate': {
    open: async (page) => {
      await openForm(page);
      await page.getByRole('radio', { name: 'They grow by a rate' }).check();
      await page.getByLabel('First day').fill('2024-01-02');
      await page.getByLabel('Per cent a year').fill('3.5');
      await page.getByRole('table', { name: 'Last prices' }).waitFor();
    },
  },
  'own-instrument-link': {
    open: async (page) => {
      await openForm(page);
      await page.getByLabel('Currency').fill('USD');
      await page.getByRole('radio', { name: 'They follow another price' }).check();
      await page.getByLabel('Stock to follow').fill('AAPL');
      await page.getByRole('option', { name: /AAPL/ }).waitFor();
    },
  },
  'own-instrument-invalid': {
    open: async (page) => {
      await openForm(page);
      await page.getByLabel('Symbol').fill('a flat');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText(/^An own symbol is/).waitFor();
    },
  },
  'own-instrument-refused': {
    provoke: (server) => server.refuse('instruments.create', { message: 'You already have @FLAT' }),
    open: async (page) => {
      await openForm(page);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('You already have @FLAT').waitFor();
    },
  },
  'own-prices': { open: openFlat },
  'own-prices-empty': {
    open: async (page) => {
      await create(page, [{ ...flat, bars: undefined }]);
      await page.goto('/stocks/@FLAT');
      await page.getByText('No prices yet. Add the first one.').first().waitFor();
    },
  },
  'own-prices-failed': {
    provoke: (server) => server.refuse('instruments.addBars', { message: 'The price lies in the future' }),
    open: async (page) => {
      await openFlat(page);
      await page.getByLabel('Price', { exact: true }).fill('250000');
      await press(page, 'Add price');
      await page.getByText(/The price lies in the future$/).waitFor();
    },
  },
  'own-prices-import': {
    open: async (page) => {
      await openFlat(page);
      await press(page, 'Paste or import…');
      await page
        .getByLabel('Prices to import')
        .fill('2024-05-03 241000\n2024-11-04 -1\n2026-08-03 275000\n2026-13-01 280000');
      await page.getByLabel('Leave out 2 rows').check();
    },
  },
  'own-prices-all': {
    open: async (page) => {
      await openFlat(page);
      await press(page, 'All prices');
      await page.getByRole('button', { name: 'Delete Nov 4, 2024' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByRole('button', { name: 'Edit May 5, 2025' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    },
  },
  'own-pricing': {
    open: async (page) => {
      await create(page, [deposit]);
      await page.goto('/stocks/@TERM');
      await press(page, 'Pricing…');
      await page.getByRole('table', { name: 'Last prices', exact: true }).waitFor();
    },
  },
  'own-actions': {
    open: async (page) => {
      await create(page, [bond]);
      await page.goto('/stocks/@BOND');
      await press(page, 'Dividends and splits…');
      const dialog = page.getByRole('dialog', { name: 'Dividends and splits of @BOND' });
      await dialog.getByLabel('Ex-date').fill('2026-02-02');
      await dialog.getByLabel('Per cent').fill('2.5');
      await dialog.getByLabel('Repeat').selectOption('Every six months');
      await dialog.getByLabel('Until').fill('2034-08-02');
      await dialog.getByRole('button', { name: 'Add dividend' }).click();
      await dialog.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  'own-actions-split': {
    open: async (page) => {
      await openFlat(page);
      await press(page, 'Dividends and splits…');
      await page.getByLabel('Kind').selectOption('Split');
      await page.getByLabel('Ex-date').fill('2026-03-03');
      await page.getByRole('group', { name: /^Are the prices before Mar 3, 2026/ }).waitFor();
    },
  },
  'own-facts': {
    open: async (page) => {
      await openFlat(page);
      await press(page, 'Facts…');
      await page.getByLabel('ISIN (optional)').waitFor();
    },
  },
  'own-instruments-settings': {
    open: async (page) => {
      await create(page, [flat, deposit, bond]);
      await page.reload();
      await page.getByText('98.50% on May 4, 2026').waitFor();
    },
  },
};
