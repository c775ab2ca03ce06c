/**
 * Suffixes of minor units, in which some exchanges quote prices, and of per cent. `Intl` would format GBp as pounds.
 */
const suffixes: Readonly<Record<string, string>> = { GBp: 'p', GBX: 'p', ZAc: 'c', ILA: ' ag.', '%': '%' };

/** The facts on which the format of prices depends. */
interface Instrument {
  readonly symbol: string;
  readonly currency: string | null;
  /** Default: money. */
  readonly quotedIn?: 'money' | 'percent';
}

/** The unit of the prices; null for index points and exchange rates, which are not amounts of money. */
function unitOf({ symbol, currency, quotedIn }: Instrument): string | null {
  if (quotedIn === 'percent') return '%';
  return symbol.startsWith('^') || symbol.endsWith('=X') ? null : currency;
}

function isCurrencyCode(unit: string | null): unit is string {
  return unit !== null && suffixes[unit] === undefined && /^[A-Z]{3}$/.test(unit);
}

export function priceDecimals(instrument: Instrument, price: number): number {
  // At two decimals, an exchange rate would look constant.
  if (instrument.symbol.endsWith('=X')) return price < 10 ? 4 : 2;
  const unit = unitOf(instrument);
  if (!isCurrencyCode(unit)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: unit,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** A price in a sentence: `$187.40`, `2,450.50p`, `98.50%`; a plain number without a currency. */
export function formatPrice(price: number, instrument: Instrument): string {
  const decimals = priceDecimals(instrument, price);
  const digits = {
    minimumFractionDigits: decimals,
    // Exchanges quote prices below one in fractions of a cent, and some in tenths of a yen.
    maximumFractionDigits: Math.abs(price) < 1 ? 4 : Math.max(decimals, 1),
  };
  const unit = unitOf(instrument);
  if (isCurrencyCode(unit)) {
    return new Intl.NumberFormat('en-US', { ...digits, style: 'currency', currency: unit }).format(price);
  }
  const suffix = unit === null ? '' : (suffixes[unit] ?? ` ${unit}`);
  return new Intl.NumberFormat('en-US', digits).format(price) + suffix;
}
