const missing = 'N/A';

/** The unit of prices in per cent of a nominal value, in place of a currency. */
export const percentUnit = '%';

/** The unit of numbers that are no amounts of money. */
export const noUnit = '';

/**
 * Suffixes of minor units, in which some exchanges quote prices, and of units that are no currencies. `Intl` would
 * format GBp as pounds.
 */
const suffixes: Record<string, string> = {
  GBp: 'p',
  GBX: 'p',
  ZAc: 'c',
  ILA: ' ag.',
  [percentUnit]: '%',
  [noUnit]: '',
};

const numberFormats = new Map<string, (value: number) => string>();

/** With the minus sign U+2212, which is as wide as a plus sign. For reading: programs expect a hyphen. */
export function withTrueMinus(text: string): string {
  return text.replace('-', '−');
}

/** `signDisplay: 'negative'` omits the sign of a value that rounds to zero. */
function withDecimals(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' };
}

const twoDecimals = withDecimals(2);
const plain = new Intl.NumberFormat('en-US', twoDecimals);

function makePriceFormat(currency: string, decimals: Intl.NumberFormatOptions): (value: number) => string {
  const suffix = suffixes[currency];
  if (suffix !== undefined || !isCurrencyCode(currency)) {
    const number = new Intl.NumberFormat('en-US', decimals);
    return (value) => withTrueMinus(`${number.format(value)}${suffix ?? ` ${currency}`}`);
  }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...decimals });
  return (value) => withTrueMinus(format.format(value));
}

function isCurrencyCode(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency);
}

/** By currency: a table asks for each of its cells, and making a format takes longer than all else of a cell. */
const decimalsByCurrency = new Map<string, number>();

/** The decimals of amounts in a currency, 2 if it is unknown. */
export function currencyDecimals(currency: string | null): number {
  if (currency === null || !isCurrencyCode(currency)) return 2;
  let decimals = decimalsByCurrency.get(currency);
  if (decimals === undefined) {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
    decimalsByCurrency.set(currency, decimals);
  }
  return decimals;
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

function cachedFormat(key: string, make: () => (value: number) => string): (value: number) => string {
  let format = numberFormats.get(key);
  if (!format) {
    format = make();
    numberFormats.set(key, format);
  }
  return format;
}

/**
 * A price in US number format, with 2 decimals by default, in `currency` (US dollars if null); N/A if missing. A price
 * quoted in a minor unit, such as GBp, keeps that unit. Prices of an instrument are formatted by `priceFormat`.
 */
export function formatPrice(
  value: number | null | undefined,
  currency: string | null = 'USD',
  decimals = 2,
): string {
  if (isMissing(value)) return missing;
  const code = currency ?? 'USD';
  return cachedFormat(`${code} ${decimals}`, () => makePriceFormat(code, withDecimals(decimals)))(value);
}

/** A number with separated thousands and this many decimals; N/A if missing. */
export function formatNumber(value: number | null | undefined, decimals: number): string {
  return formatPrice(value, noUnit, decimals);
}

/** The amount of a dividend, which may be a fraction of a cent: like a price in its unit, with up to 6 decimals. */
export function formatAmount(value: number, currency: string | null): string {
  const code = currency ?? 'USD';
  const makeAmountFormat = () => makePriceFormat(code, { ...twoDecimals, maximumFractionDigits: 6 });
  return cachedFormat(`${code} amount`, makeAmountFormat)(value);
}

/** The change from `before` to `now` in percent; null if either is missing or `before` is 0. */
export function changePercent(
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  if (isMissing(now) || isMissing(before) || before === 0) return null;
  return ((now - before) / before) * 100;
}

/** A change with sign and 2 decimals, such as `+1.23%`; N/A if missing. */
export function formatPercent(value: number | null | undefined): string {
  if (isMissing(value)) return missing;
  const text = withTrueMinus(plain.format(value));
  return `${text.startsWith('−') ? '' : '+'}${text}%`;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const quantity = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10, signDisplay: 'negative' });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** A count with separated thousands. */
export function formatCount(value: number): string {
  return withTrueMinus(whole.format(value));
}

/** A number of shares with up to 10 decimals, without trailing zeros. */
export function formatQuantity(value: number): string {
  return withTrueMinus(quantity.format(value));
}

/** A volume in compact form, such as `48.23M`. */
export function formatVolume(value: number): string {
  return withTrueMinus(compact.format(value));
}
