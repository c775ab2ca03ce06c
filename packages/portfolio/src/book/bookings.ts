import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { type Decimal, minus, plus, times, zero } from '../numbers/decimal.ts';
import type { Entry } from './entries.ts';

/** A change of a cash balance. */
export interface CashChange {
  /** A main currency. */
  readonly currency: string;
  readonly amount: Decimal;
}

/** The effects of a transaction. Money without a currency of its own is in that of the book. */
export interface Booking {
  readonly day: number;
  /** Null for a split after which the number of shares stayed. */
  readonly entry: Entry | null;
  readonly symbol: string | null;
  /** Of one unit of the currency of the transaction; null if it moves no money. */
  readonly rate: Decimal | null;
  /** Money that comes into the book. */
  readonly inflow: Decimal;
  readonly outflow: Decimal;
  /** Money that the transaction moves into and out of the holding of its stock. */
  readonly holdingIn: Decimal;
  readonly holdingOut: Decimal;
  /** Gross. */
  readonly dividends: Decimal;
  readonly interest: Decimal;
  readonly cash: readonly CashChange[];
}

/** Types that change a balance only, hence nothing in invested money. */
const cashTypes: ReadonlySet<string> = new Set(['DEPOSIT', 'WITHDRAWAL', 'INTEREST', 'EXCHANGE']);

/** False for a transaction that counts only once cash is tracked. */
export function isCounted({ transaction: { type } }: Entry, cashTracking: boolean): boolean {
  return cashTracking || !cashTypes.has(type);
}

const noCash: readonly CashChange[] = [];

const emptyBooking: Omit<Booking, 'day' | 'entry' | 'symbol'> = {
  rate: null,
  inflow: zero,
  outflow: zero,
  holdingIn: zero,
  holdingOut: zero,
  dividends: zero,
  interest: zero,
  cash: noCash,
};

/** The flow of shares that come or leave without money, at market. */
export function transferBooking(
  { day, entry, symbol }: Pick<Booking, 'day' | 'entry' | 'symbol'>,
  direction: 'in' | 'out',
  value: Decimal,
): Booking {
  return direction === 'in'
    ? { ...emptyBooking, day, entry, symbol, inflow: value, holdingIn: value }
    : { ...emptyBooking, day, entry, symbol, outflow: value, holdingOut: value };
}

/**
 * The effects of a transaction that moves money; `rate` is that of one unit of its currency. Section 3 of
 * docs/portfolios.md has the two definitions.
 */
export function moneyBooking(entry: Entry, rate: Decimal, cashTracking: boolean): Booking {
  const { type, symbol } = entry.transaction;
  const isPurchase = type === 'BUY';
  const cost = isPurchase ? purchaseMoney(entry) : zero;
  const income = isPurchase ? zero : incomeOf(entry);
  const costValue = isPurchase ? times(cost, rate) : zero;
  const incomeValue = isPurchase ? zero : times(income, rate);
  const hasHolding = symbol !== null && !cashTypes.has(type);
  const external = cashTracking && !entry.isInternal ? type : null;
  return {
    day: entry.day,
    entry,
    symbol,
    rate,
    inflow: cashTracking ? amountIf(external === 'DEPOSIT', entry, rate) : costValue,
    outflow: cashTracking ? amountIf(external === 'WITHDRAWAL', entry, rate) : incomeValue,
    holdingIn: costValue,
    holdingOut: hasHolding ? incomeValue : zero,
    dividends: amountIf(type === 'DIVIDEND', entry, rate),
    interest: amountIf(type === 'INTEREST', entry, rate),
    cash: cashTracking ? cashChanges(entry, isPurchase ? cost.neg() : income) : noCash,
  };
}

function amountIf(condition: boolean, { amount }: Entry, rate: Decimal): Decimal {
  return condition ? times(amount, rate) : zero;
}

/** Of money that a transaction moves: the fees of a transfer count for nothing. */
export function feesOf({ entry, rate }: Booking): Decimal {
  if (!entry || !rate) return zero;
  return times(entry.transaction.type === 'FEE' ? entry.amount : entry.fees, rate);
}

/** As `feesOf`. */
export function taxesOf({ entry, rate }: Booking): Decimal {
  if (!entry || !rate) return zero;
  return times(entry.transaction.type === 'TAX' ? entry.amount : entry.taxes, rate);
}

/** The money of a purchase in its currency, costs included. */
export function purchaseMoney({ quantity, price, fees, taxes }: Entry): Decimal {
  return plus(times(quantity, price ?? zero), plus(fees, taxes));
}

/** The money that a transaction other than a purchase brings (above 0) or costs (below 0), in its currency. */
function incomeOf({ transaction: { type }, quantity, price, amount, fees, taxes }: Entry): Decimal {
  const costs = plus(fees, taxes);
  switch (type) {
    case 'SELL':
      return minus(times(quantity, price ?? zero), costs);
    case 'DIVIDEND':
    case 'INTEREST':
    case 'DEPOSIT':
      return minus(amount, costs);
    case 'FEE':
    case 'TAX':
    case 'WITHDRAWAL':
    case 'EXCHANGE':
      return plus(amount, costs).neg();
    case 'BUY':
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT':
      return zero;
  }
}

/** The changes of balances by a transaction, whether or not cash counts. */
export function cashChangesOf(entry: Entry): CashChange[] {
  const isPurchase = entry.transaction.type === 'BUY';
  return cashChanges(entry, isPurchase ? purchaseMoney(entry).neg() : incomeOf(entry));
}

function cashChanges(entry: Entry, money: Decimal): CashChange[] {
  const { type, currency, fxCurrency, toCurrency } = entry.transaction;
  if (type === 'EXCHANGE') {
    const arriving = toCurrency === null ? [] : [inMainUnits(entry.toAmount, toCurrency)];
    return [inMainUnits(money, currency), ...arriving];
  }
  // The broker converted by itself: the money moved in the currency that the rate leads to.
  if (entry.fxRate !== null && fxCurrency !== null) {
    return [inMainUnits(times(money, entry.fxRate), fxCurrency)];
  }
  return [inMainUnits(money, currency)];
}

function inMainUnits(amount: Decimal, currency: string): CashChange {
  const units = unitsPerMain(currency);
  return { currency: mainCurrency(currency), amount: units === 1 ? amount : amount.div(units) };
}
