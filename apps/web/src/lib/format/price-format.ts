import type { Stock } from '@stockbook/api/schemas';
import { currencyDecimals, formatNumber, formatPrice, noUnit, percentUnit } from './numbers.ts';

/** The facts that the format of an instrument's prices depends on. */
export type PricedInstrument = Pick<Stock, 'symbol' | 'currency' | 'quoted_in' | 'recent_closes'>;

/** How the prices of one instrument are written, in every place. */
export interface PriceFormat {
  readonly decimals: number;
  /** The smallest step of a price. */
  readonly tick: number;
  /** A price with its currency, or in per cent; N/A if missing. */
  readonly format: (value: number | null | undefined) => string;
  /** A price without its currency, for an axis. */
  readonly formatPlain: (value: number) => string;
}

/** The unit of the prices: index points and exchange rates have a currency, but are no amounts of it. */
function unitOf({ symbol, currency, quoted_in }: PricedInstrument): string {
  if (symbol.startsWith('^') || symbol.endsWith('=X')) return noUnit;
  return quoted_in ? percentUnit : (currency ?? 'USD');
}

function areAllBelow(limit: number, prices: readonly number[]): boolean {
  return prices.length > 0 && prices.every((price) => price < limit);
}

/** Whether every price is a multiple of 0.1, and one is not whole: the tick of large shares in Tokyo. */
function haveTenths(prices: readonly number[]): boolean {
  return (
    prices.some((price) => !Number.isInteger(price)) &&
    prices.every((price) => Math.abs(price * 10 - Math.round(price * 10)) < 1e-6)
  );
}

function decimalsOf({ symbol, recent_closes: closes }: PricedInstrument, unit: string): number {
  // At two decimals, an exchange rate would look constant.
  if (unit === noUnit) return symbol.endsWith('=X') && areAllBelow(10, closes) ? 4 : 2;
  const decimals = currencyDecimals(unit);
  if (decimals === 0) return haveTenths(closes) ? 1 : 0;
  // Exchanges quote prices below one in fractions of the smallest coin.
  return areAllBelow(1, closes) ? decimals + 2 : decimals;
}

const formats = new Map<string, PriceFormat>();

/** The format of an instrument's prices; the same object while nothing changes that it depends on. */
export function priceFormat(instrument: PricedInstrument): PriceFormat {
  const unit = unitOf(instrument);
  const decimals = decimalsOf(instrument, unit);
  const key = `${unit} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const created: PriceFormat = {
    decimals,
    tick: Number((10 ** -decimals).toFixed(decimals)),
    format: (value) => formatPrice(value, unit, decimals),
    formatPlain: (value) => formatNumber(value, decimals),
  };
  formats.set(key, created);
  return created;
}
