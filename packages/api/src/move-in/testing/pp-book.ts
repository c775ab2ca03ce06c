/** A book of Portfolio Performance in a test, from which all forms of its files are written. */
export interface PpTestBook {
  readonly version: number;
  readonly baseCurrency: string;
  readonly securities: readonly PpTestSecurity[];
  readonly accounts: readonly { readonly uuid: string; readonly name: string; readonly currency: string }[];
  readonly portfolios: readonly {
    readonly uuid: string;
    readonly name: string;
    readonly reference: string;
  }[];
  readonly entries: readonly PpTestEntry[];
  readonly watchlists?: readonly { readonly name: string; readonly securities: readonly string[] }[];
  readonly taxonomies?: readonly { readonly name: string; readonly root: PpTestClassification }[];
  readonly plans?: number;
}

export interface PpTestSecurity {
  readonly uuid: string;
  readonly name: string;
  readonly currency?: string;
  readonly targetCurrency?: string;
  readonly isin?: string;
  readonly ticker?: string;
  readonly wkn?: string;
  readonly feed?: string;
  readonly note?: string;
  /** Closes in the whole numbers of the file. */
  readonly prices?: readonly (readonly [date: string, close: bigint])[];
  readonly latest?: readonly [date: string, close: bigint];
  readonly events?: readonly {
    readonly type: 'STOCK_SPLIT' | 'NOTE';
    readonly date: string;
    readonly details: string;
  }[];
}

/** The types by their numbers in a binary file. */
export const entryTypes = [
  'buy',
  'sell',
  'inbound',
  'outbound',
  'move_shares',
  'move_cash',
  'DEPOSIT',
  'REMOVAL',
  'DIVIDENDS',
  'INTEREST',
  'INTEREST_CHARGE',
  'TAXES',
  'TAX_REFUND',
  'FEES',
  'FEES_REFUND',
] as const;

export interface PpTestEntry {
  readonly type: (typeof entryTypes)[number];
  readonly uuid: string;
  readonly otherUuid?: string;
  readonly date: string;
  readonly minutes?: number;
  readonly account?: string;
  readonly portfolio?: string;
  readonly otherAccount?: string;
  readonly otherPortfolio?: string;
  readonly security?: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly shares?: bigint;
  readonly units?: readonly PpTestUnit[];
  /** The money that arrives by a transfer between currencies. */
  readonly arriving?: { readonly amount: bigint; readonly currency: string; readonly rate: string };
  readonly note?: string;
  readonly exDate?: string;
}

export interface PpTestUnit {
  readonly type: 'GROSS_VALUE' | 'TAX' | 'FEE';
  readonly amount: bigint;
  readonly forex?: { readonly amount: bigint; readonly currency: string; readonly rate: string };
}

export interface PpTestClassification {
  readonly name: string;
  readonly weight: number;
  readonly children?: readonly PpTestClassification[];
  /** By the uuid of a security or an account. */
  readonly assignments?: readonly (readonly [vehicle: string, weight: number])[];
}

/** The units with those of a transfer between currencies, as the giving leg has them. */
export function unitsOf({ units = [], arriving, amount }: PpTestEntry): readonly PpTestUnit[] {
  return arriving ? [{ type: 'GROSS_VALUE', amount, forex: arriving }, ...units] : units;
}
