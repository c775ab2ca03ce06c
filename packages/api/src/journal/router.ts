import { csvFile, csvFileMeta, formulaNote } from '../csv.ts';
import { streamed } from '../streaming/stream-list.ts';
import { locationIn, router, userProcedure } from '../trpc.ts';
import {
  createEntry,
  deleteEntry,
  exportJournal,
  getEntry,
  listJournal,
  restoreEntry,
  updateEntry,
} from './entries.ts';
import {
  createEntryInput,
  entryInput,
  journal,
  journalEntry,
  listJournalInput,
  updateEntryInput,
} from './schemas.ts';

/** As how many requests an export counts: a batch of them takes as long as this many other calls. */
const exportWeight = 50;

export const journalRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/journal',
        operationId: 'listJournal',
        summary: 'Lists the entries of the user’s journal, and searches them',
      },
    })
    .input(listJournalInput.optional())
    .output(streamed(journal))
    .query(({ ctx, input }) => listJournal(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/journal',
        operationId: 'createJournalEntry',
        summary: 'Adds an entry about a stock to the journal',
        description:
          'The entry stays when the stock is no longer tracked. Returns 409 if the journal has the maximum of entries or bytes.',
        errorResponses: [404, 409],
      },
      statuses: [201],
      locationOf: locationIn('/journal'),
    })
    .input(createEntryInput)
    .output(journalEntry)
    .mutation(({ ctx, input }) => createEntry(ctx, input)),
  exportCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/journal.csv',
        operationId: 'exportJournal',
        summary: 'Returns the whole journal as a CSV file, newest day first',
        description: `Columns: day, symbol, name, kind, text, created_at, updated_at. ${formulaNote}.`,
      },
      file: csvFileMeta('stockbook-journal.csv'),
      weight: exportWeight,
    })
    .output(streamed(csvFile))
    .query(({ ctx }) => exportJournal(ctx)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/journal/{entryId}',
        operationId: 'getJournalEntry',
        summary: 'Returns an entry of the journal',
        errorResponses: [404],
      },
    })
    .input(entryInput)
    .output(journalEntry)
    .query(({ ctx, input }) => getEntry(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/journal/{entryId}',
        operationId: 'updateJournalEntry',
        summary: 'Changes an entry of the journal',
        errorResponses: [404, 409],
      },
    })
    .input(updateEntryInput)
    .output(journalEntry)
    .mutation(({ ctx, input }) => updateEntry(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/journal/{entryId}',
        operationId: 'deleteJournalEntry',
        summary: 'Deletes an entry of the journal, and returns it',
        description: 'Can be undone for ten minutes.',
        errorResponses: [404],
      },
    })
    .input(entryInput)
    .output(journalEntry)
    .mutation(({ ctx, input }) => deleteEntry(ctx, input)),
  restore: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/journal/{entryId}/restore',
        operationId: 'restoreJournalEntry',
        summary: 'Restores an entry that was deleted less than ten minutes ago',
        description: 'Returns 409 if the journal has no room for it meanwhile.',
        errorResponses: [404, 409],
      },
    })
    .input(entryInput)
    .output(journalEntry)
    .mutation(({ ctx, input }) => restoreEntry(ctx, input)),
});
