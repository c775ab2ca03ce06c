import type { Stock } from '@stockbook/api/schemas';

export type DataSource = Stock['data_source'];

const names = {
  yahoo: 'Yahoo Finance',
  tiingo: 'Tiingo',
  eodhd: 'EODHD',
  csv: 'CSV files of this server',
  simulated: 'Simulated data',
  own: 'Own prices',
} as const;

export function dataSourceName(source: DataSource): string {
  return source ? names[source] : 'unknown';
}

/** Must be shown wherever simulated prices are shown. */
export const simulatedWarning = {
  short: 'Simulated data',
  sentence: 'Simulated data: these prices are made up and belong to no market.',
} as const;

/** Whether a symbol is that of an own instrument of the user: symbols of sources never begin with `@`. */
export function isOwnSymbol(symbol: string): boolean {
  return symbol.startsWith('@');
}
