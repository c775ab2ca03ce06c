import { z } from 'zod';
import { isoDate, symbolInPath, text, timestamp, uuid } from '../../primitives.ts';
import { currencyCode, stockSymbol } from '../../watch-list/schemas.ts';
import { barInterval, barsSelection, rangeInOrder } from '../schemas.ts';

/** As many as a screen can show: their values are one response without a stream. */
const maxIds = 20;

export const chartInput = z
  .object({
    symbol: symbolInPath,
    ...barsSelection,
    ids: z
      .array(text('ids'), { error: 'ids must be a list of ids' })
      .max(maxIds, `ids must be at most ${maxIds}`)
      .meta({ description: 'Calculated indicators whose lines are returned as well', examples: [[]] })
      .default([]),
    bars: z
      .boolean({ error: 'bars must be true or false' })
      .default(true)
      .meta({ description: 'Whether to return the bars. If false, their columns are empty' }),
  })
  .check(rangeInOrder);

const column = z.array(z.number());

export const chart = z.object({
  symbol: stockSymbol,
  interval: barInterval,
  currency: currencyCode,
  time: column.meta({ description: 'Midnight UTC of each bar’s date, in seconds since 1970, oldest first' }),
  open: column,
  high: column,
  low: column,
  close: column,
  volume: column,
  studies: z.array(
    z.object({
      id: uuid,
      calculated_at: timestamp,
      data_start_date: isoDate.nullable(),
      lines: z.array(
        z.object({
          name: z.string().nullable().meta({ description: 'Null if there is one line' }),
          values: z
            .array(z.number().nullable())
            .meta({ description: 'One value per bar; null for a bar without a value' }),
        }),
      ),
    }),
  ),
});
export type Chart = z.infer<typeof chart>;
export type StudyColumns = Chart['studies'][number];
