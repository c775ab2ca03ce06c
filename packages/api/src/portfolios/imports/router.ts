import { z } from 'zod';
import { exampleId, message } from '../../primitives.ts';
import { taskInput } from '../../tasks/schemas.ts';
import { readTask } from '../../tasks/tasks.ts';
import { ownRows, router, userProcedure } from '../../trpc.ts';
import { moveResult } from '../move-result.ts';
import { importTransactions } from './import-transactions.ts';
import { listPortfolioImports, takeBackImport } from './imports.ts';
import { maxImportValues } from './mapping-schema.ts';
import {
  importResult,
  importTransactionsInput,
  importTransactionsOutput,
  listPortfolioImportsInput,
  maxTransactionImportBodyBytes,
  portfolioImportInput,
  portfolioImportList,
  transactionImportTask,
} from './schemas.ts';

/** Calculation threads do the work of an import; ten previews a minute must fit into the limit of requests. */
const importWeight = 50;

export const portfolioImportsRouter = router({
  import: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/import',
        operationId: 'importTransactions',
        summary: 'Previews or starts an import of transactions from a file of a broker or of another program',
        description:
          'With `commit: false`, returns 200 with a verdict for each row and stores nothing; at most ten times a minute. With `commit: true`, returns 202 with a task, which looks up unknown stocks and then stores all new rows together, or none if a sale would not be covered. Equal rows are counted: only those are added that exceed the equal transactions of the portfolio. The mapping of an import is remembered for the next file with the same header. The body may have 5 MiB, the text 2 MiB. docs/portfolios.md lists the recognised formats.',
        errorResponses: [404, 409],
      },
      statuses: [200, 202],
      statusOf: (output) => ('task_id' in output ? 202 : 200),
      examples: {
        202: { task_id: exampleId, import_id: exampleId, message: 'Importing transactions' },
      },
      maxBodyBytes: maxTransactionImportBodyBytes,
      maxBodyValues: maxImportValues,
      weight: importWeight,
    })
    .input(importTransactionsInput)
    .output(importTransactionsOutput)
    .mutation(({ ctx, input }) => importTransactions(ctx, input)),
  task: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/task/{taskId}',
        operationId: 'getTransactionImportTask',
        summary:
          'Returns the progress or the result of an import of transactions, of the example, or of a move',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(ownRows(transactionImportTask))
    .query(async ({ ctx, input }) => {
      const parse = (stored: Record<string, unknown>) => z.union([importResult, moveResult]).parse(stored);
      const { kind, task_id, status, message, info, result, error } = await readTask(
        ctx,
        input,
        ['import-transactions', 'create-example', 'read-move', 'store-move'],
        parse,
      );
      const details =
        kind === 'read-move' && error !== null ? { details: [{ field: 'files', message: error }] } : {};
      return { task_id, status, message, info, result, error, ...details };
    }),
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/imports',
        operationId: 'listPortfolioImports',
        summary: 'Lists the files that were imported into a portfolio',
        errorResponses: [404],
      },
    })
    .input(listPortfolioImportsInput)
    .output(portfolioImportList)
    .query(({ ctx, input }) => listPortfolioImports(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/{portfolioId}/imports/{importId}',
        operationId: 'takeBackImport',
        summary: 'Takes an import back: deletes its transactions, changed ones included',
        description:
          'Returns 400 if a later sale would then exceed the shares held, and 409 for an import that is a part of a move.',
        errorResponses: [404, 409],
      },
      examples: { 200: { message: '12 transactions were taken back' } },
    })
    .input(portfolioImportInput)
    .output(message)
    .mutation(({ ctx, input }) => takeBackImport(ctx, input)),
});
