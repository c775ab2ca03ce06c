import { csvFile, csvFileMeta, formulaNote } from '../csv.ts';
import { isObject } from '../json-object.ts';
import { streamed } from '../streaming/stream-list.ts';
import { router, userProcedure } from '../trpc.ts';
import { instrumentActions, setInstrumentActionsInput } from './actions/schemas.ts';
import { setActions } from './actions/set-actions.ts';
import { addBars, deleteBars, setBars } from './bars/change-bars.ts';
import { exportBars } from './bars/export-bars.ts';
import {
  barsChange,
  barsChangeInput,
  deleteBarsInput,
  maxBarsBodyBytes,
  maxBarsBodyValues,
} from './bars/schemas.ts';
import { createInstrument, deleteInstrument, getInstrument, listInstruments } from './instruments.ts';
import { previewInstrument } from './pricing/preview.ts';
import { instrumentPreview, previewInstrumentInput } from './pricing/schemas.ts';
import {
  createdInstrument,
  createInstrumentInput,
  deletedInstrument,
  deleteInstrumentInput,
  instrument,
  instrumentInput,
  instrumentList,
  listInstrumentsInput,
  updateInstrumentInput,
} from './schemas.ts';
import { updateInstrument } from './update-instrument.ts';

const withBars = { maxBodyBytes: maxBarsBodyBytes, maxBodyValues: maxBarsBodyValues, hasBars: true } as const;

/** The bars of a large body are its text, which the input lacks. */
const barsProcedure = userProcedure.use(({ ctx: { barsText: bars }, getRawInput, next }) => {
  if (bars === undefined) return next();
  return next({
    async getRawInput() {
      const rest = await getRawInput();
      return isObject(rest) ? { ...rest, bars } : rest;
    },
  });
});

const rowsNote =
  'Returns 400 with `details` of the first 50 rows that cannot be stored, 409 if the prices are computed or a quota is used up, and 429 after 60 writes a minute: each 1,000 bars count as one. Stored whole or not at all; the same again changes nothing.';

/** Own instruments: what no source has. */
export const instrumentsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/instruments',
        operationId: 'listInstruments',
        summary: 'Lists the own instruments of the user, by symbol',
      },
    })
    .input(listInstrumentsInput.optional())
    .output(instrumentList)
    .query(({ ctx, input }) => listInstruments(ctx, input ?? {})),
  create: barsProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/instruments',
        operationId: 'createInstrument',
        summary: 'Creates an own instrument, with prices if there are any',
        description:
          'It joins the watch list while that has room; `message` says if not. If the history of a linked stock is not stored yet, `task_id` is that of the task that stores it. Returns 409 if the user has the symbol or a quota is used up.',
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: (output) => `/instruments/${'symbol' in output ? output.symbol : ''}`,
      ...withBars,
    })
    .input(createInstrumentInput)
    .output(createdInstrument)
    .mutation(({ ctx, input }) => createInstrument(ctx, input)),
  preview: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/instruments/preview',
        operationId: 'previewInstrument',
        summary: 'Computes the last prices of an instrument without storing it',
      },
      isReadOnly: true,
    })
    .input(previewInstrumentInput)
    .output(instrumentPreview)
    .mutation(({ ctx, input }) => previewInstrument(ctx, input)),
  export: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/instruments/export.csv',
        operationId: 'exportInstrumentBars',
        summary: 'Returns the prices of all own instruments as a CSV file',
        description: `Columns: symbol, date, open, high, low, close, volume. ${formulaNote}, which the import removes.`,
      },
      file: csvFileMeta('stockbook-own-prices.csv'),
    })
    .output(streamed(csvFile))
    .query(({ ctx }) => exportBars(ctx)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/instruments/{symbol}',
        operationId: 'getInstrument',
        summary: 'Returns an own instrument',
        errorResponses: [404],
      },
    })
    .input(instrumentInput)
    .output(instrument)
    .query(({ ctx, input }) => getInstrument(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/instruments/{symbol}',
        operationId: 'updateInstrument',
        summary: 'Changes an own instrument',
        description:
          'Another pricing or other terms compute the prices anew; `entered` keeps those that are there. Returns 409 for another currency or quotation while a portfolio has transactions in it.',
        errorResponses: [404, 409],
      },
    })
    .input(updateInstrumentInput)
    .output(instrument)
    .mutation(({ ctx, input }) => updateInstrument(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/instruments/{symbol}',
        operationId: 'deleteInstrument',
        summary: 'Deletes an own instrument for good, with its prices, indicators and rules',
        description:
          'Signals and journal entries keep their text. Returns 409 while a portfolio has transactions in it. Requires an access token.',
        errorResponses: [404, 409],
      },
    })
    .input(deleteInstrumentInput)
    .output(deletedInstrument)
    .mutation(({ ctx, input }) => deleteInstrument(ctx, input)),
  setBars: barsProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/instruments/{symbol}/bars',
        operationId: 'setInstrumentBars',
        summary: 'Replaces all prices of an own instrument',
        description: rowsNote,
        errorResponses: [404, 409],
      },
      ...withBars,
      queryFields: ['preview'],
    })
    .input(barsChangeInput)
    .output(barsChange)
    .mutation(({ ctx, input }) => setBars(ctx, input)),
  addBars: barsProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/instruments/{symbol}/bars',
        operationId: 'addInstrumentBars',
        summary: 'Adds prices to an own instrument, and replaces those of the same days',
        description: rowsNote,
        errorResponses: [404, 409],
      },
      ...withBars,
      queryFields: ['preview'],
    })
    .input(barsChangeInput)
    .output(barsChange)
    .mutation(({ ctx, input }) => addBars(ctx, input)),
  deleteBars: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/instruments/{symbol}/bars',
        operationId: 'deleteInstrumentBars',
        summary: 'Deletes the prices of a range of days',
        errorResponses: [404, 409],
      },
    })
    .input(deleteBarsInput)
    .output(barsChange)
    .mutation(({ ctx, input }) => deleteBars(ctx, input)),
  setActions: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/instruments/{symbol}/actions',
        operationId: 'setInstrumentActions',
        summary: 'Replaces the splits and dividends of an own instrument',
        description:
          'A split whose `is_in_prices` is false divides the earlier prices once, when it is first stored. The same again changes nothing.',
        errorResponses: [404],
      },
      queryFields: ['preview'],
    })
    .input(setInstrumentActionsInput)
    .output(instrumentActions)
    .mutation(({ ctx, input }) => setActions(ctx, input)),
});
