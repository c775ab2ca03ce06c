import { z } from 'zod';

const stockItem = z.object({
  kind: z.literal('stock'),
  symbolOrIsin: z.string(),
  isin: z.string().nullable(),
  preferences: z.object({
    isFavorite: z.boolean(),
    notes: z.string().nullable(),
    notifyOnSignals: z.boolean(),
  }),
});

const indicatorItem = z.object({
  kind: z.literal('indicator'),
  symbolOrIsin: z.string(),
  indicatorFunction: z.string(),
  indicatorName: z.string(),
  parameters: z.record(z.string(), z.number()),
});

/** What a line of an import restores, as stored in `import_line`. */
export const importItem = z.discriminatedUnion('kind', [stockItem, indicatorItem]);
export type StockItem = z.infer<typeof stockItem>;
export type IndicatorItem = z.infer<typeof indicatorItem>;
