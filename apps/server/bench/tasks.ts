import { priceBarRepository, stockRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { symbolOf } from './support/bench-data.ts';
import { copyBars } from './support/copy-into.ts';
import { percentile } from './support/load.ts';
import type { Stack } from './support/stack.ts';

/** Stocks of the simulated provider, each with several thousand bars. */
const symbolsToAdd = ['AAPL', 'MSFT', 'KO', 'JNJ', 'PG', 'WMT', 'DIS', 'IBM', 'MCD', 'INTC'];

/** The duration of `work` in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function writeRow(
  title: string,
  ours: readonly number[],
  floorTitle: string,
  floor: readonly number[],
): void {
  const [p50, p99, least] = [percentile(ours, 0.5), percentile(ours, 0.99), percentile(floor, 0.5)];
  const cells = [
    title,
    p50.toFixed(0),
    p99.toFixed(0),
    floorTitle,
    least.toFixed(0),
    (p50 / least).toFixed(1),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function idOf({ database }: Stack, symbol: string): Promise<number> {
  const stock = await stockRepository.findBySymbol(database.fork(), symbol, null);
  if (!stock) throw new Error(`${symbol} is missing`);
  return stock.id;
}

async function deleteBars({ database }: Stack, stockId: number): Promise<void> {
  await sql`delete from price_bar where stock_id = ${stockId}`.execute(database.fork().getKysely());
}

/** Measures adding stocks, from the request to SUCCESS; the floor is COPY of the same bars. */
async function measureAdding(stack: Stack): Promise<void> {
  const { runTask, tokens, database } = stack;
  const [token = ''] = tokens;
  const ours: number[] = [];
  const floor: number[] = [];
  for (const symbol of symbolsToAdd) {
    ours.push(await timeOf(() => runTask(token, '/stocks', { symbol })));
    const id = await idOf(stack, symbol);
    const bars = await priceBarRepository.readColumns(database.fork(), id);
    await deleteBars(stack, id);
    floor.push(await timeOf(() => copyBars(stack.database, id, bars)));
  }
  writeRow('add a stock, POST to SUCCESS', ours, 'COPY of its bars', floor);
}

/** Measures calculations, from the request to SUCCESS; the floor is reading the bars from PostgreSQL. */
async function measureCalculating({ runTask, tokens, database }: Stack, stockId: number): Promise<void> {
  const [token = ''] = tokens;
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    ours.push(
      await timeOf(() =>
        runTask(token, '/indicators/calculate', {
          stock_symbol: symbolOf(2),
          ta_indicator: 'RSI',
          parameters: { timeperiod: 10 + round },
        }),
      ),
    );
    floor.push(await timeOf(() => priceBarRepository.readColumns(database.fork(), stockId)));
  }
  writeRow('calculate an indicator, POST to SUCCESS', ours, 'reading its bars', floor);
}

/** Measures storing a whole history; the floor is COPY of the same bars. */
async function measureStoring(stack: Stack, stockId: number): Promise<void> {
  const { database } = stack;
  const bars = await priceBarRepository.readColumns(database.fork(), stockId);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    await deleteBars(stack, stockId);
    ours.push(
      await timeOf(() => database.fork().transactional((tx) => priceBarRepository.store(tx, stockId, bars))),
    );
    await deleteBars(stack, stockId);
    floor.push(await timeOf(() => copyBars(stack.database, stockId, bars)));
  }
  writeRow(`store ${bars.date.length} bars`, ours, 'COPY of the same', floor);
}

/** Measures background work, and for each the floor: the least that PostgreSQL needs for it. */
export async function measureTasks(stack: Stack): Promise<void> {
  process.stdout.write(
    '\n| | p50 ms | p99 ms | floor | p50 ms | times the floor |\n|---|--:|--:|---|--:|--:|\n',
  );
  const stockId = await idOf(stack, symbolOf(2));
  await measureAdding(stack);
  await measureCalculating(stack, stockId);
  await measureStoring(stack, stockId);
}
