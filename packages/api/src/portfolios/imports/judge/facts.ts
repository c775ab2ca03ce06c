import type { Split, SplitChoice } from '@stockbook/portfolio';

/** A stock that the system holds. */
export interface FactsStock {
  readonly id: number;
  readonly symbol: string;
  readonly isin: string | null;
  readonly name: string;
  /** Currency of the quotes, as the source or the user names it. */
  readonly currency: string | null;
  readonly quotedIn: 'money' | 'percent';
  /** Day of the first stored bar. */
  readonly firstDate: string | null;
}

/** The result of a task's search for a security of the file. */
export interface FoundSecurity {
  readonly text: string;
  readonly stock: string | null;
  readonly problem: string | null;
}

/** Everything besides the file that decides the verdicts of its rows. A structured clone of it is equal. */
export interface Facts {
  readonly portfolio: { readonly id: string; readonly currency: string };
  readonly today: string;
  /** The last day that a transaction may have. */
  readonly lastDay: string;
  /** Oldest first, as the add form prefers them. */
  readonly stocks: readonly FactsStock[];
  /** The symbols that the user has given for securities of the file. */
  readonly mapped: readonly { readonly text: string; readonly symbol: string }[];
  readonly found: readonly FoundSecurity[];
  /** The pairs from which rates are computed that have bars, with the day of the first one. */
  readonly pairs: readonly { readonly symbol: string; readonly firstDate: string }[];
  /** A list of `ComparedTransaction` in JSON: those of the portfolio. */
  readonly transactions: string;
  readonly splits: readonly (Split & { readonly symbol: string })[];
  readonly splitChoices: readonly SplitChoice[];
}
