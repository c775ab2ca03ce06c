import { barsFrom } from '../bars/bars-from.ts';
import { dateInUtc, firstDate } from '../bars/calendar-date.ts';
import { type CatalogueEntry, catalogue, findInCatalogue, instrumentOf } from '../catalogue/catalogue.ts';
import { searchInstruments, toMatch } from '../catalogue/search-instruments.ts';
import { notFound } from '../provider/market-data-error.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import { generateActions } from './generate-actions.ts';
import { generateBars } from './generate-bars.ts';

/**
 * Works without a network: a fixed catalogue of real instruments with generated daily bars, from 1990 or the year of
 * listing to the last weekday before today (UTC), with generated splits and dividends. A new day adds bars and changes
 * none. Always healthy.
 */
export function createSimulatedProvider({ clock }: { clock: () => Date }): MarketDataProvider {
  return {
    mode: 'simulated',
    readsFiles: false,
    async lookup(symbol, { signal } = {}) {
      signal?.throwIfAborted();
      return instrumentOf(entryOf(symbol));
    },
    async search(query, limit, { signal } = {}) {
      signal?.throwIfAborted();
      return searchInstruments(catalogue, query, limit);
    },
    async resolveIsin(isin, { signal } = {}) {
      signal?.throwIfAborted();
      const matches = catalogue.filter((entry) => entry.isin === isin);
      if (matches.length === 0) throw notFound(isin);
      return matches.map(toMatch);
    },
    async history(symbol, { signal, from = firstDate } = {}) {
      signal?.throwIfAborted();
      const entry = entryOf(symbol);
      const bars = generateBars(entry, dateInUtc(clock()));
      const { splits, dividends } = generateActions(entry, bars);
      const isRequested = ({ date }: { date: string }) => date >= from;
      return {
        instrument: instrumentOf(entry),
        source: 'simulated',
        bars: barsFrom(bars, from),
        splits: splits.filter(isRequested),
        dividends: dividends.filter(isRequested),
        rejectedDates: [],
      };
    },
    health() {
      return { status: 'healthy', until: null, reason: null };
    },
  };
}

function entryOf(symbol: string): CatalogueEntry {
  const entry = findInCatalogue(symbol);
  if (entry === undefined) throw notFound(symbol);
  return entry;
}
