import { currencyDecimals, formatPrice, formatQuantity, withTrueMinus } from '#lib/format/numbers.ts';

/** Replaces a value that does not exist. */
const missing = '–';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(key: string, options: () => Intl.NumberFormatOptions): Intl.NumberFormat {
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', options());
    formats.set(key, format);
  }
  return format;
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

/** A sign also before gains; `text` has the minus of a loss. */
function withSign(value: number, text: string): string {
  const isZero = !/[1-9]/.test(text);
  return value > 0 && !isZero ? `+${text}` : text;
}

/** Hundredths, such as GBp, which have no code of ISO 4217. */
function isMinorUnit(currency: string): boolean {
  return !/^[A-Z]{3}$/.test(currency) || currency === 'GBX' || currency === 'ZAC' || currency === 'ILA';
}

const minorSuffixes: Readonly<Record<string, string>> = {
  GBp: 'p',
  GBX: 'p',
  ZAc: 'c',
  ZAC: 'c',
  ILA: ' ag.',
};

function formatMinor(value: number, currency: string, maxDecimals: number): string {
  const number = formatOf(`minor ${maxDecimals}`, () => ({
    maximumFractionDigits: maxDecimals,
    signDisplay: 'negative',
  }));
  return withTrueMinus(`${number.format(value)}${minorSuffixes[currency] ?? ` ${currency}`}`);
}

/** Money in US format with the decimals of its currency; GBp as `1,250p`. */
export function formatMoney(value: number | null | undefined, currency: string): string {
  if (isMissing(value)) return missing;
  return isMinorUnit(currency)
    ? formatMinor(value, currency, 2)
    : formatPrice(value, currency, currencyDecimals(currency));
}

/** Money with a sign also before gains. */
export function formatGain(value: number | null | undefined, currency: string): string {
  return isMissing(value) ? missing : withSign(value, formatMoney(value, currency));
}

/** The price or the cost of a share: like money, with up to 4 decimals where they are not 0. */
export function formatUnitPrice(value: number | null | undefined, currency: string): string {
  if (isMissing(value)) return missing;
  if (isMinorUnit(currency)) return formatMinor(value, currency, 4);
  const decimals = currencyDecimals(currency);
  const format = formatOf(`price ${currency}`, () => ({
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(4, decimals),
    signDisplay: 'negative',
  }));
  return withTrueMinus(format.format(value));
}

const percentOfNominal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** The price of a stock as it is quoted: money, or per cent of the nominal value. */
export function formatQuotedPrice(
  value: number | null | undefined,
  currency: string,
  isNominal: boolean,
): string {
  return isNominal && !isMissing(value)
    ? `${percentOfNominal.format(value)}%`
    : formatUnitPrice(value, currency);
}

/** An amount without its currency, with the decimals of the currency: a number of a formula. */
export function formatPlainMoney(value: number | null | undefined, currency: string): string {
  if (isMissing(value)) return missing;
  const decimals = currencyDecimals(currency);
  const format = formatOf(`plain ${decimals}`, () => ({
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  }));
  return withTrueMinus(format.format(value));
}

/** A number of shares with up to 10 decimals, without trailing zeros. */
export function formatShares(value: number | null | undefined): string {
  return isMissing(value) ? missing : formatQuantity(value);
}

function formatTwoDecimals(value: number): string {
  return withTrueMinus(
    formatOf('two decimals', () => ({
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'negative',
    })).format(value),
  );
}

/** A percentage with sign and 2 decimals, such as `+1.20%`. */
export function formatSignedPercent(percent: number | null | undefined): string {
  return isMissing(percent) ? missing : `${withSign(percent, formatTwoDecimals(percent))}%`;
}

/** A fraction as a percentage with sign and 2 decimals. */
export function formatReturn(fraction: number | null | undefined): string {
  return isMissing(fraction) ? missing : formatSignedPercent(100 * fraction);
}

/** A part of a whole, such as a weight: a percentage that needs no plus sign. */
export function formatShareOf(percent: number | null | undefined): string {
  return isMissing(percent) ? missing : `${formatTwoDecimals(percent)}%`;
}

/** A fraction as percentage points, such as `+0.35 points`. */
export function formatPoints(fraction: number | null | undefined): string {
  if (isMissing(fraction)) return missing;
  return `${withSign(fraction, formatTwoDecimals(100 * fraction))} points`;
}

/** The factor of a day, or another ratio, with 4 decimals. */
export function formatFactor(value: number | null | undefined): string {
  if (isMissing(value)) return missing;
  const format = formatOf('factor', () => ({ minimumFractionDigits: 4, maximumFractionDigits: 4 }));
  return withTrueMinus(format.format(value));
}

/** The colour of a gain or a loss, which its sign tells, too. */
export function toneOf(value: number | null | undefined): string {
  if (isMissing(value) || value === 0) return '';
  return value > 0 ? 'text-up' : 'text-down';
}
