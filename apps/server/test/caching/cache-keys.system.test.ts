import { restOperations } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { document, resolve } from '../support/contract.ts';
import { Harness } from '../support/harness.ts';

let mockServer: YahooMockServer;
let harness: Harness;
let token = '';
/** The id of a list with two stocks. */
const listId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11';

beforeAll(async () => {
  mockServer = await startYahooMockServer();
  harness = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url });
  token = (await harness.signUp()).token;
  for (const symbol of ['AAPL', 'MSFT']) await harness.addStock(token, symbol);
  await harness.addStock((await harness.signUp()).token, 'NVDA');
  await harness.rest('POST', '/lists', { token, body: { name: 'Tech', symbols: ['AAPL', 'MSFT'] } });
  await run(`update stock_list set id = '${listId}'`);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await harness.stop();
  await mockServer.close();
});

const run = (statement: string) => sql.raw(statement).execute(harness.services.database.fork().getKysely());

const calculate = (ta_indicator: string) => harness.calculate(token, { stock_symbol: 'AAPL', ta_indicator });

/** An operation that changes one column of an output. */
interface Change {
  /** The request, if it is not the operation's. */
  readonly path?: string;
  readonly prepare?: () => Promise<unknown>;
  readonly apply?: () => Promise<unknown>;
  /** The second request, if it is another one. */
  readonly nextPath?: string;
}

const change = (statement: string): Change => ({ apply: () => run(statement) });

/**
 * Bars are part of no key: the application changes the revision in the transaction that changes them. `statement` makes
 * the last stored bar differ from the provider's, which the refresh corrects.
 */
function correctedBar(statement: string): Change {
  return {
    async prepare() {
      await run(`with aapl as (update stock set bars_revision = bars_revision + 1 where symbol = 'AAPL' returning id)
        ${statement} where stock_id = (select id from aapl)
          and date = (select max(date) from price_bar where stock_id = (select id from aapl))`);
      await calculate('SMA');
    },
    async apply() {
      const { body } = await harness.rest('POST', '/stocks/AAPL/refresh', { token });
      const { task_id } = body.data as { task_id: string };
      expect(await harness.waitForTask(`/stocks/tasks/${task_id}`, token)).toMatchObject({
        status: 'SUCCESS',
      });
    },
  };
}

const setClock = (time: string) => async () =>
  vi.spyOn(harness.services, 'clock').mockReturnValue(new Date(time));

const barChanges = (path: string): Record<string, Change> => ({
  date: correctedBar('delete from price_bar'),
  open: correctedBar('update price_bar set open = open * 1.5'),
  high: correctedBar('update price_bar set high = high * 2'),
  low: correctedBar('update price_bar set low = low / 2'),
  close: correctedBar('update price_bar set close = close * 1.5'),
  volume: correctedBar('update price_bar set volume = volume + 1'),
  is_complete: {
    path: `${path}interval=monthly&start_date=2024-01-01&end_date=2024-01-31`,
    prepare: setClock('2024-01-31T12:00:00Z'),
    apply: setClock('2024-02-01T12:00:00Z'),
  },
});

const prefixed = (prefix: string, changes: Record<string, Change>): Record<string, Change> =>
  Object.fromEntries(Object.entries(changes).map(([column, each]) => [`${prefix}${column}`, each]));

const changesOfWatchList: Record<string, Change> = {
  total: { apply: () => harness.addStock(token, 'GOOGL') },
  'stats.total': { apply: () => harness.addStock(token, 'AMZN') },
  'stats.favorites': change('update user_stock set is_favorite = not is_favorite'),
  'stats.active': change('update stock set is_active = not is_active'),
  'stocks[].added_at': change("update user_stock set added_at = added_at - interval '1 hour'"),
  'stocks[].is_favorite': change('update user_stock set is_favorite = not is_favorite'),
  'stocks[].notes': change("update user_stock set notes = 'a note'"),
  'stocks[].notify_on_signals': change('update user_stock set notify_on_signals = not notify_on_signals'),
  'stocks[].stock.name': change("update stock set name = name || '!'"),
  'stocks[].stock.isin': change("update stock set isin = 'US0378331005'"),
  'stocks[].stock.exchange': change("update stock set exchange = 'another'"),
  'stocks[].stock.sector': change("update stock set sector = 'another'"),
  'stocks[].stock.industry': change("update stock set industry = 'another'"),
  'stocks[].stock.currency': change("update stock set currency = 'GBp'"),
  'stocks[].stock.quoted_in': change(
    "update stock set quoted_in = case quoted_in when 'money' then 'percent' else 'money' end",
  ),
  'stocks[].stock.is_active': change('update stock set is_active = not is_active'),
  'stocks[].stock.data_fetched': change('update stock set bar_count = 0'),
  'stocks[].stock.data_start_date': change('update stock set data_start_date = data_start_date + 1'),
  'stocks[].stock.data_end_date': change('update stock set data_end_date = data_end_date + 1'),
  'stocks[].stock.data_source': change("update stock set data_source = 'csv'"),
  'stocks[].stock.previous_data_source': change("update stock set previous_data_source = 'yahoo'"),
  'stocks[].stock.data_source_since': change('update stock set data_source_since = now()'),
  'stocks[].stock.last_close': change('update stock set last_close = last_close + 1'),
  'stocks[].stock.previous_close': change('update stock set previous_close = previous_close + 1'),
  'stocks[].stock.recent_closes': change("update stock set recent_closes = '{1}'"),
  'stocks[].stock.last_fetched_at': change('update stock set last_fetched_at = now()'),
  'stocks[].stock.last_error': change("update stock set last_error = 'an error'"),
  'stocks[].stock.left_out_bars': change('update stock set rejected_bars = rejected_bars + 1'),
  'stocks[].stock.missing_dates': change(
    `update stock set missing_bars = '[{"date": "2024-01-02", "since": "2024-01-03", "reason": "absent"}]'`,
  ),
  'stocks[].stock.pending_close_date': change("update stock set pending_close_date = '2024-01-02'"),
  'stocks[].stock.symbol': change("update stock set symbol = symbol || 'X' where symbol <> 'NVDA'"),
  'stocks[].stock.id': change(`update user_stock set stock_id = (select id from stock where symbol = 'NVDA')
    where stock_id = (select id from stock where symbol = 'MSFTX')`),
};

/** Undoes what `changesOfWatchList` sets, so that it changes something again. */
const resetStocks = `
  update user_stock set notes = null;
  update stock set isin = null, exchange = null, sector = null, industry = null, currency = 'USD',
    data_source = 'yahoo', previous_data_source = null, recent_closes = '{}', last_error = null,
    missing_bars = '[]', pending_close_date = null, bar_count = 1`;

/** Entries are part of no key: a change of them writes the row of their list, too. `next` receives its symbols. */
function changedList(next: (symbols: readonly string[]) => readonly string[]): Change {
  const path = `/lists/${listId}/stocks`;
  return {
    async apply() {
      const { body } = await harness.rest('GET', `/lists/${listId}`, { token });
      const symbols = next(body.symbols as string[]);
      expect((await harness.rest('PUT', path, { token, body: { symbols } })).status).toBe(200);
    },
  };
}

const changesOfList: Record<string, Change> = {
  ...Object.fromEntries(
    Object.entries(changesOfWatchList).map(([column, each]) => [
      column,
      { ...each, prepare: () => run(resetStocks) },
    ]),
  ),
  total: changedList((symbols) => [...symbols, 'GOOGLX']),
  'stats.total': changedList((symbols) => symbols.slice(1)),
  'stocks[].stock.symbol': change("update stock set symbol = symbol || 'Z' where symbol <> 'NVDA'"),
  // Another order.
  'stocks[].stock.id': changedList((symbols) => symbols.toReversed()),
};

/** For each cached operation, and further inputs of it, a request, and what changes each column of its output. */
const operations: Record<string, { path: string; changes: Record<string, Change> }> = {
  'stocks.bars': {
    path: '/stocks/AAPL/data',
    changes: {
      symbol: { nextPath: '/stocks/MSFT/data' },
      interval: { nextPath: '/stocks/AAPL/data?interval=weekly' },
      currency: change("update stock set currency = 'EUR'"),
      ...prefixed('data[].', barChanges('/stocks/AAPL/data?')),
    },
  },
  'stocks.barsOfStocks': {
    path: '/stocks/data?symbols=AAPL,MSFT',
    changes: {
      interval: { nextPath: '/stocks/data?symbols=AAPL,MSFT&interval=weekly' },
      unknown: { nextPath: '/stocks/data?symbols=AAPL,MSFT,NOPE' },
      'stocks[].symbol': { nextPath: '/stocks/data?symbols=MSFT' },
      'stocks[].currency': change("update stock set currency = 'CHF'"),
      ...prefixed('stocks[].data[].', barChanges('/stocks/data?symbols=AAPL&')),
    },
  },
  'stocks.barsAsCsv': {
    path: '/stocks/AAPL/data.csv',
    changes: { csv: correctedBar('update price_bar set close = close * 1.5') },
  },
  'indicators.forStock': {
    path: '/indicators/AAPL',
    changes: {
      'indicators[].data[].date': correctedBar('delete from price_bar'),
      'indicators[].data[].value': correctedBar('update price_bar set close = close * 1.5'),
      stock_symbol: { nextPath: '/indicators/MSFT' },
      total: { apply: () => calculate('EMA') },
      'indicators[].id': { apply: () => calculate('RSI') },
      'indicators[].calculated_at': { apply: () => calculate('SMA') },
      'indicators[].data_start_date': {
        path: '/indicators/AAPL?data=false',
        ...change('update calculated_indicator set data_start_date = data_start_date + 1'),
      },
      'indicators[].data_end_date': {
        path: '/indicators/AAPL?data=false',
        ...change('update calculated_indicator set data_end_date = data_end_date + 1'),
      },
      'indicators[].parameters': {
        path: '/indicators/AAPL?data=false',
        ...change(`update calculated_indicator set parameters = '{"timeperiod": 9}'`),
      },
      'indicators[].indicator_name': {
        path: '/indicators/AAPL?data=false',
        ...change("update calculated_indicator set indicator_name = indicator_name || '!'"),
      },
      'indicators[].indicator_function': {
        path: '/indicators/AAPL?data=false',
        ...change("update calculated_indicator set indicator_function = indicator_function || '!'"),
      },
    },
  },
  'indicators.forStockAsCsv': {
    path: '/indicators/AAPL/data.csv',
    changes: { csv: { apply: () => calculate('WMA') } },
  },
  'stocks.list': {
    path: '/stocks',
    changes: changesOfWatchList,
  },
  'stocks.list of a list': { path: `/stocks?list_id=${listId}`, changes: changesOfList },
  'stocks.figures': {
    path: '/stocks/figures',
    changes: {
      'stocks[].symbol': change("update stock set symbol = symbol || 'Y' where symbol <> 'NVDA'"),
      ...Object.fromEntries(
        Object.entries({
          volume: 'volume',
          low_52_weeks: 'low',
          high_52_weeks: 'high',
          change_1_week: 'weekClose',
          change_1_month: 'monthClose',
          change_year_to_date: 'yearClose',
        }).map(([column, figure]) => [
          `stocks[].${column}`,
          change(
            `update stock set figures = jsonb_set(figures, '{${figure}}', to_jsonb((figures->>'${figure}')::float8 + 1))`,
          ),
        ]),
      ),
    },
  },
};

/** Changes only with the program, whose version is part of every ETag. */
const constantOutput = 'indicators.catalogue';

/** Its key is the output. */
const keyedByOutput = 'quotes.list';

/** They share one key, which test/portfolios/book-key.int.test.ts tests with everything that it is made of. */
const isOfPortfolios = (name: string) => name.startsWith('portfolios.');

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The columns of an output: `stocks[].stock.name`. */
function columnsOf(schema: Schema, path = ''): string[] {
  const { properties = {}, items } = resolve<Schema>(schema);
  if (items && Object.keys(resolve<Schema>(items).properties ?? {}).length > 0) {
    return columnsOf(items, `${path}[]`);
  }
  const names = Object.keys(properties);
  if (names.length === 0) return [path];
  return Object.entries(properties).flatMap(([name, property]) =>
    columnsOf(property, path === '' ? name : `${path}.${name}`),
  );
}

/** All values of a column. */
function valuesOf(body: unknown, column: string): unknown[] {
  return column.split('.').reduce<unknown[]>(
    (parents, step) => {
      const values = parents.map((parent) => Reflect.get(Object(parent), step.replace('[]', '')));
      return step.endsWith('[]') ? values.flat() : values;
    },
    [body],
  );
}

const nameOf = (key: string) => key.split(' ', 1)[0];

it('tests the key of every cached operation', () => {
  const cached = restOperations().filter(({ cachedBy }) => cachedBy !== undefined);
  const names = cached
    .map(({ name }) => name)
    .filter((name) => name !== constantOutput && name !== keyedByOutput && !isOfPortfolios(name));
  const tested = new Set(Object.keys(operations).map(nameOf));
  expect([...tested].sort()).toEqual(names.sort());
});

describe.each(Object.entries(operations))('the key of %s', (name, { path: usualPath, changes }) => {
  it('tests the key with every column of the output', () => {
    const operation = restOperations().find((each) => each.name === nameOf(name));
    const content = document.paths[operation?.path ?? '']?.get?.responses['200']?.content;
    const schema: Schema = Object(content?.['application/json']?.schema);
    const columns = operation?.file ? ['csv'] : columnsOf(schema);
    expect(Object.keys(changes).sort()).toEqual(columns.sort());
  });

  it.each(Object.entries(changes))('changes with %s', async (column, each) => {
    const { path = usualPath, prepare, apply, nextPath = path } = each;
    await prepare?.();
    const before = await harness.rest('GET', path, { token });
    await apply?.();
    const etag = String(before.headers.etag);
    const after = await harness.rest('GET', nextPath, { token, headers: { 'if-none-match': etag } });
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(after.headers.etag).not.toBe(etag);
    const [oldOutput, newOutput] = [before, after].map(({ body, text }) => ({ csv: text, ...body }));
    expect(valuesOf(newOutput, column)).not.toEqual(valuesOf(oldOutput, column));
  });
});
