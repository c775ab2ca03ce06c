import { asiaPacificListings, secondAsiaPacificListings } from './asia-pacific-listings.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { europeanListings, secondEuropeanListings } from './european-listings.ts';
import { indicesAndCurrencies } from './indices-and-currencies.ts';
import { northAmericanListings } from './north-american-listings.ts';

/** Well-known instruments, the best known first; the primary listing of an ISIN before its other listings. */
export const catalogue: readonly CatalogueEntry[] = [
  ...northAmericanListings,
  ...europeanListings,
  ...asiaPacificListings,
  ...indicesAndCurrencies,
  ...secondEuropeanListings,
  ...secondAsiaPacificListings,
];

const entries = new Map(catalogue.map((entry) => [entry.symbol, entry]));

export function findInCatalogue(symbol: string): CatalogueEntry | undefined {
  return entries.get(symbol);
}
