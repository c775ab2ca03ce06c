import {
  currencyDecimals,
  formatCount,
  formatNumber,
  formatPercent,
  formatPrice,
} from '#lib/format/numbers.ts';
import type { StatisticUnit } from './statistics-guide.ts';

/** An amount with the decimals of its currency; without a currency if it is not known. */
export function formatMoney(value: number, currency: string | null): string {
  const decimals = currencyDecimals(currency);
  return currency === null ? formatNumber(value, decimals) : formatPrice(value, currency, decimals);
}

/** A statistic in its unit; N/A if it has no value. */
export function formatStatistic(
  value: number | null,
  unit: StatisticUnit,
  currency: string | null = null,
): string {
  if (value === null) return 'N/A';
  switch (unit) {
    case 'days':
      return value === 1 ? '1 day' : `${formatCount(value)} days`;
    case 'money':
      return formatMoney(value, currency);
    case 'change':
      return formatPercent(value);
    case 'percent':
      return `${formatNumber(value, 2)}%`;
    case 'ratio':
      return formatNumber(value, 2);
    case 'count':
      return formatCount(value);
  }
}

/** Colours gains and losses. */
export function toneOf(value: number | null): string {
  if (value === null || value === 0) return '';
  return value > 0 ? 'text-up' : 'text-down';
}
