import { asiaPacificListings, secondAsiaPacificListings } from './asia-pacific-listings.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { europeanListings, secondEuropeanListings } from './european-listings.ts';
import { indicesAndCurrencies } from './indices-and-currencies.ts';
import { northAmericanListings } from './north-american-listings.ts';

/** Well-known instruments, the better known first; of several listings of one ISIN the primary one first. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...northAmericanListings,
  ...europeanListings,
  ...asiaPacificListings,
  ...indicesAndCurrencies,
  ...secondEuropeanListings,
  ...secondAsiaPacificListings,
];

const entries = new Map(CATALOGUE.map((entry) => [entry.symbol, entry]));

export function findInCatalogue(symbol: string): CatalogueEntry | undefined {
  return entries.get(symbol);
}
