import { z } from 'zod';
import { createPortfolioInput } from '../portfolios/schemas.ts';
import { createSignalRuleInput } from '../signals/rules/schemas.ts';
import { createStrategyInput } from '../strategies/schemas.ts';
import { createStudySetInput } from '../study-sets/schemas.ts';

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

const studySetItem = z.object({ kind: z.literal('study_set'), set: createStudySetInput });

const signalRuleItem = z.object({ kind: z.literal('signal_rule'), rule: createSignalRuleInput });

/** The number of an item among those of its name in the file, from 1: names are not unique. */
const ordinal = z.number();

const strategyItem = z.object({ kind: z.literal('strategy'), strategy: createStrategyInput, ordinal });

const portfolioItem = z.object({ kind: z.literal('portfolio'), portfolio: createPortfolioInput, ordinal });

/** What a line of an import restores, as stored in `import_line`. */
export const importItem = z.discriminatedUnion('kind', [
  stockItem,
  indicatorItem,
  studySetItem,
  signalRuleItem,
  strategyItem,
  portfolioItem,
]);
export type ImportItem = z.infer<typeof importItem>;
export type StockItem = z.infer<typeof stockItem>;
export type IndicatorItem = z.infer<typeof indicatorItem>;
export type StudySetItem = z.infer<typeof studySetItem>;
export type SignalRuleItem = z.infer<typeof signalRuleItem>;
export type StrategyItem = z.infer<typeof strategyItem>;
export type PortfolioItem = z.infer<typeof portfolioItem>;
