import type { Instrument } from '../provider/provider.ts';

/** A well-known instrument: its real facts and the parameters of its generated prices. */
export interface CatalogueEntry extends Instrument {
  /** Year of the first trading day at this exchange, under this or an earlier symbol. */
  readonly listedIn: number;
  /** Approximate price in `currency`; the trend of generated prices reaches it in 2026. */
  readonly priceLevel: number;
}

interface Venue {
  readonly exchange: string;
  readonly currency: string;
  readonly timezone: string;
}

type Row = readonly [
  symbol: string,
  name: string,
  isin: string | null,
  sector: string | null,
  industry: string | null,
  listedIn: number,
  priceLevel: number,
];

/** The entries of one exchange, one per row. */
export function listings(venue: Venue, type: string, rows: readonly Row[]): CatalogueEntry[] {
  return rows.map(([symbol, name, isin, sector, industry, listedIn, priceLevel]) => ({
    symbol,
    name,
    isin,
    exchange: venue.exchange,
    currency: venue.currency,
    sector,
    industry,
    type,
    timezone: venue.timezone,
    listedIn,
    priceLevel,
  }));
}

/** The facts of an entry, without the fields that only the generated prices need. */
export function instrumentOf(entry: CatalogueEntry): Instrument {
  const { listedIn: _listedIn, priceLevel: _priceLevel, ...instrument } = entry;
  return instrument;
}
