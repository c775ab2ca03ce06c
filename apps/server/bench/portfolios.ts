import { bookRepository, type Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { measureImport } from './support/measure-import.ts';
import { measureMove } from './support/measure-move.ts';
import { medianOf } from './support/median.ts';
import { measureBeside } from './support/other-reads.ts';
import {
  addPortfolios,
  addTransactions,
  fillCurrencies,
  firstDay,
  stockCount,
} from './support/portfolio-data.ts';
import { postmasterOf, processorMs, processorMsWithChildren } from './support/processor-time.ts';
import { type Stack, startStack } from './support/stack.ts';

const rounds = 5;

/** Transactions of the large portfolio, and of all portfolios of the overview. */
const [largeCount, overviewCount] = [10_000, 20_000];
const overviewPortfolios = 50;

/** A read with its limit in milliseconds, if all prices have changed. */
interface Read {
  readonly title: string;
  readonly path: string;
  readonly token: string;
  readonly maxColdMs: number;
}

/** Of all reads, if nothing has changed. The day table is streamed and not kept. */
const maxWarmMs = 50;

/** The time to the last byte, in milliseconds, and the length of the response. */
async function timeOf({ server }: Stack, { path, token }: Read): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return { ms: performance.now() - startedAt, bytes };
}

/** As if all histories had been restated: no response and no price is kept. */
async function changePrices(database: Database): Promise<void> {
  await sql`update stock set bars_revision = bars_revision + 1`.execute(database.fork().getKysely());
}

/** As if each portfolio had got a transaction: no response is kept. */
async function changePortfolios(database: Database): Promise<void> {
  await sql`update portfolio set revision = revision + 1`.execute(database.fork().getKysely());
}

/** As the server reads them, which bounds the bars of a statement. */
const stocksPerStatement = 50;

/** The floor of a cold read: reading the closes of its stocks. */
async function timeOfCloses(database: Database): Promise<number> {
  const em = database.fork();
  const { rows } = await sql<{ id: number }>`select id from stock`.execute(em.getKysely());
  const ids = rows.map(({ id }) => id);
  const startedAt = performance.now();
  for (let start = 0; start < ids.length; start += stocksPerStatement) {
    await bookRepository.readCloses(em, ids.slice(start, start + stocksPerStatement), firstDay);
  }
  return performance.now() - startedAt;
}

/** Prints the medians of each state of the caches, in milliseconds. Processor time hardly depends on other load. */
async function measureRead(stack: Stack, read: Read): Promise<void> {
  const { database, server } = stack;
  const postmaster = await postmasterOf(database);
  const processorTime = async () =>
    (await processorMs(server.pid)) + (await processorMsWithChildren(postmaster));
  let size = 0;
  async function medianOfRounds(prepare: () => Promise<unknown>): Promise<string> {
    const times: number[] = [];
    const processorTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await prepare();
      const before = await processorTime();
      const { ms, bytes } = await timeOf(stack, read);
      processorTimes.push((await processorTime()) - before);
      times.push(ms);
      size = bytes;
    }
    return `${Math.round(medianOf(times))} ms (processor ${Math.round(medianOf(processorTimes))})`;
  }
  const first = Math.round((await timeOf(stack, read)).ms);
  const floors: number[] = [];
  const cold = await medianOfRounds(async () => {
    floors.push(await timeOfCloses(database));
    await changePrices(database);
  });
  const changed = await medianOfRounds(() => changePortfolios(database));
  const warm = await medianOfRounds(async () => {});
  process.stdout.write(
    `${read.title}, ${(size / 1e6).toFixed(1)} MB: first ${first} ms, new prices ${cold}, limit ${read.maxColdMs}, ` +
      `floor (reading the closes) ${Math.round(medianOf(floors))}; new transaction ${changed}; ` +
      `unchanged ${warm}, limit ${maxWarmMs}\n`,
  );
}

/** Measures the figures of large portfolios beside the time of reading their prices. */
export async function measurePortfolios(): Promise<void> {
  const stack = await startStack(stockCount);
  const { database, tokens } = stack;
  try {
    await fillCurrencies(database);
    const [large = ''] = await addPortfolios(database, 'bench1', 1);
    await addTransactions(database, 'bench1', [large], largeCount);
    const several = await addPortfolios(database, 'bench2', overviewPortfolios);
    await addTransactions(database, 'bench2', several, overviewCount);
    const [token = '', otherToken = ''] = tokens;
    const ofLarge = (title: string, path: string, maxColdMs: number): Read => ({
      title,
      path: `/portfolios/${large}/${path}`,
      token,
      maxColdMs,
    });
    const performanceRead = ofLarge('performance with series', 'performance?series=true', 1_000);
    const overviewRead: Read = {
      title: `overview of ${overviewPortfolios} portfolios`,
      path: '/portfolios/overview',
      token: otherToken,
      maxColdMs: 2_000,
    };
    const reads = [
      performanceRead,
      ofLarge('holdings', 'holdings', 300),
      ofLarge('day table with holdings', 'performance/days?holdings=true', 2_000),
      overviewRead,
    ];
    for (const read of reads) await measureRead(stack, read);
    for (const read of [performanceRead, overviewRead]) {
      const compute = async () => {
        await changePortfolios(database);
        await timeOf(stack, read);
      };
      await measureBeside(stack, tokens.slice(2), compute, `"${read.title}"`);
    }
    const [empty = ''] = await addPortfolios(database, 'bench3', 1);
    await measureImport(stack, empty, tokens[2] ?? '');
    await measureMove(stack, tokens[2] ?? '');
  } finally {
    await stack.stop();
  }
}
