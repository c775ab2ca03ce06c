import type { CostMethod, Journal, JournalEntry, JournalPrice } from '@stockbook/portfolio';
import type { Decimal } from 'decimal.js';
import { cashAccount, type JournalNames } from './journal-names.ts';
import { type JournalSyntax, moneyText, priceText, titles } from './ledger-journal.ts';
import type { MoneyPosting, Postings } from './postings.ts';
import type { ShareLeg } from './share-legs.ts';

/**
 * The difference up to which an entry balances that has no amount in the currency of the book: beancount divides totals
 * with 28 digits.
 */
const tolerance = '0.00000000005';

const maxDecimals = 10;

/** A stock as the head of a journal describes it. */
export interface JournalStock {
  readonly symbol: string;
  readonly name: string;
}

/**
 * The format of beancount, with lots. By average cost, all shares of a stock are one lot, which each purchase replaces:
 * beancount has no such booking method.
 */
export class BeancountSyntax implements JournalSyntax {
  readonly #names: JournalNames;
  readonly #method: CostMethod;
  readonly #title: string;
  readonly #stocks: readonly JournalStock[];
  readonly #currency: string;

  constructor(
    names: JournalNames,
    {
      method,
      title,
      stocks,
      currency,
    }: {
      readonly method: CostMethod;
      readonly title: string;
      readonly stocks: readonly JournalStock[];
      readonly currency: string;
    },
  ) {
    this.#names = names;
    this.#method = method;
    this.#title = title;
    this.#stocks = stocks;
    this.#currency = currency;
  }

  head({ entries }: Journal, notes: readonly string[]): string {
    const comments = notes.map((note) => `; ${note}\n`).join('');
    const options = [
      ['title', this.#title],
      ['operating_currency', this.#currency],
      ['inferred_tolerance_default', `*:${tolerance}`],
    ];
    const lines = options.map(([name, value = '']) => `option "${name}" ${quoted(value)}\n`).join('');
    const date = entries[0]?.date;
    return `${comments}${lines}\n${date === undefined ? '' : this.#declarations(date)}`;
  }

  #declarations(date: string): string {
    const { account } = this.#names;
    const booking = this.#method === 'fifo' ? 'FIFO' : 'STRICT';
    const accounts = [
      account('Assets', cashAccount),
      account('Equity'),
      ...['Dividends', 'Interest', 'Gains'].map((part) => account('Income', part)),
      ...['Fees', 'Taxes'].map((part) => account('Expenses', part)),
    ];
    const commodities = this.#stocks.map(({ symbol, name }) => {
      const metadata = `  symbol: ${quoted(symbol)}\n  name: ${quoted(name)}\n`;
      const holding = this.#names.holding(symbol);
      const commodity = this.#names.commodity(symbol);
      return `${date} commodity ${commodity}\n${metadata}${date} open ${holding} ${commodity} "${booking}"\n`;
    });
    return [...accounts.map((name) => `${date} open ${name}\n`), ...commodities].join('');
  }

  price({ date, kind, name, price, currency }: JournalPrice): string {
    const unit = kind === 'stock' ? this.#names.commodity(name) : name;
    return `${date} price ${unit} ${priceText(price)} ${currency}\n`;
  }

  entry({ date, type, symbol }: JournalEntry, { shares, money, gains }: Postings): string {
    const title = [titles[type], symbol ?? ''].join(' ').trim();
    const decimals = gains === null ? 2 : decimalsOfGain(shares, money);
    const lines = [
      ...shares.map((leg) => this.#shareLine(leg)),
      ...money.map((posting) => moneyLine(posting, decimals)),
      // Beancount computes it from the lots.
      ...(gains === null || shares.length === 0 ? [] : [gains]),
    ];
    return `\n${date} * ${quoted(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
  }

  #shareLine({ symbol, quantity, cost, lot }: ShareLeg): string {
    const shares = `${this.#names.holding(symbol)}  ${quantity.toFixed()} ${this.#names.commodity(symbol)}`;
    const named = lot === null ? [] : [lot.date, `"${lot.label}"`];
    if (quantity.isNegative()) return `${shares} {${named.join(', ')}}`;
    return `${shares} {{${[`${moneyText(cost)} ${this.#currency}`, ...named].join(', ')}}}`;
  }
}

/** Beancount rounds what it computes to the decimals of the other amounts: they get those of the gain. */
function decimalsOfGain(shares: readonly ShareLeg[], money: readonly MoneyPosting[]): number {
  const amounts = [...shares.map(({ cost }) => cost), ...money.map(({ amount }) => amount)];
  return Math.min(maxDecimals, Math.max(2, ...amounts.map((amount: Decimal) => amount.decimalPlaces())));
}

function moneyLine({ account, amount, currency, total }: MoneyPosting, decimals: number): string {
  const worth = total === null ? '' : ` @@ ${moneyText(total.amount, decimals)} ${total.currency}`;
  return `${account}  ${moneyText(amount, decimals)} ${currency}${worth}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll(/\s+/g, ' ')}"`;
}
