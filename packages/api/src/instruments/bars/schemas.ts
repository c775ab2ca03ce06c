import { z } from 'zod';
import { calendarDate, count, text } from '../../primitives.ts';
import { preview, symbolOfInstrument } from '../shared-schemas.ts';

/** In one request, and of one instrument. */
export const maxOwnBars = 20_000;

/** Body of a request with bars; elsewhere the usual limit applies. */
export const maxBarsBodyBytes = 5 * 1024 * 1024;

/** Values in such a body: date, open, high, low, close and volume of each bar, and the bar itself. */
export const maxBarsBodyValues = 7 * maxOwnBars + 100;

/**
 * As bars of a stock, or with a close alone, which the other prices then equal. The text of a large list is read in a
 * calculation thread.
 */
export const barsOfRequest = z
  .custom<readonly unknown[] | string>((value) => Array.isArray(value) || typeof value === 'string', {
    error: 'bars must be a list',
  })
  .meta({
    description:
      'Of days, in any order: `date` and `close`, or `date`, `open`, `high`, `low`, `close` and, optionally, `volume`. In the terms of today’s shares',
    type: 'array',
    items: {},
    maxItems: maxOwnBars,
    examples: [[{ date: '2024-12-31', close: 250_000 }]],
  });

const csvOfRequest = text('csv')
  .meta({
    description:
      'A table in place of `bars`, with the header `date,close` or `date,open,high,low,close,volume` in any order. Over REST also the whole body, as `text/csv`',
    examples: ['date,close\n2024-12-31,250000'],
  })
  .optional();

export const barsChangeInput = z
  .object({ symbol: symbolOfInstrument, bars: barsOfRequest.optional(), csv: csvOfRequest, preview })
  .meta({ id: 'InstrumentBars' });

export const deleteBarsInput = z
  .object({
    symbol: symbolOfInstrument,
    since: calendarDate('since').meta({ description: 'First day, inclusive' }).optional(),
    until: calendarDate('until').meta({ description: 'Last day, inclusive' }).optional(),
    preview,
  })
  .refine(({ since, until }) => since === undefined || until === undefined || since <= until, {
    error: 'since must not be after until',
    path: ['since'],
  });

const barProblem = z
  .object({
    field: z.string().meta({ examples: ['bars[3].date'] }),
    message: z.string().meta({ examples: ['bars[3].date is not a date'] }),
    row: count.meta({ description: 'Index of the bar, or of the row after the header of a table' }),
  })
  .meta({ id: 'BarProblem' });

export const barsChange = z
  .object({
    added: count,
    changed: count,
    unchanged: count,
    removed: count,
    bars_revision: count.meta({ description: 'Changes with each change of the bars' }),
    details: z
      .array(barProblem)
      .optional()
      .meta({ description: 'Only of a preview: the problems of the first 50 rows that have any' }),
    problems: count.optional().meta({ description: 'Only of a preview: the number of rows with problems' }),
  })
  .meta({ id: 'BarsChange' });
export type BarsChange = z.infer<typeof barsChange>;
