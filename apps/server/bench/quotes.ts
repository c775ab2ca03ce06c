import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { ServerProcess } from '@stockbook/testing';
import { printReads, readWatchLists } from './support/other-reads.ts';
import { processorMs } from './support/processor-time.ts';
import { showPrices } from './support/quote-page.ts';
import { startQuotingYahoo } from './support/quoting-yahoo.ts';
import { type Stack, startProcess, startStack } from './support/stack.ts';

/** Each page is another user's. */
const [pages, symbolsPerPage, symbolCount] = [500, 25, 2_000];
const symbolsOfOne = 50;

const minutesOfOne = 2;

/** The first prices of all symbols, and the code that is compiled meanwhile. */
const warmUpS = 70;

/** A minute has one request of each page. */
const measuredS = 60;

const maxPercent = { web: 3, worker: 10 };
const maxReadRatio = 1.2;

/** Stocks with prices at the mock server; the watch lists of the reads have others. */
const symbolOf = (number: number) => `LOAD${(number % symbolCount) + 1}`;

const line = (text: string) => process.stdout.write(`${text}\n`);

const symbolsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => symbolOf(first + index));

/** Adds the stocks, and puts those that its page shows on the list of each user. */
async function addStocks(database: Database): Promise<void> {
  const kysely = database.fork().getKysely();
  await sql`
    insert into stock
      (symbol, name, currency, timezone, is_active, data_source, last_fetched_at, refresh_due_at, created_at)
    select symbol, symbol, 'USD', 'America/New_York', true, 'yahoo', now(), now() + interval '1 year', now()
    from unnest(${symbolsFrom(0, symbolCount)}::text[]) symbol
  `.execute(kysely);
  await sql`
    insert into user_stock (user_id, stock_id, added_at)
    select account.id, stock.id, now() from user_account account
    join lateral generate_series(0, ${symbolsOfOne - 1}::int) entry on true
    join stock on stock.symbol = concat(
      'LOAD', (substr(account.username, 6)::int * ${symbolCount / pages}::int + entry) % ${symbolCount}::int + 1
    )
  `.execute(kysely);
  await sql`analyze`.execute(kysely);
}

/** Opens pages of different users, whose symbols overlap. */
function openPages({ server, tokens }: Stack, count: number, symbolsOfEach: number) {
  const closing = new AbortController();
  setMaxListeners(count, closing.signal);
  let requests = 0;
  const opened = Array.from({ length: count }, (_, index) => {
    const token = tokens[index] ?? '';
    const symbols = symbolsFrom(((index + 1) * symbolCount) / pages, symbolsOfEach);
    const onRequest = () => {
      requests += 1;
    };
    return showPrices(server.url, { token, symbols, onRequest }, closing.signal);
  });
  return {
    countRequests: () => requests,
    async close() {
      closing.abort();
      await Promise.all(opened);
    },
  };
}

/** The processor time of both processes within some seconds, in percent of a core. */
async function measureProcesses(processes: Record<'web' | 'worker', ServerProcess>, seconds: number) {
  const times = () => Promise.all([processorMs(processes.web.pid), processorMs(processes.worker.pid)]);
  const before = await times();
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const elapsedMs = performance.now() - startedAt;
  const [web = Number.NaN, worker = Number.NaN] = (await times()).map(
    (ms, index) => (100 * (ms - (before[index] ?? 0))) / elapsedMs,
  );
  return `web process ${web.toFixed(1)} % of a core (limit ${maxPercent.web} %), worker ${worker.toFixed(1)} % (limit ${maxPercent.worker} %)`;
}

/** Measures the cost of prices during the session without a page, with one page of 50 stocks, and with 500 pages. */
export async function measureQuotes(): Promise<void> {
  const yahoo = await startQuotingYahoo();
  const env = { MARKET_DATA: 'yahoo', YAHOO_URL: yahoo.url };
  const stack = await startStack(200, {
    users: pages,
    // All pages of the benchmark have one address.
    env: { ...env, ROLE: 'web', CONNECTION_LIMIT_PER_ADDRESS: String(2 * pages) },
  });
  const worker = await startProcess(stack, 'worker', { ...env, ROLE: 'worker' });
  try {
    await addStocks(stack.database);
    const processes = { web: stack.server, worker };
    const read = async () => (await readWatchLists(stack, stack.tokens, measuredS)).p99;
    line(`no page: ${await measureProcesses(processes, measuredS)}`);
    const alone = await read();
    line(`calls to the source meanwhile: ${yahoo.calls} (limit 0)`);

    const one = openPages(stack, 1, symbolsOfOne);
    await delay(15_000);
    const callsBefore = yahoo.calls;
    await delay(minutesOfOne * 60_000);
    line(
      `one page with ${symbolsOfOne} stocks: ${yahoo.calls - callsBefore} calls in ${minutesOfOne} minutes ` +
        `(limit ${minutesOfOne})`,
    );
    await one.close();

    const many = openPages(stack, pages, symbolsPerPage);
    await delay(warmUpS * 1000);
    const [requestsBefore, manyCallsBefore] = [many.countRequests(), yahoo.calls];
    const load = await measureProcesses(processes, measuredS);
    const requests = many.countRequests() - requestsBefore;
    line(
      `${pages} pages with ${symbolsPerPage} of ${symbolCount.toLocaleString('en-US')} symbols: ${load}, ` +
        `${requests} requests and ${yahoo.calls - manyCallsBefore} calls in ${measuredS} s`,
    );
    const beside = await read();
    await many.close();
    printReads(alone, beside, 'the pages', maxReadRatio);
  } finally {
    await worker.stop();
    await stack.stop();
    await yahoo.close();
  }
}
