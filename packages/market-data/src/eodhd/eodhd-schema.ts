import * as z from 'zod';

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const row = z.object({
  date,
  /** Prices as traded; the volume is adjusted for splits. */
  open: z.unknown(),
  high: z.unknown(),
  low: z.unknown(),
  close: z.unknown(),
  volume: z.unknown(),
});
/** The plan's limits are announced by a field of the rows or by a row without a date. */
const warning = z.object({ warning: z.string(), date: z.undefined().optional() });

/** `GET /api/eod/{symbol}`. */
export const rowsSchema = z
  .array(z.union([row, warning]))
  .transform((rows) => rows.filter((entry): entry is z.output<typeof row> => entry.date !== undefined));

/** `GET /api/splits/{symbol}`: `4.000000/1.000000` is four new shares for an old one. */
export const splitsSchema = z.array(z.object({ date, split: z.string() }));

/** `GET /api/div/{symbol}`: `value` is adjusted for later splits. */
export const dividendsSchema = z.array(
  z.object({ date, value: z.coerce.number(), currency: z.string().nullish() }),
);

const match = z.object({
  Code: z.string(),
  Exchange: z.string(),
  Name: z.string().nullish(),
  Type: z.string().nullish(),
  Currency: z.string().nullish(),
  ISIN: z.string().nullish(),
});
export type EodhdMatch = z.output<typeof match>;
/** `GET /api/search/{query}`. */
export const searchSchema = z.array(match);
