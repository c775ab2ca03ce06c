import { currentQuotes } from '#lib/quotes/use-quotes.ts';
import { Forming } from './forming/forming.tsx';
import { FormingKey, FormingLegend } from './forming/forming-legend.tsx';
import { Line } from './quote-line.tsx';
import { Cell, Lines, Price, Status } from './quoted-price.tsx';

/** Everything about prices during the session, which pages download after their first paint. */
export const quoteParts = {
  currentQuotes,
  Price,
  Status,
  Lines,
  Cell,
  Line,
  Forming,
  FormingLegend,
  FormingKey,
};

export type QuoteParts = typeof quoteParts;
