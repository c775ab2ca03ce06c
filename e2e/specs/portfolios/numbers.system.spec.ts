import { createPortfolio, trades } from '../../support/data/portfolios.ts';
import { addStock } from '../../support/session.ts';
import { AnsweredNumbers } from '../../support/shown-numbers.ts';
import { expect, test } from '../../support/test.ts';

const tabs = ['holdings', 'performance', 'transactions', 'dividends', 'allocation', 'realised'];

test('shows no number on the pages of portfolios that is not in an answer of the API', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['AAPL', 'MSFT', '^GSPC']) await addStock(api, account, symbol);
  const id = await createPortfolio(api, account, { name: 'Retirement', benchmark: '^GSPC' }, trades);
  await createPortfolio(api, account, { name: 'Second' }, trades.slice(0, 2));
  const answers = new AnsweredNumbers(page);
  const paths = ['/portfolios', '/portfolios/overview', ...tabs.map((tab) => `/portfolios/${id}?tab=${tab}`)];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => answers.shown()).toBeGreaterThan(3);
    expect.soft(await answers.unknown(), path).toEqual([]);
  }
  await page
    .getByRole('main')
    .evaluate((main) =>
      main.append(Object.assign(document.createElement('p'), { innerText: 'Sum $9,876.54' })),
    );
  expect(await answers.unknown()).toEqual(['$9,876.54 in: Sum $9,876.54']);
});
