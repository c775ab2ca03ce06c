import type { Page } from '@playwright/test';
import { addStock, calculate, createAccount, signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { type Bars, type Line, openBarePage } from './bare-page.ts';
import { cpuTimeOf, cpuTimeOfClick, median, print } from './drawing.ts';

const runs = 5;
const indicators = ['SMA', 'EMA', 'BBANDS', 'RSI', 'MACD', 'STOCH', 'ATR'];
const overlays = new Set(['SMA', 'EMA', 'BBANDS']);

interface Answer extends Bars {
  readonly studies: readonly {
    readonly lines: readonly { readonly values: readonly (number | null)[] }[];
  }[];
}

const figure = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart of AAPL/ });

/** The processor time of the library alone for a year of bars and the same lines. */
async function bareTime(page: Page, { studies, ...bars }: Answer): Promise<number> {
  let pane = 1;
  const lines = studies.flatMap((study, index): Line[] => {
    const isOverlay = overlays.has(indicators[index] ?? '');
    if (!isOverlay) pane += 1;
    const own = isOverlay ? 0 : pane;
    return study.lines.map(({ values }) => ({ pane: own, kind: 'solid', values }));
  });
  return cpuTimeOf(page, () =>
    openBarePage(page, { bars, lines, isPercent: false, isConflated: true, width: 900, height: 900 }),
  );
}

test('opens a stock with seven studies', async ({ page, api }) => {
  const account = await createAccount(api);
  for (const symbol of ['AAPL', 'MSFT']) await addStock(api, account, symbol);
  for (const indicator of indicators) await calculate(api, account, 'AAPL', indicator);
  await signIn(page, account);
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByRole('switch')).toHaveCount(indicators.length);
  for (const choice of await page.getByRole('switch').all()) await choice.check({ force: true });
  const first: number[] = [];
  const again: number[] = [];
  let answer: Answer | null = null;
  page.on('response', async (response) => {
    if (!response.url().includes('/trpc/stocks.chart')) return;
    const { result } = (await response.json()) as { result: { data: Answer } };
    if (result.data.studies.length === indicators.length) answer = result.data;
  });
  const link = page.getByRole('link', { name: 'AAPL', exact: true }).first();
  const open = async () => {
    await expect(link).toBeVisible();
    // The code of the other pages loads while the browser is idle.
    await page.waitForTimeout(2000);
    const time = await cpuTimeOfClick(page, link);
    await expect(figure(page)).toBeVisible();
    return time;
  };
  for (let run = 0; run < runs; run += 1) {
    await page.goto('/stocks?view=list');
    first.push(await open());
    await page.goBack();
    again.push(await open());
  }
  if (!answer) throw new Error('The answer with the studies is missing');
  const bare: number[] = [];
  for (let run = 0; run < runs; run += 1) bare.push(await bareTime(page, answer));
  print(
    `Click in the list to a stock with ${indicators.length} studies: ${median(again).toFixed(0)} ms of processor time, ` +
      `${median(first).toFixed(0)} ms for the first stock of a session; the library alone ` +
      `${median(bare).toFixed(0)} ms. Aim: 150 ms`,
  );
});
