import { z } from 'zod';
import { dividendRepeats } from '../../history/schemas.ts';
import { maxAppliedSplits, setInstrumentActionsInput } from '../../instruments/actions/schemas.ts';
import { createInstrumentInput, instrument } from '../../instruments/schemas.ts';
import { calendarDate, isoDate } from '../../primitives.ts';

const exportedBar = z
  .object({
    date: isoDate,
    open: z.number().optional(),
    high: z.number().optional(),
    low: z.number().optional(),
    close: z.number(),
    volume: z.number().optional(),
  })
  .meta({ id: 'ExportedBar', description: 'A close alone stands for the other prices, without a volume' });

export const exportedInstrument = instrument
  .pick({
    symbol: true,
    name: true,
    currency: true,
    type: true,
    isin: true,
    sector: true,
    industry: true,
    quoted_in: true,
    pricing: true,
    terms: true,
    remind: true,
    created_at: true,
  })
  .extend({
    dividends: z.array(z.object({ ex_date: isoDate, amount: z.number() })),
    splits: z.array(z.object({ ex_date: isoDate, numerator: z.number(), denominator: z.number() })),
    applied_splits: z
      .array(z.object({ ex_date: isoDate, ratio: z.number() }))
      .optional()
      .meta({
        description:
          'Splits by which the prices were divided when they were entered, also those that were taken away since: none divides them again. Missing in older files',
      }),
    repeats: dividendRepeats,
    bars: z.array(exportedBar).meta({ description: 'All prices, oldest first; computed ones, too' }),
  })
  .meta({ id: 'ExportedInstrument' });
export type ExportedInstrument = z.infer<typeof exportedInstrument>;

const appliedSplit = z.object({ ex_date: calendarDate('ex_date'), ratio: z.number().gt(0) });

/** An instrument of an export without its bars, which are read when they are stored. */
export const importedInstrument = createInstrumentInput
  .omit({ bars: true, notes: true, track: true })
  .extend(setInstrumentActionsInput.omit({ symbol: true, preview: true }).shape)
  .extend({ applied_splits: z.array(appliedSplit).max(maxAppliedSplits).default([]) });
export type ImportedInstrument = z.output<typeof importedInstrument>;
