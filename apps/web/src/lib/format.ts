const missing = 'N/A';

/** Quotation in a hundredth of a currency: what comes after the number. Intl would take GBp for pounds. */
const minorUnits: Record<string, string> = { GBp: 'p', GBX: 'p', ZAc: 'c', ILA: ' ag.' };

const priceFormats = new Map<string, (value: number) => string>();

/** What rounds to zero has no sign: it is no loss. */
const decimals = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
} as const;
const plain = new Intl.NumberFormat('en-US', decimals);

function makePriceFormat(currency: string): (value: number) => string {
  const minor = minorUnits[currency];
  if (minor !== undefined || !/^[A-Z]{3}$/.test(currency)) {
    return (value) => `${plain.format(value)}${minor ?? ` ${currency}`}`;
  }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...decimals });
  return (value) => format.format(value);
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

/**
 * A price as US dollars are written, in the stock's own currency (dollars where it is unknown), with 2 decimals;
 * N/A when missing. A currency quoted in hundredths, such as GBp, keeps its own unit.
 */
export function formatPrice(value: number | null | undefined, currency: string | null = 'USD'): string {
  if (isMissing(value)) return missing;
  const known = currency ?? 'USD';
  let format = priceFormats.get(known);
  if (!format) {
    format = makePriceFormat(known);
    priceFormats.set(known, format);
  }
  return format(value);
}

/** How far `now` lies from `before`, in percent; null when either is missing or there is nothing to divide by. */
export function changePercent(
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  if (isMissing(now) || isMissing(before) || before === 0) return null;
  return ((now - before) / before) * 100;
}

/** A change with its sign and 2 decimals: `+1.23%`; N/A when missing. */
export function formatPercent(value: number | null | undefined): string {
  if (isMissing(value)) return missing;
  const text = plain.format(value);
  return `${text.startsWith('-') ? '' : '+'}${text}%`;
}

const longDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A calendar date `YYYY-MM-DD`, or the day in UTC of an instant, as `Nov 20, 2026`; N/A when missing. */
export function formatDate(date: string | null | undefined): string {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? missing : longDate.format(time);
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** A count with thousands separated. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A volume in short: `48.2M`. */
export function formatVolume(value: number): string {
  return compact.format(value);
}
