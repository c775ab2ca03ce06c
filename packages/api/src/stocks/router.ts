import { csvFile, csvFileMeta } from '../csv.ts';
import { getActions } from '../history/actions.ts';
import { barsAsCsv, getBars, getBarsAsCsv, getBarsOfStocks } from '../history/bars.ts';
import { getChart } from '../history/chart/get-chart.ts';
import { chart, chartInput } from '../history/chart/schemas.ts';
import { refreshStock } from '../history/scheduled-refresh.ts';
import {
  actions,
  type Bars,
  bars,
  barsInput,
  barsOfStocks,
  barsOfStocksInput,
  refreshStockOutput,
} from '../history/schemas.ts';
import { message } from '../primitives.ts';
import { streamed } from '../streaming/stream-list.ts';
import { stockTask, taskInput } from '../tasks/schemas.ts';
import { cacheable, ownRows, router, userProcedure } from '../trpc.ts';
import {
  stockInput,
  updateStockInput,
  watchList,
  watchListFigures,
  watchListInput,
  watchListItem,
} from '../watch-list/schemas.ts';
import { getStock, listFigures, listStocks, removeStock, updateStock } from '../watch-list/watch-list.ts';
import { addStockInput, addStockOutput, searchInput, searchOutput, stockInfo } from './schemas.ts';
import { addStock, getStockInfo, getStockTask, searchStocks } from './stocks.ts';

const rangeNote =
  '`start_date` and `end_date` are inclusive. Weekly (Monday to Sunday) and monthly bars cover every whole week or month ' +
  'that overlaps the range. Their date is that of their first daily bar.';

export const stocksRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks',
        operationId: 'listStocks',
        summary: 'Lists the stocks on the watch list, or on one list',
        errorResponses: [404],
      },
      cachedBy: 'server',
    })
    .input(watchListInput.optional())
    .output(cacheable(watchList))
    .query(({ ctx, input }) => listStocks(ctx, input ?? {})),
  add: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stocks',
        operationId: 'addStock',
        summary: 'Adds a stock by symbol or ISIN',
        description:
          'Starts a task. Returns 200 without a task if the stock is already on the watch list, 409 if the watch list is full or too many tasks are unfinished, 429 after too many symbols that are new to the server, and 404 for a symbol that begins with `@` and is no own instrument of the user.',
        errorResponses: [404, 409],
      },
      statuses: [202, 200],
      statusOf: (output) => ('data' in output ? 202 : 200),
      examples: { 200: { message: 'AAPL is already on your watch list' } },
    })
    .input(addStockInput)
    .output(addStockOutput)
    .mutation(({ ctx, input }) => addStock(ctx, input)),
  search: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/search',
        operationId: 'searchStocks',
        summary: 'Searches stocks by name, symbol or ISIN',
      },
      usesQuota: true,
    })
    .input(searchInput)
    .output(searchOutput)
    .query(({ ctx, input }) => searchStocks(ctx, input)),
  barsOfStocks: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/data',
        operationId: 'getBarsOfStocks',
        summary: 'Lists price bars of up to 50 stocks on the watch list',
        description: `Symbols that are not on the watch list are in \`unknown\`. The response can have many megabytes: it is streamed, and a user gets one such response at a time; a request that would wait for more than 10 seconds gets 429. ${rangeNote}`,
      },
      hasSeries: true,
      cachedBy: 'server and browser',
    })
    .input(barsOfStocksInput)
    .output(cacheable(streamed(barsOfStocks)))
    .query(({ ctx, input }) => getBarsOfStocks(ctx, input)),
  figures: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/figures',
        operationId: 'listStockFigures',
        summary: 'Lists the figures of the last year of the stocks on the watch list',
      },
      cachedBy: 'server',
    })
    .output(cacheable(watchListFigures))
    .query(({ ctx }) => listFigures(ctx)),
  task: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/tasks/{taskId}',
        operationId: 'getStockTask',
        summary: 'Returns the progress or the result of adding or refreshing a stock',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(stockTask)
    .query(({ ctx, input }) => getStockTask(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}',
        operationId: 'getStock',
        summary: 'Returns a stock on the watch list',
        errorResponses: [404],
      },
    })
    .input(stockInput)
    .output(watchListItem)
    .query(({ ctx, input }) => getStock(ctx, input)),
  info: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}/info',
        operationId: 'getStockInfo',
        summary: 'Returns the facts of any stock that the server has stored',
        errorResponses: [404],
      },
    })
    .input(stockInput)
    .output(stockInfo)
    .query(({ ctx, input }) => getStockInfo(ctx, input)),
  bars: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}/data',
        operationId: 'getBars',
        summary: 'Lists price bars, oldest first',
        description: rangeNote,
        errorResponses: [404],
      },
      hasSeries: true,
      cachedBy: 'server and browser',
      formats: { 'text/csv': (output) => barsAsCsv(output as Bars) },
    })
    .input(barsInput)
    .output(cacheable(ownRows(bars)))
    .query(({ ctx, input }) => getBars(ctx, input)),
  /** For the browser only: REST has `bars` and `indicators.forStock`. */
  chart: userProcedure
    .meta({ cachedBy: 'server and browser' })
    .input(chartInput)
    .output(cacheable(streamed(chart)))
    .query(({ ctx, input }) => getChart(ctx, input)),
  barsAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}/data.csv',
        operationId: 'getBarsAsCsv',
        summary: 'Returns price bars as a CSV file, oldest first',
        description: `Columns: date, open, high, low, close, volume, and is_complete for weekly and monthly bars. ${rangeNote}`,
        errorResponses: [404],
      },
      cachedBy: 'server and browser',
      file: csvFileMeta(
        ({ symbol, interval = 'daily' }) => `${String(symbol).trim().toUpperCase()}-${interval}.csv`,
      ),
    })
    .input(barsInput)
    .output(cacheable(streamed(csvFile)))
    .query(({ ctx, input }) => getBarsAsCsv(ctx, input)),
  actions: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}/actions',
        operationId: 'getActions',
        summary: 'Lists splits and dividends',
        errorResponses: [404],
      },
    })
    .input(stockInput)
    .output(actions)
    .query(({ ctx, input }) => getActions(ctx, input)),
  refresh: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stocks/{symbol}/refresh',
        operationId: 'refreshStock',
        summary: 'Fetches new price bars from the provider in a task',
        errorResponses: [404, 409],
      },
      statuses: [202],
    })
    .input(stockInput)
    .output(refreshStockOutput)
    .mutation(({ ctx, input }) => refreshStock(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/stocks/{symbol}',
        operationId: 'updateStock',
        summary: 'Changes the favourite flag, notes or notifications of a stock',
        errorResponses: [404, 409],
      },
    })
    .input(updateStockInput)
    .output(watchListItem)
    .mutation(({ ctx, input }) => updateStock(ctx, input)),
  remove: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/stocks/{symbol}',
        operationId: 'removeStock',
        summary: 'Removes a stock from the watch list, with its notes, drawings and indicators',
        errorResponses: [404],
      },
      examples: { 200: { message: 'AAPL was removed from your watch list' } },
    })
    .input(stockInput)
    .output(message)
    .mutation(({ ctx, input }) => removeStock(ctx, input)),
});
