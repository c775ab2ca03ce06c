/**
 * The one form that the files of all programs are read into. Planning, report, comparison and storing know only this.
 * Numbers are decimal texts; a structured clone is equal.
 */
export interface NeutralBook {
  /** The name of the program, as sentences write it. */
  readonly program: ProgramName;
  /** The version of the file's format; null if the file does not say. */
  readonly version: string | null;
  /** The last day of which the file knows something; null if it has no day at all. */
  readonly lastDay: string | null;
  /** The day on which the file was written; null if it does not say. Lines of later days are drafts. */
  readonly writtenOn: string | null;
  readonly baseCurrency: string | null;
  readonly securities: readonly NeutralSecurity[];
  readonly accounts: readonly NeutralAccount[];
  /** In the order of the file. */
  readonly lines: readonly NeutralLine[];
  readonly lists: readonly NeutralList[];
  readonly groups: readonly NeutralGroup[];
  readonly dayNotes: readonly DayNote[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
  readonly questions: readonly FileQuestion[];
  /** The holdings and the money that the program shows on `lastDay`, summed up without the lines above. */
  readonly balances: Balances;
}

type ProgramName =
  | 'Portfolio Performance'
  | 'Ghostfolio'
  | 'Wealthfolio'
  | 'Sure'
  | 'Yahoo Finance'
  | 'Sharesight';

/** A question that the file itself leaves open. Lines name it by its key. */
export interface FileQuestion {
  readonly key: string;
  /**
   * `date`: of the lines without one. `rate`: of fees in another currency. `type`: what the lines are. `account`:
   * whether an account comes.
   */
  readonly kind: 'date' | 'rate' | 'type' | 'account';
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Null for a question that blocks the move until it is answered. */
  readonly default: string | null;
}

export interface NeutralSecurity {
  /** Unique in the file. */
  readonly key: string;
  readonly name: string;
  readonly isin: string | null;
  readonly ticker: string | null;
  readonly wkn: string | null;
  /** Of its prices, as the file writes it; null for an index, and if the file does not say. */
  readonly currency: string | null;
  /** The source of prices that the program uses, in its own words; null without one. */
  readonly feed: string | null;
  /** Whether `ticker` is a symbol of Yahoo. */
  readonly isYahooTicker: boolean;
  readonly type: string | null;
  readonly note: string | null;
  readonly prices: NeutralPrices;
  /** The splits that the program has recorded. They are evidence only: nothing is booked by them. */
  readonly splits: readonly {
    readonly date: string;
    readonly numerator: number;
    readonly denominator: number;
  }[];
}

/** Closes in the currency of the security, ascending by day. */
export interface NeutralPrices {
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  readonly closes: Float64Array;
}

export interface NeutralAccount {
  /** Unique in the file. */
  readonly key: string;
  /** As the file has it: may be empty. */
  readonly name: string;
  readonly kind: 'shares' | 'cash' | 'both';
  /** Of its money; null for an account of shares alone. */
  readonly currency: string | null;
  /** The account of money that an account of shares names as its own. */
  readonly reference: string | null;
  readonly note: string | null;
  /** The money on some days, ascending; null if the lines explain all of it. */
  readonly knownBalances: readonly { readonly date: string; readonly amount: string }[] | null;
}

export type LineKind =
  | 'buy'
  | 'sell'
  | 'transfer_in'
  | 'transfer_out'
  | 'move_shares'
  | 'move_cash'
  | 'dividend'
  | 'interest'
  | 'fee'
  | 'tax'
  | 'deposit'
  | 'withdrawal'
  | 'split';

/** A trade, a payment or a transfer: one line, however many places the program writes it to. */
export interface NeutralLine {
  /** Unique in the file. */
  readonly key: string;
  /** The program's id with its prefix, `pp:…`; null if the line has none. */
  readonly id: string | null;
  /** The id of the arriving leg of a transfer. */
  readonly arrivingId: string | null;
  readonly kind: LineKind;
  /** Empty until the question about it is answered. */
  readonly date: string;
  /** Seconds since midnight; orders the lines of a day before their order in the file. */
  readonly time: number;
  /** The account of the shares, without shares that of the money; the giving one of a transfer. */
  readonly account: string;
  /** The account whose money changes; null if none does, or if the file does not say which. */
  readonly moneyAccount: string | null;
  /** The arriving account of a transfer. */
  readonly toAccount: string | null;
  readonly security: string | null;
  /** Above 0, in the shares that the program counts in. */
  readonly quantity: string | null;
  /** Empty for that of the quotes. */
  readonly currency: string;
  /** Before fees and taxes. Below 0 for interest charged and for refunds of fees and taxes. */
  readonly gross: string;
  readonly fees: string;
  readonly taxes: string;
  readonly foreign: ForeignPrice | null;
  /** The money that arrives by a transfer. */
  readonly toAmount: string | null;
  readonly toCurrency: string | null;
  readonly exDate: string | null;
  readonly note: string | null;
  /** New shares for old ones, of a split; null if the file does not say. */
  readonly ratio: { readonly numerator: number; readonly denominator: number } | null;
  /** The key of the question that decides about the line; null without one. */
  readonly asked: string | null;
  /** The key of the question about the rate by which `fees` become money of `currency`; null if they are that. */
  readonly feeRateAsked: string | null;
  /** The sentence that keeps the line from being booked; null without one. */
  readonly problem: string | null;
  /** The reason why the line is no transaction; null if it is one. */
  readonly skipped: string | null;
}

/** The currency in which a trade was made, if it is not that of the money. */
export interface ForeignPrice {
  readonly currency: string;
  /** Units of the money's currency for one of this, with up to 12 decimals. */
  readonly rate: string;
}

export interface NeutralList {
  readonly name: string;
  readonly securities: readonly string[];
}

export interface NeutralGroup {
  readonly name: string;
  readonly tags: readonly NeutralTag[];
}

export interface NeutralTag {
  readonly name: string;
  readonly targetPercent: string | null;
  readonly shares: readonly { readonly security: string; readonly percent: string }[];
}

/** A note on a security that belongs to a day. */
export interface DayNote {
  readonly security: string;
  readonly date: string;
  readonly text: string;
}

/** Things of a kind that have no place in the form. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

export interface Balances {
  readonly shares: readonly {
    readonly account: string;
    readonly security: string;
    readonly quantity: string;
  }[];
  /** Null for a file that says nothing of money but what trades cost. */
  readonly money:
    | readonly {
        readonly account: string;
        readonly currency: string;
        readonly amount: string;
        /** The sum of all amounts without their signs. */
        readonly turnover: string;
      }[]
    | null;
}
