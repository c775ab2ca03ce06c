import type { TransactionType } from '@stockbook/common/transaction-types';
import type { FileQuestion, LeftOut, NeutralLine } from '../form.ts';

/** A transaction that a move would store. Numbers are decimal texts with at most 15 digits. */
export interface PlannedTransaction {
  /** The key of its portfolio. */
  readonly portfolio: string;
  /** The key of the line that it comes from; null if the move adds it for a balance. */
  readonly line: string | null;
  readonly type: TransactionType;
  readonly date: string;
  /** The key of its security. */
  readonly security: string | null;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly amount: string | null;
  readonly currency: string;
  readonly fees: string;
  readonly taxes: string;
  /** Units of the portfolio's currency for one of `currency`. */
  readonly fxRate: string | null;
  readonly exDate: string | null;
  readonly toAmount: string | null;
  readonly toCurrency: string | null;
  readonly note: string | null;
  readonly externalId: string | null;
  /** Shared by the two transactions of a transfer between portfolios. */
  readonly transfer: string | null;
}

export interface PlannedPortfolio {
  /** The key of the account that it is made of, or that others have joined. */
  readonly key: string;
  /** The id of the portfolio that an earlier move has made of one of its accounts; null for a new one. */
  readonly existing: string | null;
  readonly name: string;
  readonly currency: string;
  readonly note: string | null;
  readonly cashTracking: boolean;
  /** The keys of all accounts whose shares and money it has. */
  readonly accounts: readonly string[];
  /** The keys of the portfolios that an answer has merged into it. */
  readonly merged: readonly string[];
}

export interface PlannedSecurity {
  readonly key: string;
  readonly name: string;
  readonly isin: string | null;
  readonly status: 'known' | 'new' | 'own' | 'ask' | 'skip' | 'unused';
  /** Null while only its ISIN is known. */
  readonly symbol: string | null;
  /** The number of its lines. */
  readonly lines: number;
  readonly message: string | null;
}

/** A tag group of a portfolio. */
export interface PlannedGroup {
  readonly portfolio: string;
  readonly name: string;
  readonly tags: readonly PlannedTag[];
}

export interface PlannedTag {
  readonly name: string;
  readonly targetPercent: string | null;
  readonly shares: readonly { readonly security: string; readonly percent: string }[];
}

export interface PlannedLine {
  readonly line: NeutralLine;
  readonly verdict: 'new' | 'already_there' | 'skipped' | 'problem';
  readonly message: string | null;
}

export type SplitReading = 'applied' | 'by_hand' | 'noted' | 'kept' | 'missing';

export interface PlannedSplit {
  readonly security: string;
  readonly date: string;
  readonly numerator: number;
  readonly denominator: number;
  readonly reading: SplitReading;
  /** Lines before the split. */
  readonly lines: number;
}

export interface Question {
  readonly key: string;
  readonly kind:
    | 'again'
    | 'security'
    | 'currency'
    | 'deliveries'
    | 'split'
    | 'drafts'
    | 'tags'
    | FileQuestion['kind'];
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Null for a question that blocks the move until it is answered. */
  readonly default: string | null;
  readonly answer: string | null;
}

/** The answers of the user by the keys of questions, and of portfolios: `merge:…`, `name:…`, `currency:…`. */
export type Answers = Readonly<Record<string, string>>;

export interface MovePlan {
  readonly portfolios: readonly PlannedPortfolio[];
  readonly securities: readonly PlannedSecurity[];
  /**
   * In the order in which they are booked. Those of lines that are already there belong to it, because the balances
   * need them; only those of new lines are stored.
   */
  readonly transactions: readonly PlannedTransaction[];
  readonly lines: readonly PlannedLine[];
  readonly splits: readonly PlannedSplit[];
  /** The splits after which the shares stay as they are. */
  readonly keptSplits: readonly { readonly security: string; readonly date: string }[];
  /** The ids of stored transactions that lines without an id of their own have met. */
  readonly presentRows: readonly string[];
  readonly groups: readonly PlannedGroup[];
  readonly questions: readonly Question[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}
