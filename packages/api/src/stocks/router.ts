import { stockTask } from '../tasks/schemas.ts';
import { router, userProcedure } from '../trpc.ts';
import { message } from '../wire.ts';
import { addStock } from './add-stock.ts';
import { getBars } from './get-bars.ts';
import { getStock } from './get-stock.ts';
import { getStockInfo } from './get-stock-info.ts';
import { getStockTask } from './get-stock-task.ts';
import { listStocks } from './list-stocks.ts';
import { refreshStock } from './refresh-stock.ts';
import { removeStock } from './remove-stock.ts';
import {
  addStockInput,
  addStockOutput,
  bars,
  barsInput,
  refreshStockOutput,
  searchInput,
  searchOutput,
  stockInfo,
  stockInput,
  stockTaskInput,
  updateStockInput,
  watchList,
  watchListInput,
  watchListItem,
} from './schemas.ts';
import { searchStocks } from './search-stocks.ts';
import { updateStock } from './update-stock.ts';

const tags = ['stocks'];

export const stocksRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks',
        tags,
        summary: 'The watch list',
        errorResponses: [400, 401],
      },
    })
    .input(watchListInput.optional())
    .output(watchList)
    .query(({ ctx, input }) => listStocks(ctx, input ?? {})),
  add: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stocks',
        tags,
        summary: 'Add a stock by ticker or ISIN',
        errorResponses: [400, 401],
      },
      statuses: [202, 200],
      statusOf: (output) => ('data' in output ? 202 : 200),
    })
    .input(addStockInput)
    .output(addStockOutput)
    .mutation(({ ctx, input }) => addStock(ctx, input)),
  search: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/search',
        tags,
        summary: 'Suggest stocks by name, symbol or ISIN',
        errorResponses: [400, 401, 503],
      },
    })
    .input(searchInput)
    .output(searchOutput)
    .query(({ ctx, input }) => searchStocks(ctx, input)),
  task: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/tasks/{taskId}',
        tags,
        summary: 'How far the adding or refreshing of a stock is',
        errorResponses: [401, 404],
      },
    })
    .input(stockTaskInput)
    .output(stockTask)
    .query(({ ctx, input }) => getStockTask(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}',
        tags,
        summary: 'One stock of the watch list',
        errorResponses: [401, 404],
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
        tags,
        summary: 'Facts of any stock the system knows',
        errorResponses: [401, 404],
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
        tags,
        summary: 'Price bars, oldest first',
        errorResponses: [400, 401, 404],
      },
    })
    .input(barsInput)
    .output(bars)
    .query(({ ctx, input }) => getBars(ctx, input)),
  refresh: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stocks/{symbol}/refresh',
        tags,
        summary: 'Fetch what is new from the provider',
        errorResponses: [401, 404],
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
        tags,
        summary: 'Change favourite, notes or notification',
        errorResponses: [400, 401, 404],
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
        tags,
        summary: 'Stop tracking: removes link, notes and indicators',
        errorResponses: [401, 404],
      },
    })
    .input(stockInput)
    .output(message)
    .mutation(({ ctx, input }) => removeStock(ctx, input)),
});
