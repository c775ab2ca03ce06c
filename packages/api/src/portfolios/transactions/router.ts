import { csvFile, csvFileMeta, formulaNote } from '../../csv.ts';
import { streamed } from '../../streaming/stream-list.ts';
import { cacheable, router, userProcedure } from '../../trpc.ts';
import { getDayPrice } from '../day-price/get-day-price.ts';
import { dayPrice, dayPriceInput } from '../day-price/schemas.ts';
import { exportTransactions } from '../exports/export-transactions.ts';
import { exportMediaType, exportTransactionsInput, fileNameOf } from '../exports/schemas.ts';
import { maxPortfolioBodyBytes, maxPortfolioBodyValues } from '../schemas.ts';
import {
  createTransactionsInput,
  listTransactionsInput,
  storedTransaction,
  transaction,
  transactionBatch,
  transactionInput,
  transactionList,
  transfer,
  transferInput,
  updateTransactionInput,
} from './schemas.ts';
import {
  createTransactions,
  deleteTransaction,
  getTransaction,
  listTransactions,
  updateTransaction,
} from './transactions.ts';
import { createTransfer } from './transfers.ts';

export const transactionsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/transactions',
        operationId: 'listTransactions',
        summary: 'Lists the transactions of a portfolio',
        description: 'Without a limit, it returns the newest 1,000.',
        errorResponses: [404],
      },
    })
    .input(listTransactionsInput)
    .output(streamed(transactionList))
    .query(({ ctx, input }) => listTransactions(ctx, input)),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/transactions',
        operationId: 'createTransactions',
        summary: 'Adds a transaction to a portfolio, or up to 200',
        description:
          'Quantities and prices are in the shares of the day. Several `transactions` are stored together or not at all; the response then has no `location`. A sale of more shares than are held returns 400, as does a transaction that leaves a later one without shares. Returns 409 if the maximum number of transactions is reached, or if the `external_id` is in the portfolio already.',
        errorResponses: [404, 409],
      },
      statuses: [201],
      createsSeveral: true,
      locationOf: (output, { portfolioId }) =>
        'id' in output ? `/portfolios/${portfolioId}/transactions/${output.id}` : null,
      maxBodyBytes: maxPortfolioBodyBytes,
      maxBodyValues: maxPortfolioBodyValues,
    })
    .input(createTransactionsInput)
    .output(storedTransaction.or(transactionBatch))
    .mutation(({ ctx, input }) => createTransactions(ctx, input)),
  exportAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/transactions/export.csv',
        operationId: 'exportTransactions',
        summary: 'Returns the transactions of a portfolio as a file, oldest first',
        description: `By default a CSV file that the import reads: quantities and prices are in the shares of the day. ${formulaNote}. A journal (\`ledger\`, \`beancount\`; media type \`text/plain\`) is in today’s shares, with prices on each day of a transaction, up to \`until\` or the last day of the figures.`,
        errorResponses: [404],
      },
      cachedBy: 'server',
      file: csvFileMeta(fileNameOf, exportMediaType),
    })
    .input(exportTransactionsInput)
    .output(cacheable(streamed(csvFile)))
    .query(({ ctx, input }) => exportTransactions(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/transactions/{transactionId}',
        operationId: 'getTransaction',
        summary: 'Returns a transaction',
        errorResponses: [404],
      },
    })
    .input(transactionInput)
    .output(transaction)
    .query(({ ctx, input }) => getTransaction(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/portfolios/{portfolioId}/transactions/{transactionId}',
        operationId: 'updateTransaction',
        summary: 'Changes a transaction',
        description:
          'With a new type, send null for the fields that it does not use. A new date takes the next ordinal of that day. A change of one transaction of a transfer changes the other one, too.',
        errorResponses: [404, 409],
      },
    })
    .input(updateTransactionInput)
    .output(storedTransaction)
    .mutation(({ ctx, input }) => updateTransaction(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/{portfolioId}/transactions/{transactionId}',
        operationId: 'deleteTransaction',
        summary: 'Deletes a transaction, and returns it',
        description:
          'Deleting one transaction of a transfer deletes the other one, too. Returns 400 if a later sale would then exceed the shares held.',
        errorResponses: [404],
      },
    })
    .input(transactionInput)
    .output(transaction)
    .mutation(({ ctx, input }) => deleteTransaction(ctx, input)),
  transfer: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/transfers',
        operationId: 'createTransfer',
        summary: 'Transfers shares or money to another portfolio of the user',
        description:
          'Adds a TRANSFER_OUT and a TRANSFER_IN, or a WITHDRAWAL and a DEPOSIT, with one `transfer_id`. Lots and their cost move on.',
        errorResponses: [404, 409],
      },
      statuses: [201],
      createsSeveral: true,
      locationOf: () => null,
    })
    .input(transferInput)
    .output(transfer)
    .mutation(({ ctx, input }) => createTransfer(ctx, input)),
  dayPrice: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/day-price',
        operationId: 'getDayPrice',
        summary: 'Returns the price range of a stock and the rate of a currency on a day',
        description:
          'For a form in which a user enters a transaction: prices are in the shares of the day, rates to the currency of the portfolio.',
        errorResponses: [404],
      },
    })
    .input(dayPriceInput)
    .output(dayPrice)
    .query(({ ctx, input }) => getDayPrice(ctx, input)),
});
