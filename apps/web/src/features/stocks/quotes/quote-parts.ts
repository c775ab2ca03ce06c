import { currentQuotes } from '#lib/quotes/use-quotes.ts';
import { Line } from './quote-line.tsx';
import { Cell, Lines, Price, Status } from './quoted-price.tsx';

/** Everything about prices during the session on the list and in the header of a stock. */
export const quoteParts = { currentQuotes, Price, Status, Lines, Cell, Line };
