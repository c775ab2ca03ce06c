import type { JournalEntry } from '@stockbook/portfolio';
import type { Decimal } from 'decimal.js';
import { cashAccount, type JournalNames } from './journal-names.ts';
import type { ShareLeg } from './share-legs.ts';

interface Amount {
  readonly amount: Decimal;
  readonly currency: string;
}

/** A line of an entry that moves money. */
export interface MoneyPosting extends Amount {
  readonly account: string;
  /** Worth of the amount, above 0, if it is in another currency than the other lines. */
  readonly total: Amount | null;
}

/** The lines of an entry. They add up to 0, gains included. */
export interface Postings {
  readonly shares: readonly ShareLeg[];
  readonly money: readonly MoneyPosting[];
  /** The account that takes the difference of a sale. */
  readonly gains: string | null;
}

const decimals = 10;
const digits = 18;

/** Money as a journal prints it: of more digits, programs that compute with 28 would lose some. */
export function printedMoney(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(decimals).toSignificantDigits(digits);
}

export interface PostingContext {
  readonly names: JournalNames;
  readonly currency: string;
  readonly cashTracking: boolean;
}

/** Writes an entry as lines that add up to 0 as they are printed. */
export function postingsOf(entry: JournalEntry, shares: readonly ShareLeg[], ctx: PostingContext): Postings {
  const { names } = ctx;
  const equity = names.account('Equity');
  const cost = printedMoney(shares.reduce((sum, leg) => sum.plus(signedCost(leg)), zeroOf(entry)));
  switch (entry.type) {
    case 'BUY':
      return { shares, money: moneyLegs(entry, cost.neg(), ctx), gains: null };
    case 'SELL': {
      const money = [
        ...moneyLegs(entry, printedMoney(entry.proceeds), ctx),
        ...leg(names.account('Expenses', 'Taxes'), printedMoney(entry.taxes), ctx),
      ];
      return { shares, money, gains: names.account('Income', 'Gains') };
    }
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT':
    case 'KEPT_SPLIT':
      return { shares, money: leg(equity, cost.neg(), ctx), gains: null };
    case 'EXCHANGE':
      return { shares, money: exchangeLegs(entry, ctx), gains: null };
    default:
      return { shares, money: incomeLegs(entry, ctx), gains: null };
  }
}

const zeroOf = ({ fees }: JournalEntry) => fees.times(0);

function signedCost({ quantity, cost }: ShareLeg): Decimal {
  return quantity.isNegative() ? cost.neg() : cost;
}

function incomeLegs(entry: JournalEntry, ctx: PostingContext): MoneyPosting[] {
  const { names } = ctx;
  const fees = printedMoney(entry.fees);
  const taxes = printedMoney(entry.taxes);
  const sources: readonly (readonly [string, Decimal])[] = [
    [names.account('Income', 'Dividends'), printedMoney(entry.dividends)],
    [names.account('Income', 'Interest'), printedMoney(entry.interest)],
    [names.account('Equity'), printedMoney(entry.contributed)],
  ];
  const gross = sources.reduce((sum, [, amount]) => sum.plus(amount), zeroOf(entry));
  return [
    ...moneyLegs(entry, gross.minus(fees).minus(taxes), ctx),
    ...leg(names.account('Expenses', 'Fees'), fees, ctx),
    ...leg(names.account('Expenses', 'Taxes'), taxes, ctx),
    ...sources.flatMap(([account, amount]) => leg(account, amount.neg(), ctx)),
  ];
}

/** The money that an entry brings or costs: cash in its currency, without cash money from outside of the book. */
function moneyLegs(entry: JournalEntry, value: Decimal, ctx: PostingContext): MoneyPosting[] {
  const { names, currency } = ctx;
  if (!ctx.cashTracking) return leg(names.account('Equity'), value, ctx);
  const account = names.account('Assets', cashAccount);
  const [change] = entry.cash;
  if (!change || change.currency === currency) return leg(account, value, ctx);
  const amount = printedMoney(change.amount);
  if (amount.isZero()) return leg(account, value, ctx);
  return [{ account, amount, currency: change.currency, total: { amount: value.abs(), currency } }];
}

function exchangeLegs(entry: JournalEntry, ctx: PostingContext): MoneyPosting[] {
  const { names, currency } = ctx;
  const [leaving, arriving] = entry.cash;
  if (!leaving || !arriving) return [];
  const account = names.account('Assets', cashAccount);
  const sold = printedMoney(leaving.amount.plus(entry.exchangeFees));
  const bought = printedMoney(arriving.amount);
  const isSame = leaving.currency === arriving.currency;
  const fees = printedMoney(entry.fees);
  const feesLeaving = printedMoney(entry.exchangeFees.neg());
  const isForeign = leaving.currency !== currency;
  return [
    {
      account,
      amount: sold,
      currency: leaving.currency,
      total: isSame ? null : { amount: bought, currency: arriving.currency },
    },
    { account, amount: bought, currency: arriving.currency, total: null },
    ...(isSame
      ? [
          {
            account: names.account('Equity'),
            amount: sold.plus(bought).neg(),
            currency: leaving.currency,
            total: null,
          },
        ]
      : []),
    ...(feesLeaving.isZero()
      ? []
      : [
          {
            account,
            amount: isForeign ? feesLeaving : fees.neg(),
            currency: leaving.currency,
            total: isForeign ? { amount: fees, currency } : null,
          },
          ...leg(names.account('Expenses', 'Fees'), fees, ctx),
        ]),
  ];
}

/** A line in the currency of the book; none for 0. */
function leg(account: string, amount: Decimal, { currency }: PostingContext): MoneyPosting[] {
  return amount.isZero() ? [] : [{ account, amount, currency, total: null }];
}
