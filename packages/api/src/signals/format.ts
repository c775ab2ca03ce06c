const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date in a sentence: `Nov 20, 2026`. */
export const formatDate = (date: string): string => dateFormat.format(new Date(`${date}T00:00:00Z`));

/** Suffixes of minor units, in which some exchanges quote prices. `Intl` would format GBp as pounds. */
const minorUnits: Readonly<Record<string, string>> = { GBp: 'p', GBX: 'p', ZAc: 'c', ILA: ' ag.' };

/** A price in a sentence: `$187.40`, `2,450.50p`; a plain number without a currency. */
export function formatPrice(price: number, currency: string | null): string {
  const isSmall = Math.abs(price) < 1;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: isSmall ? 4 : 2 };
  if (currency !== null && minorUnits[currency] === undefined && /^[A-Z]{3}$/.test(currency)) {
    return new Intl.NumberFormat('en-US', { ...digits, style: 'currency', currency }).format(price);
  }
  const suffix = currency === null ? '' : (minorUnits[currency] ?? ` ${currency}`);
  return new Intl.NumberFormat('en-US', digits).format(price) + suffix;
}
