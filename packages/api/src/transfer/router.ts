import { csvFile, csvFileMeta, formulaNote } from '../csv.ts';
import { exampleId } from '../primitives.ts';
import { streamed } from '../streaming/stream-list.ts';
import { taskInput } from '../tasks/schemas.ts';
import { router, userProcedure } from '../trpc.ts';
import { exportAccount } from './account/export-account.ts';
import { accountExport } from './account/schemas.ts';
import { getImportTask } from './get-import-task.ts';
import { importStocks } from './import-stocks.ts';
import {
  exportTextInput,
  exportWatchListInput,
  importInput,
  importOutput,
  importTask,
  maxImportBodyBytes,
  textFile,
} from './schemas.ts';
import { exportWatchList } from './watch-list-csv.ts';
import { exportText } from './watch-list-text.ts';

/** Reading a large text, and writing a whole account, take up to a hundred times as long as another call. */
const transferWeight = 100;

/** Moves watch lists and accounts in and out. */
export const transferRouter = router({
  import: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/stocks/import',
        operationId: 'importStocks',
        summary: 'Previews or starts an import of many stocks',
        description:
          'With `commit: false`, returns 200 with a verdict for each line and stores nothing. With `commit: true`, returns 202 with a task, which adds the stocks one after the other and waits while the provider or the quota of new symbols demands it. With `list_id`, all stocks of the text join that list; the sections of a text of TradingView and the column `lists` of a CSV of Stockbook become lists, found by their names or created. An export of Stockbook also restores favourites and notes, an account export also own instruments with their prices, drawings, indicators, lists, saved sets of indicators, signal rules, strategies, the journal and portfolios with their transactions; what the user already has is never overwritten, a portfolio whose name exists is added beside it with a number, a strategy whose list is missing comes without it, and an entry that is not valid does not prevent the others. The text may have 2 MiB, an account export 32 MiB.',
        errorResponses: [404, 409],
      },
      statuses: [200, 202],
      statusOf: (output) => ('task_id' in output ? 202 : 200),
      examples: { 202: { task_id: exampleId, message: 'Importing stocks' } },
      maxBodyBytes: maxImportBodyBytes,
      weight: transferWeight,
    })
    .input(importInput)
    .output(importOutput)
    .mutation(({ ctx, input }) => importStocks(ctx, input)),
  importTask: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/import/{taskId}',
        operationId: 'getImportTask',
        summary: 'Returns the progress or the result of an import',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(streamed(importTask))
    .query(({ ctx, input }) => getImportTask(ctx, input)),
  exportWatchList: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/export.csv',
        operationId: 'exportWatchList',
        summary: 'Returns the watch list as a CSV file',
        description: `Columns: symbol, name, isin, exchange, currency, favourite (yes or no), added, notes, last_close, data_source, lists (names joined by \`;\`). ${formulaNote}, which the import removes.`,
        errorResponses: [404],
      },
      file: csvFileMeta('stockbook-watch-list.csv'),
    })
    .input(exportWatchListInput.optional())
    .output(streamed(csvFile))
    .query(({ ctx, input }) => exportWatchList(ctx, input ?? {})),
  exportText: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/export.txt',
        operationId: 'exportWatchListText',
        summary: 'Returns the watch list as a text file of TradingView',
        description:
          'The stocks on no list first, then a line for each list: `###Tech,NASDAQ:NVDA,NASDAQ:AAPL`. A comma in a name becomes a blank.',
        errorResponses: [404],
      },
      file: {
        name: () => 'stockbook-watch-list.txt',
        mediaType: 'text/plain',
        write: (output) => ('text' in output ? String(output.text) : ''),
      },
    })
    .input(exportTextInput.optional())
    .output(textFile)
    .query(({ ctx, input }) => exportText(ctx, input ?? {})),
  exportAccount: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/account/export',
        operationId: 'exportAccount',
        tags: ['auth'],
        summary: 'Returns everything of the user as a JSON file',
        description:
          'Profile, own instruments with their prices, watch list with notes, drawings and the definitions of indicators, lists, journal, strategies, portfolios with their transactions, tags, targets and choices, saved sets of indicators, signals with their rules, channels, personal access tokens and passkeys without secrets, sign-ins and security events. At most twice a day. `POST /stocks/import` of any Stockbook restores the own instruments, the watch list, the lists, the saved sets of indicators, the signal rules, the strategies, the journal and the portfolios from it. Requires an access token, and that its user has signed in or called **confirm** within ten minutes.',
      },
      file: {
        name: () => `stockbook-export-${new Date().toISOString().slice(0, 10)}.json`,
        mediaType: 'application/json',
      },
      usesQuota: true,
      weight: transferWeight,
    })
    .output(streamed(accountExport))
    .query(({ ctx }) => exportAccount(ctx)),
});
