import type { Locator, Page } from '@playwright/test';
import { type Account, addStock, calculate, createAccount, signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { type BareChart, type Bars, type Line, openBarePage } from './bare-page.ts';
import { type Drawing, hoverFrames, median, print, quantile, readDrawing, watchDrawing } from './drawing.ts';

const runs = 5;

interface Answer extends Bars {
  readonly studies: readonly {
    readonly lines: readonly { readonly name: string | null; readonly values: readonly (number | null)[] }[];
  }[];
}

interface Case {
  readonly name: string;
  readonly indicators: readonly string[];
  readonly compared: readonly string[];
}

const cases: readonly Case[] = [
  { name: 'bars', indicators: [], compared: [] },
  { name: 'three studies', indicators: ['SMA', 'RSI', 'MACD'], compared: [] },
  {
    name: 'eleven studies',
    indicators: ['SMA', 'EMA', 'BBANDS', 'WMA', 'DEMA', 'TEMA', 'RSI', 'MACD', 'STOCH', 'ATR', 'CCI'],
    compared: [],
  },
  { name: 'five compared symbols', indicators: [], compared: ['MSFT', 'NVDA', 'TSLA', 'KO', 'JPM'] },
];

const figure = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart of/ });

/** How long a person presses a button; a program does not. */
const pressMs = 100;

async function drawAll(page: Page, delay = 0): Promise<Drawing> {
  await page.getByRole('button', { name: 'ALL', exact: true }).click({ delay });
  return readDrawing(page);
}

/** Opens the stock at a year and clicks ALL. @returns the answers with bars, that of the stock first */
async function measure(
  page: Page,
  { compared }: Case,
  delay = 0,
): Promise<{ drawing: Drawing; answers: Answer[] }> {
  const address = compared.length > 0 ? `/stocks/AAPL?compare=${compared.join(',')}` : '/stocks/AAPL';
  await page.goto(address);
  await expect(figure(page)).toBeVisible();
  await page.waitForTimeout(1000);
  const answers = new Map<string, Answer>();
  const onResponse = async (response: { url(): string; json(): Promise<unknown> }) => {
    if (!response.url().includes('/trpc/stocks.chart')) return;
    const { result } = (await response.json()) as { result: { data: Answer & { symbol: string } } };
    answers.set(result.data.symbol, result.data);
  };
  page.on('response', onResponse);
  const drawing = await drawAll(page, delay);
  await expect(page.getByRole('figure', { name: /from .* (19[89]\d|200\d) to/ })).toBeVisible();
  page.off('response', onResponse);
  return { drawing, answers: ['AAPL', ...compared].flatMap((symbol) => answers.get(symbol) ?? []) };
}

/** The drawn bars, for the library alone. */
async function bareChart(
  page: Page,
  { compared }: Case,
  answers: readonly Answer[],
): Promise<Omit<BareChart, 'isConflated'>> {
  const [bars, ...others] = answers;
  const box = await figure(page).boundingBox();
  if (!bars || !box) throw new Error('The program has drawn nothing');
  // As in the program, what is not drawn on the prices has a pane of its own.
  let pane = 1;
  const studies = bars.studies.flatMap(({ lines }): Line[] => {
    const isOverlay = lines.every(({ values }) => (values.at(-1) ?? 0) > (bars.close.at(-1) ?? 0) / 3);
    if (!isOverlay) pane += 1;
    const own = isOverlay ? 0 : pane;
    return lines.map(({ name, values }, index) => {
      const kind = name?.includes('hist') ? 'columns' : index === 0 ? 'solid' : 'dashed';
      return { pane: own, kind, values };
    });
  });
  return {
    bars,
    lines: [...studies, ...others.map(({ close }): Line => ({ pane: 0, kind: 'solid', values: close }))],
    isPercent: compared.length > 0,
    width: box.width,
    height: box.height,
  };
}

async function openAccount(
  api: Parameters<typeof createAccount>[0],
  { indicators, compared }: Case,
): Promise<Account> {
  const account = await createAccount(api);
  for (const symbol of ['AAPL', ...compared]) await addStock(api, account, symbol);
  for (const indicator of indicators) await calculate(api, account, 'AAPL', indicator);
  return account;
}

for (const each of cases) {
  test(`draws the chart after the click on ALL: ${each.name}`, async ({ page, api }) => {
    await watchDrawing(page);
    await signIn(page, await openAccount(api, each));
    if (each.indicators.length > 0) {
      await page.goto('/stocks/AAPL');
      await page.getByRole('button', { name: 'Show Indicators' }).click();
      await expect(page.getByRole('switch')).toHaveCount(each.indicators.length);
      for (const choice of await page.getByRole('switch').all()) await choice.check({ force: true });
    }
    const own: Drawing[] = [];
    const pressed: Drawing[] = [];
    let bare: Awaited<ReturnType<typeof bareChart>> | null = null;
    for (let run = 0; run < runs; run += 1) {
      const { drawing, answers } = await measure(page, each);
      own.push(drawing);
      bare ??= await bareChart(page, each, answers);
      pressed.push((await measure(page, each, pressMs)).drawing);
    }
    if (!bare) throw new Error('Nothing was measured');
    const ownFrames = await hoverFrames(page, await hoverArea(figure(page)));
    const conflated = await measureBare(page, { ...bare, isConflated: true });
    const alone = await measureBare(page, { ...bare, isConflated: false });
    const bareFrames = await hoverFrames(page, await hoverArea(page.locator('main')));
    const server = median(own.map((each) => each.server));
    const floor = total(alone);
    print(
      `Click to drawn, ${each.name}, ${bare.bars.time.length} bars: ${total(own).toFixed(0)} ms, of which the server ` +
        `${server.toFixed(0)} ms; the library alone ${floor.toFixed(0)} ms, ${total(conflated).toFixed(0)} ms if it ` +
        `conflates as the program does. Aim: 1.3 times the library and the server, ${(1.3 * floor + server).toFixed(0)} ms. ` +
        `Pressed for ${pressMs} ms: ${total(pressed).toFixed(0)} ms`,
    );
    print(
      `  longest task ${longest(own)}; the library alone ${longest(alone)}, ${longest(conflated)} if it conflates. ` +
        `Frames while hovering: ${frames(ownFrames)}; the library alone ${frames(bareFrames)}`,
    );
  });
}

async function measureBare(page: Page, chart: BareChart): Promise<Drawing[]> {
  const drawings: Drawing[] = [];
  for (let run = 0; run < runs; run += 1) {
    await openBarePage(page, chart);
    drawings.push(await drawAll(page));
  }
  return drawings;
}

const total = (drawings: readonly Drawing[]) => median(drawings.map((drawing) => drawing.total));

/** The same way over the bars on both pages. */
async function hoverArea(chart: Locator): Promise<{ x: number; y: number; width: number }> {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not on the page');
  return { x: box.x + 30, y: box.y + 150, width: box.width - 150 };
}

/** The browser reports tasks of 50 ms and more only. */
function longest(drawings: readonly Drawing[]): string {
  const task = median(drawings.map(({ longestTask }) => longestTask));
  return task === 0 ? 'under 50 ms' : `${task.toFixed(0)} ms`;
}

function frames(times: readonly number[]): string {
  return `median ${median(times).toFixed(1)} ms, 95 % within ${quantile(times, 0.95).toFixed(1)} ms`;
}
