import * as z from 'zod';
import { isSymbol } from '../../symbols/symbols.ts';

const text = z.string().min(1).nullish().catch(null);

const quote = z.object({
  // Yahoo also finds companies that are not traded.
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

/** What is used of the answer to a search: the traded instruments, in Yahoo's order. */
export const searchSchema = z
  .object({ quotes: z.array(quote.nullable().catch(null)) })
  .transform(({ quotes }) => quotes.filter((found) => found !== null));

export type SearchQuote = z.infer<typeof quote>;
