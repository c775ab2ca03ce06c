import * as z from 'zod';
import { isSymbol } from '../../symbols/symbols.ts';

const text = z.string().min(1).nullish().catch(null);

const quote = z.object({
  // Yahoo also returns companies that are not listed.
  isYahooFinance: z.literal(true),
  symbol: z.string().refine(isSymbol),
  shortname: text,
  longname: text,
  exchange: text,
  exchDisp: text,
  quoteType: text,
  sector: text,
  industry: text,
});

/** The listed instruments of a search response, in Yahoo's order. */
export const searchSchema = z
  .object({ quotes: z.array(quote.nullable().catch(null)) })
  .transform(({ quotes }) => quotes.filter((found) => found !== null));

export type SearchQuote = z.infer<typeof quote>;
