import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { type Decimal, plus, times, zero } from '../numbers/decimal.ts';
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
  /** Money that comes into the book. */
  readonly inflow: Decimal;
  readonly outflow: Decimal;
  /** Money that the transaction moves into and out of the holding of its stock. */
  readonly holdingIn: Decimal;
  readonly holdingOut: Decimal;
  /** Gross. */
  readonly dividends: Decimal;
  readonly interest: Decimal;
  readonly fees: Decimal;
  readonly taxes: Decimal;
  readonly cash: readonly CashChange[];
}

/** Types that change a balance only, hence nothing in invested money. */
const cashTypes: ReadonlySet<string> = new Set(['DEPOSIT', 'WITHDRAWAL', 'INTEREST', 'EXCHANGE']);

/** False for a transaction that counts only once cash is tracked. */
export function isCounted({ transaction: { type } }: Entry, cashTracking: boolean): boolean {
  return cashTracking || !cashTypes.has(type);
}

const emptyBooking: Omit<Booking, 'day' | 'entry' | 'symbol'> = {
  inflow: zero,
  outflow: zero,
  holdingIn: zero,
  holdingOut: zero,
  dividends: zero,
  interest: zero,
  fees: zero,
  taxes: zero,
  cash: [],
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
  const money = moneyOf(entry);
  const value = times(money, rate);
  const fee = type === 'FEE' ? entry.amount : entry.fees;
  const tax = type === 'TAX' ? entry.amount : entry.taxes;
  const isPurchase = type === 'BUY';
  const hasHolding = symbol !== null && !cashTypes.has(type);
  const holdingIn = isPurchase ? value.neg() : zero;
  const holdingOut = hasHolding && !isPurchase ? value : zero;
  return {
    day: entry.day,
    entry,
    symbol,
    ...flowsOf(entry, value, rate, cashTracking),
    holdingIn,
    holdingOut,
    dividends: type === 'DIVIDEND' ? times(entry.amount, rate) : zero,
    interest: type === 'INTEREST' ? times(entry.amount, rate) : zero,
    fees: times(fee, rate),
    taxes: times(tax, rate),
    cash: cashTracking ? cashChanges(entry, money) : [],
  };
}

function flowsOf(
  { transaction: { type }, amount, isInternal }: Entry,
  value: Decimal,
  rate: Decimal,
  cashTracking: boolean,
): Pick<Booking, 'inflow' | 'outflow'> {
  if (!cashTracking) {
    return type === 'BUY' ? { inflow: value.neg(), outflow: zero } : { inflow: zero, outflow: value };
  }
  return {
    inflow: type === 'DEPOSIT' && !isInternal ? times(amount, rate) : zero,
    outflow: type === 'WITHDRAWAL' && !isInternal ? times(amount, rate) : zero,
  };
}

/** The money that a transaction brings (above 0) or costs (below 0), in its currency. */
function moneyOf({ transaction: { type }, quantity, price, amount, fees, taxes }: Entry): Decimal {
  const costs = plus(fees, taxes);
  switch (type) {
    case 'BUY':
      return plus(times(quantity, price ?? zero), costs).neg();
    case 'SELL':
      return costs.isZero() ? times(quantity, price ?? zero) : times(quantity, price ?? zero).minus(costs);
    case 'DIVIDEND':
    case 'INTEREST':
    case 'DEPOSIT':
      return costs.isZero() ? amount : amount.minus(costs);
    case 'FEE':
    case 'TAX':
    case 'WITHDRAWAL':
    case 'EXCHANGE':
      return plus(amount, costs).neg();
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT':
      return zero;
  }
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
