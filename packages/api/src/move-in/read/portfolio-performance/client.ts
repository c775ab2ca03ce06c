import type { NeutralPrices } from '../../form.ts';

/** A file as Portfolio Performance writes it, whether as XML or binary. Amounts are in hundredths. */
export interface PpClient {
  readonly version: number;
  readonly baseCurrency: string | null;
  readonly securities: readonly PpSecurity[];
  readonly accounts: readonly PpAccount[];
  readonly portfolios: readonly PpPortfolio[];
  /** Of all accounts and portfolios, in the order of the file. A transfer or a purchase has two. */
  readonly legs: readonly PpLeg[];
  readonly watchlists: readonly { readonly name: string; readonly securities: readonly PpSecurity[] }[];
  readonly taxonomies: readonly PpTaxonomy[];
  readonly plans: number;
  /** Legs that stand in the file twice. */
  readonly repeated: number;
  /** Closes that are not above 0. */
  readonly invalidPrices: number;
}

export interface PpSecurity {
  readonly uuid: string;
  readonly name: string;
  readonly currency: string | null;
  /** Of an exchange rate, which is no security. */
  readonly targetCurrency: string | null;
  readonly note: string | null;
  readonly isin: string | null;
  readonly ticker: string | null;
  readonly wkn: string | null;
  readonly feed: string | null;
  readonly prices: NeutralPrices;
  readonly events: readonly PpEvent[];
}

export interface PpEvent {
  readonly type: 'split' | 'note' | 'dividend';
  readonly date: string;
  readonly details: string;
}

export interface PpAccount {
  readonly uuid: string;
  readonly name: string;
  readonly currency: string;
  readonly note: string | null;
}

export interface PpPortfolio {
  readonly uuid: string;
  readonly name: string;
  readonly note: string | null;
  readonly referenceAccount: PpAccount | null;
}

export const accountLegTypes = [
  'DEPOSIT',
  'REMOVAL',
  'INTEREST',
  'INTEREST_CHARGE',
  'DIVIDENDS',
  'FEES',
  'FEES_REFUND',
  'TAXES',
  'TAX_REFUND',
  'BUY',
  'SELL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
] as const;
export type AccountLegType = (typeof accountLegTypes)[number];

export const portfolioLegTypes = [
  'BUY',
  'SELL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'DELIVERY_INBOUND',
  'DELIVERY_OUTBOUND',
] as const;
export type PortfolioLegType = (typeof portfolioLegTypes)[number];

interface Leg {
  readonly uuid: string | null;
  readonly date: string;
  /** Seconds since midnight. */
  readonly time: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly shares: bigint;
  readonly security: PpSecurity | null;
  readonly units: readonly PpUnit[];
  readonly note: string | null;
  readonly exDate: string | null;
  /** The other leg of a purchase, a sale or a transfer. */
  partner: PpLeg | null;
}

export interface PpAccountLeg extends Leg {
  readonly side: 'account';
  readonly owner: PpAccount;
  readonly type: AccountLegType;
}

export interface PpPortfolioLeg extends Leg {
  readonly side: 'portfolio';
  readonly owner: PpPortfolio;
  readonly type: PortfolioLegType;
}

export type PpLeg = PpAccountLeg | PpPortfolioLeg;

export interface PpUnit {
  readonly type: 'GROSS_VALUE' | 'FEE' | 'TAX';
  readonly amount: bigint;
  readonly forex: { readonly currency: string; readonly amount: bigint; readonly rate: string } | null;
}

export interface PpTaxonomy {
  readonly name: string;
  readonly root: PpClassification;
}

export interface PpClassification {
  readonly name: string;
  /** In hundredths of a percent, as all weights. */
  readonly weight: number;
  readonly children: readonly PpClassification[];
  /** A vehicle is null if it is an account. */
  readonly assignments: readonly { readonly security: PpSecurity | null; readonly weight: number }[];
}
