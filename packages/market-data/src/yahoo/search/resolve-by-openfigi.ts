import type { ListSymbols } from '../../openfigi/openfigi-client.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { Instrument, InstrumentMatch } from '../../provider/provider.ts';
import { primaryFirst } from '../../symbols/primary-listing.ts';

/** An ISIN has up to a hundred listings; each look-up is a call to Yahoo. */
const maxLookups = 5;

/**
 * The first listing of `isin` at OpenFIGI for which Yahoo has prices, the primary listing first. Yahoo's search lacks
 * many ISINs, those of European funds above all, whose symbols it does have.
 * @param lookup the facts of a symbol; rejects with `not_found` if Yahoo has no prices of it
 * @throws MarketDataError `not_found` if there is no such listing
 */
export async function resolveByOpenFigi(
  isin: string,
  listSymbols: ListSymbols,
  lookup: (symbol: string) => Promise<Instrument>,
): Promise<InstrumentMatch> {
  const candidates = (await listSymbols(isin)).map((symbol) => ({ symbol }));
  for (const { symbol } of primaryFirst(isin, candidates).slice(0, maxLookups)) {
    try {
      const { name, exchange, type } = await lookup(symbol);
      return { symbol, name, exchange, isin, type };
    } catch (error) {
      if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
    }
  }
  throw new MarketDataError('not_found', 'Yahoo does not know this ISIN; try the symbol');
}
