import type { Instrument } from '../provider/provider.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

/** The facts of an entry, without what only the generated prices need. */
export function instrumentOf(entry: CatalogueEntry): Instrument {
  const { listedIn: _listedIn, priceLevel: _priceLevel, ...instrument } = entry;
  return instrument;
}
