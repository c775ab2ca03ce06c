import { defineEntity, p } from '@mikro-orm/core';
import { transactionTypes } from '@stockbook/common/transaction-types';
import { User } from './accounts.ts';
import { Stock } from './stocks.ts';
import { Task } from './tasks.ts';
import { UserStock } from './watch-lists.ts';

const costMethods = ['fifo', 'average'] as const;

/** A number that is stored exactly; `numeric` travels as text. Quantities, prices and money. */
const amount = () => p.decimal('string').precision(26).scale(10);

/** Exchange rates. */
const rate = () => p.decimal('string').precision(26).scale(12);

/** 0 to 100, or a rate of interest. */
const percent = () => p.decimal('string').precision(13).scale(10);

const PortfolioSchema = defineEntity({
  name: 'Portfolio',
  indexes: [{ properties: ['user', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    description: p.text().strictNullable(),
    /** ISO 4217. */
    currency: p.text(),
    /** Whether cash is part of the portfolio, so that only deposits, withdrawals and transfers are flows. */
    cashTracking: p.boolean().default(false),
    costMethod: p.enum(costMethods).default('fifo'),
    benchmark: () => p.manyToOne(Stock).nullable().deleteRule('set null').index(),
    /** First day of a tax year, `MM-DD`. */
    taxYearStart: p.text().default('01-01'),
    /** Withheld from suggested dividends. */
    dividendTaxPercent: percent().default('0'),
    /** Yearly, of the Sharpe ratio. */
    riskFreePercent: percent().default('0'),
    /** Whether the inbox gets a notice of each suggested dividend. */
    notifyDividends: p.boolean().default(true),
    /** Whether Stockbook made the portfolio as an example. */
    isExample: p.boolean().default(false),
    /** Incremented by every change of the portfolio and of what belongs to it; figures depend on it. */
    revision: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export class Portfolio extends PortfolioSchema.class {}
PortfolioSchema.setClass(Portfolio);

const ExampleEntrySchema = defineEntity({
  name: 'ExampleEntry',
  properties: {
    portfolio: () => p.manyToOne(Portfolio).primary().deleteRule('cascade'),
    /** Ends with the entry of the watch list: one that the user adds later is the user's own. */
    userStock: () =>
      p.manyToOne(UserStock).primary().joinColumns('user_id', 'stock_id').deleteRule('cascade').index(),
  },
});

/** An entry of the watch list that an example portfolio made, and that is removed with it. */
export class ExampleEntry extends ExampleEntrySchema.class {}
ExampleEntrySchema.setClass(ExampleEntry);

/** How many lines of an imported file had which verdict. */
export interface ImportCounts {
  readonly new: number;
  readonly alreadyThere: number;
  readonly skipped: number;
  readonly problem: number;
}

const PortfolioImportSchema = defineEntity({
  name: 'PortfolioImport',
  indexes: [{ properties: ['portfolio', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    portfolio: () => p.manyToOne(Portfolio).deleteRule('cascade'),
    fileName: p.text().strictNullable(),
    /** Name of the recognised format. */
    preset: p.text().strictNullable(),
    mapping: p.json().$type<Readonly<Record<string, unknown>>>(),
    counts: p.json<ImportCounts>(),
    createdAt: p.datetime(),
  },
});

/** A file from which transactions were stored, which can be taken back. */
export class PortfolioImport extends PortfolioImportSchema.class {}
PortfolioImportSchema.setClass(PortfolioImport);

/** A security of a file that its task looks up. */
export interface PendingSecurity {
  /** The name of the security in the file's rows. */
  readonly text: string;
  readonly symbol: string | null;
  readonly isin: string | null;
  /** The stock that it is, once that is known. */
  readonly stock: string | null;
  /** Why it is not known which stock it is, once that is final. */
  readonly problem: string | null;
  /** Whether it was counted as a new symbol. */
  readonly isCounted: boolean;
  /** Failed attempts that may be repeated. */
  readonly failedAttempts: number;
}

const PendingImportSchema = defineEntity({
  name: 'PendingImport',
  properties: {
    task: () => p.manyToOne(Task).primary().deleteRule('cascade'),
    fileName: p.text().strictNullable(),
    preset: p.text().strictNullable(),
    headerDigest: p.text(),
    mapping: p.json().$type<Readonly<Record<string, unknown>>>(),
    /** The rows of the file in JSON, which only a calculation thread reads. */
    rows: p.text().lazy(),
    securities: p.json().$type<readonly PendingSecurity[]>(),
  },
});

/** A file that a task imports. Deleted when the task ends: nothing of the file remains but its transactions. */
export class PendingImport extends PendingImportSchema.class {}
PendingImportSchema.setClass(PendingImport);

const ImportMappingSchema = defineEntity({
  name: 'ImportMapping',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** SHA-256 of the normalised header, in hex. */
    headerDigest: p.text().primary(),
    mapping: p.json().$type<Readonly<Record<string, unknown>>>(),
    updatedAt: p.datetime(),
  },
});

/** The mapping of columns that a user chose last for files with the same header. */
export class ImportMapping extends ImportMappingSchema.class {}
ImportMappingSchema.setClass(ImportMapping);

const TransactionSchema = defineEntity({
  name: 'Transaction',
  indexes: [{ properties: ['portfolio', 'date', 'ordinal', 'id'] }, { properties: ['user', 'portfolio'] }],
  uniques: [{ properties: ['portfolio', 'externalId'] }],
  properties: {
    id: p.uuid().primary(),
    /** The owner of the portfolio: transactions count against a quota of the user. */
    user: () => p.manyToOne(User).deleteRule('cascade'),
    portfolio: () => p.manyToOne(Portfolio).deleteRule('cascade'),
    type: p.enum(transactionTypes),
    date: p.date(),
    /** Order within the day, from 1. */
    ordinal: p.integer(),
    stock: () => p.manyToOne(Stock).nullable().deleteRule('restrict').index(),
    /** Shares as of `date`, as is `price`. */
    quantity: amount().strictNullable(),
    price: amount().strictNullable(),
    amount: amount().strictNullable(),
    /** ISO 4217, or hundredths of it: `GBp`, `GBX`, `ZAc`, `ZAC` or `ILA`. */
    currency: p.text(),
    fees: amount().default('0'),
    taxes: amount().default('0'),
    /** Units of `fxCurrency` for one of `currency`. */
    fxRate: rate().strictNullable(),
    /** The portfolio's currency when the rate was entered. */
    fxCurrency: p.text().strictNullable(),
    exDate: p.date().strictNullable(),
    toAmount: amount().strictNullable(),
    toCurrency: p.text().strictNullable(),
    note: p.text().strictNullable(),
    /** The broker's id. */
    externalId: p.text().strictNullable(),
    /** Null too once the import can no longer be taken back. */
    import: () => p.manyToOne(PortfolioImport).nullable().deleteRule('set null').index(),
    /** The same for the two transactions of a transfer between portfolios. */
    transferId: p.uuid().strictNullable().index(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A line of a portfolio's book. */
export class Transaction extends TransactionSchema.class {}
TransactionSchema.setClass(Transaction);

const PortfolioTagGroupSchema = defineEntity({
  name: 'PortfolioTagGroup',
  uniques: [{ properties: ['portfolio', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    portfolio: () => p.manyToOne(Portfolio).deleteRule('cascade'),
    name: p.text(),
    createdAt: p.datetime(),
  },
});

/** A way to divide a portfolio, for example by region. */
export class PortfolioTagGroup extends PortfolioTagGroupSchema.class {}
PortfolioTagGroupSchema.setClass(PortfolioTagGroup);

const PortfolioTagSchema = defineEntity({
  name: 'PortfolioTag',
  uniques: [{ properties: ['group', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    group: () => p.manyToOne(PortfolioTagGroup).deleteRule('cascade'),
    /** The place in its group, from 0. */
    position: p.integer(),
    name: p.text(),
    targetPercent: percent().strictNullable(),
  },
});

/** A part of a group. */
export class PortfolioTag extends PortfolioTagSchema.class {}
PortfolioTagSchema.setClass(PortfolioTag);

const PortfolioTagShareSchema = defineEntity({
  name: 'PortfolioTagShare',
  properties: {
    tag: () => p.manyToOne(PortfolioTag).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    percent: percent(),
  },
});

/** How much of a stock a tag has. */
export class PortfolioTagShare extends PortfolioTagShareSchema.class {}
PortfolioTagShareSchema.setClass(PortfolioTagShare);

const PortfolioTargetSchema = defineEntity({
  name: 'PortfolioTarget',
  properties: {
    portfolio: () => p.manyToOne(Portfolio).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    percent: percent(),
  },
});

/** How much of a portfolio a stock should have. */
export class PortfolioTarget extends PortfolioTargetSchema.class {}
PortfolioTargetSchema.setClass(PortfolioTarget);

const DismissedDividendSchema = defineEntity({
  name: 'DismissedDividend',
  properties: {
    portfolio: () => p.manyToOne(Portfolio).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    exDate: p.date().primary(),
  },
});

/** A dividend that a portfolio no longer suggests. */
export class DismissedDividend extends DismissedDividendSchema.class {}
DismissedDividendSchema.setClass(DismissedDividend);

const splitChoices = ['multiplied', 'kept'] as const;

const SplitChoiceSchema = defineEntity({
  name: 'SplitChoice',
  properties: {
    portfolio: () => p.manyToOne(Portfolio).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    exDate: p.date().primary(),
    /** `kept`: the number of shares stayed, because the split of the source was a spin-off. */
    choice: p.enum(splitChoices),
  },
});

/** The effect of a split of a stock on a portfolio's shares. */
export class SplitChoice extends SplitChoiceSchema.class {}
SplitChoiceSchema.setClass(SplitChoice);

const QuoteCurrencySchema = defineEntity({
  name: 'QuoteCurrency',
  properties: {
    portfolio: () => p.manyToOne(Portfolio).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    currency: p.text(),
  },
});

/** The currency in which a stock is quoted whose source names none. */
export class QuoteCurrency extends QuoteCurrencySchema.class {}
QuoteCurrencySchema.setClass(QuoteCurrency);
