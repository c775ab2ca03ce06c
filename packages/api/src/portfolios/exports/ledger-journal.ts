import type { Journal, JournalEntry, JournalPrice } from '@stockbook/portfolio';
import type { Decimal } from 'decimal.js';
import type { JournalNames } from './journal-names.ts';
import { type MoneyPosting, type Postings, printedMoney } from './postings.ts';
import type { ShareLeg } from './share-legs.ts';

/** Writes the lines of a journal. */
export interface JournalSyntax {
  /** The lines before the entries; `notes` are comments. */
  head(journal: Journal, notes: readonly string[]): string;
  price(price: JournalPrice): string;
  entry(entry: JournalEntry, postings: Postings): string;
}

/** Money with at least two decimals. */
export function moneyText(amount: Decimal, minDecimals = 2): string {
  return amount.toFixed(Math.max(minDecimals, amount.decimalPlaces()));
}

/** Significant digits of a price: quotients have no end. */
const priceDigits = 15;

export function priceText(price: Decimal): string {
  return price.toSignificantDigits(priceDigits).toFixed();
}

export const titles: Readonly<Record<JournalEntry['type'], string>> = {
  BUY: 'Buy',
  SELL: 'Sell',
  DIVIDEND: 'Dividend',
  TRANSFER_IN: 'Transfer in',
  TRANSFER_OUT: 'Transfer out',
  KEPT_SPLIT: 'Spin-off',
  FEE: 'Fee',
  TAX: 'Tax',
  INTEREST: 'Interest',
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
  EXCHANGE: 'Exchange',
};

/**
 * The format of ledger and hledger. Shares leave at their cost, in parentheses, so that ledger takes no cost for a
 * price of its own.
 */
export class LedgerSyntax implements JournalSyntax {
  readonly #names: JournalNames;
  readonly #currency: string;

  constructor(names: JournalNames, currency: string) {
    this.#names = names;
    this.#currency = currency;
  }

  head(_: Journal, notes: readonly string[]): string {
    return notes.map((note) => `; ${note}\n`).join('');
  }

  price({ date, kind, name, price, currency }: JournalPrice): string {
    const unit = kind === 'stock' ? this.#commodity(name) : name;
    return `P ${date} ${unit} ${priceText(price)} ${currency}\n`;
  }

  entry({ date, type, symbol }: JournalEntry, { shares, money, gains }: Postings): string {
    const title = [titles[type], symbol ?? ''].join(' ').trim();
    const lines = [
      ...this.#shareLines(shares),
      ...money.map(moneyLine),
      ...(gains === null ? [] : gainsLine(gains, shares, money, this.#currency)),
    ];
    return `\n${date} * ${title}\n${lines.map((line) => `    ${line}\n`).join('')}`;
  }

  /** One line for all lots. */
  #shareLines(legs: readonly ShareLeg[]): string[] {
    const [first, ...others] = legs;
    if (!first) return [];
    const quantity = others.reduce((sum, leg) => sum.plus(leg.quantity), first.quantity);
    const cost = costOf(legs);
    if (quantity.isZero()) return [];
    const account = this.#names.holding(first.symbol);
    const total = `(@@) ${moneyText(cost.abs())} ${this.#currency}`;
    return [`${account}  ${quantity.toFixed()} ${this.#commodity(first.symbol)} ${total}`];
  }

  #commodity(symbol: string): string {
    return `"${this.#names.commodity(symbol)}"`;
  }
}

/** The cost of the shares that are added, or below 0 removed. */
function costOf(legs: readonly ShareLeg[]): Decimal {
  const signed = legs.map(({ quantity, cost }) => (quantity.isNegative() ? cost.neg() : cost));
  return printedMoney(signed.reduce((sum, each) => sum.plus(each)));
}

function moneyLine({ account, amount, currency, total }: MoneyPosting): string {
  const worth = total === null ? '' : ` (@@) ${moneyText(total.amount)} ${total.currency}`;
  return `${account}  ${moneyText(amount)} ${currency}${worth}`;
}

/** The difference of a sale in the currency of the book. */
function gainsLine(
  account: string,
  shares: readonly ShareLeg[],
  money: readonly MoneyPosting[],
  currency: string,
): string[] {
  if (shares.length === 0) return [];
  const weights = money.map(({ amount, total }) =>
    total === null ? amount : total.amount.times(amount.isNegative() ? -1 : 1),
  );
  const gain = weights.reduce((sum, weight) => sum.plus(weight), costOf(shares)).neg();
  return gain.isZero() ? [] : [`${account}  ${moneyText(gain)} ${currency}`];
}
