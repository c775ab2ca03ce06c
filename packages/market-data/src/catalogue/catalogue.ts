import type { Instrument } from '../provider/provider.ts';
import { instruments } from './instruments.ts';

/** A well-known instrument: its real facts and the parameters of its generated prices. */
export interface CatalogueEntry extends Instrument {
  /** Year of the first trading day at this exchange, under this or an earlier symbol. */
  readonly listedIn: number;
  /** Approximate price in `currency`; the trend of generated prices reaches it in 2026. */
  readonly priceLevel: number;
}

/** Well-known instruments, the best known first; the primary listing of an ISIN before its other listings. */
export const catalogue: readonly CatalogueEntry[] = readCatalogue(instruments);

function readCatalogue(table: string): CatalogueEntry[] {
  const entries: CatalogueEntry[] = [];
  let venue = { exchange: '', currency: '', timezone: '', type: '' };
  for (const line of table.trim().split('\n')) {
    const fields = line.replace('# ', '').split(' | ');
    if (line.startsWith('#')) {
      const [exchange = '', currency = '', timezone = '', type = ''] = fields;
      venue = { exchange, currency, timezone, type };
      continue;
    }
    const [symbol = '', name = '', isin, sector, industry, listedIn, priceLevel] = fields;
    const facts = { isin: known(isin), sector: known(sector), industry: known(industry) };
    entries.push({
      symbol,
      name,
      ...facts,
      ...venue,
      listedIn: Number(listedIn),
      priceLevel: Number(priceLevel),
    });
  }
  return entries;
}

/** Indices and currency pairs have `-` in place of an ISIN, a sector and an industry. */
function known(field = '-'): string | null {
  return field === '-' ? null : field;
}

const bySymbol = new Map(catalogue.map((entry) => [entry.symbol, entry]));

export function findInCatalogue(symbol: string): CatalogueEntry | undefined {
  return bySymbol.get(symbol);
}

/** The facts of an entry, without the fields that only the generated prices need. */
export function instrumentOf(entry: CatalogueEntry): Instrument {
  const { listedIn: _listedIn, priceLevel: _priceLevel, ...instrument } = entry;
  return instrument;
}
