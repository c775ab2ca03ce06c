import { locationIn, router, userProcedure } from '../trpc.ts';
import { addListStocks, removeListStock, setListStocks } from './list-content.ts';
import { createList, deleteList, getList, listLists, restoreList, updateList } from './lists.ts';
import {
  addListStocksInput,
  createListInput,
  listInput,
  listListsInput,
  listOfLists,
  listStockInput,
  setListStocksInput,
  stockList,
  updateListInput,
} from './schemas.ts';

export const listsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/lists',
        operationId: 'listLists',
        summary: 'Lists the user’s lists of stocks, by position',
      },
    })
    .input(listListsInput.optional())
    .output(listOfLists)
    .query(({ ctx, input }) => listLists(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/lists',
        operationId: 'createList',
        summary: 'Creates a list of tracked stocks, as the last one',
        description:
          'Returns 400 with `details` for each symbol that is not tracked, and 409 if the user has a list of this name or the maximum of lists.',
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/lists'),
    })
    .input(createListInput)
    .output(stockList)
    .mutation(({ ctx, input }) => createList(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/lists/{listId}',
        operationId: 'getList',
        summary: 'Returns a list with its symbols in order',
        errorResponses: [404],
      },
    })
    .input(listInput)
    .output(stockList)
    .query(({ ctx, input }) => getList(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/lists/{listId}',
        operationId: 'updateList',
        summary: 'Renames, colours or moves a list',
        errorResponses: [404, 409],
      },
    })
    .input(updateListInput)
    .output(stockList)
    .mutation(({ ctx, input }) => updateList(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/lists/{listId}',
        operationId: 'deleteList',
        summary: 'Deletes a list with the signal rules over it, and returns it',
        description: 'Its stocks stay tracked, and signals stay in the inbox. Can be undone for ten minutes.',
        errorResponses: [404],
      },
    })
    .input(listInput)
    .output(stockList)
    .mutation(({ ctx, input }) => deleteList(ctx, input)),
  restore: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/lists/{listId}/restore',
        operationId: 'restoreList',
        summary: 'Restores a list that was deleted less than ten minutes ago',
        description:
          'With its order and signal rules, and without stocks that are no longer tracked. Returns 409 if the name is taken meanwhile, or there is no room for the list or its rules.',
        errorResponses: [404, 409],
      },
    })
    .input(listInput)
    .output(stockList)
    .mutation(({ ctx, input }) => restoreList(ctx, input)),
  setStocks: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/lists/{listId}/stocks',
        operationId: 'setListStocks',
        summary: 'Replaces the stocks of a list and their order',
        description:
          'Returns 400 with `details` for each symbol that is not tracked, and 409 if the list would have too many stocks.',
        errorResponses: [404, 409],
      },
    })
    .input(setListStocksInput)
    .output(stockList)
    .mutation(({ ctx, input }) => setListStocks(ctx, input)),
  addStocks: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/lists/{listId}/stocks',
        operationId: 'addListStocks',
        summary: 'Adds tracked stocks to the end of a list',
        description:
          'Stocks that are on the list stay where they are. Returns 400 with `details` for each symbol that is not tracked, and 409 if the list would have too many stocks; then nothing is stored.',
        errorResponses: [404, 409],
      },
    })
    .input(addListStocksInput)
    .output(stockList)
    .mutation(({ ctx, input }) => addListStocks(ctx, input)),
  removeStock: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/lists/{listId}/stocks/{symbol}',
        operationId: 'removeListStock',
        summary: 'Removes a stock from a list; it stays tracked',
        description: 'A stock that is not on the list changes nothing.',
        errorResponses: [404],
      },
    })
    .input(listStockInput)
    .output(stockList)
    .mutation(({ ctx, input }) => removeListStock(ctx, input)),
});
