import { type APIRequestContext, type Page, test } from '@playwright/test';
import { type Account, addStock, calculate, createAccount, signIn } from './session.ts';

const folder = 'test-results/pictures';
const themes = ['light', 'dark'] as const;
const widths = [390, 1280];

/** A user with a handful of stocks and some indicators, as somebody who has used it for a while. */
async function settledAccount(request: APIRequestContext): Promise<Account> {
  const account = await createAccount(request);
  for (const symbol of ['^GSPC', 'EURUSD=X', '0700.HK', 'BRK-B', 'TSLA', 'NVDA', 'MSFT', 'AAPL']) {
    await addStock(request, account, symbol);
  }
  const headers = { authorization: `Bearer ${account.accessToken}` };
  await request.patch('/api/stocks/AAPL', {
    headers,
    data: { is_favorite: true, notes: 'Bought after the October low.\nLook again when RSI falls below 30.' },
  });
  await request.patch('/api/stocks/NVDA', { headers, data: { is_favorite: true } });
  for (const indicator of ['SMA', 'BBANDS', 'RSI', 'MACD'])
    await calculate(request, account, 'AAPL', indicator);
  return account;
}

const publicScreens: Record<string, (page: Page) => Promise<unknown>> = {
  landing: (page) => page.goto('/'),
  'sign-in': (page) => page.goto('/login'),
  'sign-up': (page) => page.goto('/register'),
};

const signedInScreens: Record<string, (page: Page) => Promise<unknown>> = {
  dashboard: (page) => page.goto('/dashboard'),
  stocks: (page) => page.goto('/stocks'),
  'add-stock': async (page) => {
    await page.goto('/stocks');
    await page.getByRole('button', { name: 'Add Stock' }).first().click();
    await page.getByLabel('Stock Symbol or ISIN').pressSequentially('micro', { delay: 20 });
    await page.getByText('Microsoft Corporation').last().waitFor();
  },
  'stock-detail': async (page) => {
    await page.goto('/stocks/AAPL');
    await page.locator('canvas').first().waitFor();
  },
  indicators: async (page) => {
    await page.goto('/stocks/AAPL');
    await page.getByRole('button', { name: 'Show Indicators' }).click();
    await page.getByText('Calculated Indicators (4)').waitFor();
  },
  'not-found': (page) => page.goto('/stocks/NONE'),
  settings: async (page) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'User menu' }).click();
  },
};

async function take(page: Page, name: string, theme: (typeof themes)[number], width: number): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // Charts draw in the frames after their data has come.
  await page.waitForTimeout(600);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png`, fullPage: true });
}

for (const theme of themes) {
  for (const width of widths) {
    test.describe(`${theme}, ${width} pixels wide`, () => {
      test.use({
        colorScheme: theme,
        viewport: { width, height: width === 390 ? 844 : 800 },
        reducedMotion: 'reduce',
      });

      test('public screens', async ({ page }) => {
        for (const [name, open] of Object.entries(publicScreens)) {
          await open(page);
          await take(page, name, theme, width);
        }
      });

      test('screens of somebody signed in', async ({ page, request }) => {
        test.setTimeout(120_000);
        await signIn(page, await settledAccount(request));
        for (const [name, open] of Object.entries(signedInScreens)) {
          await open(page);
          await take(page, name, theme, width);
        }
      });

      test('an empty watch list', async ({ page, request }) => {
        await signIn(page, await createAccount(request));
        await page.goto('/stocks');
        await take(page, 'stocks-empty', theme, width);
      });
    });
  }
}
