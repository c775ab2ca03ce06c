import type { Instrument } from '../provider/provider.ts';

/** A well-known instrument: its true facts, and where its generated prices start from and drift to. */
export interface CatalogueEntry extends Instrument {
  /** Year in which it was first traded at this exchange under this or an earlier symbol. */
  readonly listedIn: number;
  /** Rough price in `currency`, to which generated prices drift by the middle of the 2020s. */
  readonly priceLevel: number;
}

/** What all listings of one exchange have in common. */
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

/** The entries of one exchange, from one row each. */
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
