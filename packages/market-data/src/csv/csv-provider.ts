import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@stockbook/common/durations';
import { barsFrom } from '../bars/bars-from.ts';
import { dateInUtc } from '../bars/calendar-date.ts';
import { findInCatalogue, instrumentOf } from '../catalogue/catalogue.ts';
import { searchInstruments, toMatch } from '../catalogue/search-instruments.ts';
import { bareInstrument } from '../provider/bare-instrument.ts';
import { MarketDataError, notFound } from '../provider/market-data-error.ts';
import type { Instrument, MarketDataProvider } from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import { isSymbol } from '../symbols/symbols.ts';
import { parseCsvBars } from './parse-csv-bars.ts';

/** A hundred years of daily bars are two megabytes. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Prices from a folder of `SYMBOL.csv` files, read on every call and never cached. Supports the symbols of the folder
 * only; name, ISIN and other facts come from the catalogue, if it has the symbol. The currency of a history is that of
 * the file, if it names one.
 */
export function createCsvProvider({ dir, clock }: { dir: string; clock: () => Date }): MarketDataProvider {
  let folderError: string | null = null;

  /** File names by symbol. */
  async function filesBySymbol(): Promise<Map<string, string>> {
    const names = await readdir(dir).catch((cause: unknown) => {
      folderError = 'The folder of CSV files cannot be read';
      throw new MarketDataError('unavailable', folderError, { cause });
    });
    folderError = null;
    const files = new Map<string, string>();
    // Paths are built from names of this list, never from a symbol: no symbol can lead out of the folder.
    for (const name of names.sort().reverse()) {
      const symbol = /^(.+)\.csv$/i.exec(name)?.[1]?.toUpperCase();
      if (symbol !== undefined && isSymbol(symbol)) files.set(symbol, name);
    }
    return files;
  }

  async function allInstruments(): Promise<Instrument[]> {
    return [...(await filesBySymbol()).keys()].sort().map(factsOf);
  }

  return {
    mode: 'csv',
    readsFiles: true,
    lookup(symbol, { signal } = {}) {
      return raceAbort(signal, async () => {
        if (!(await filesBySymbol()).has(symbol)) throw notFound(symbol);
        return factsOf(symbol);
      });
    },
    search(query, limit, { signal } = {}) {
      return raceAbort(signal, async () => searchInstruments(await allInstruments(), query, limit));
    },
    resolveIsin(isin, { signal } = {}) {
      return raceAbort(signal, async () => {
        const listings = (await allInstruments()).filter((instrument) => instrument.isin === isin);
        if (listings.length === 0) throw notFound(isin);
        return listings.map(toMatch);
      });
    },
    history(symbol, { signal, from } = {}) {
      return raceAbort(signal, async () => {
        const name = (await filesBySymbol()).get(symbol);
        if (name === undefined) throw missingFile(symbol);
        // East of Greenwich the day begins before it does in UTC.
        const today = dateInUtc(new Date(clock().getTime() + dayMs));
        const text = await readPrices(dir, name);
        const { bars, splits, dividends, currency, ...rejections } = parseCsvBars(text, name, today);
        const facts = factsOf(symbol);
        const instrument = { ...facts, currency: currency ?? facts.currency };
        const isRequested = ({ date }: { date: string }) => from === undefined || date >= from;
        return {
          instrument,
          source: 'csv',
          bars: from === undefined ? bars : barsFrom(bars, from),
          splits: splits.filter(isRequested),
          dividends: dividends
            .filter(isRequested)
            .map((dividend) => ({ ...dividend, currency: instrument.currency })),
          ...rejections,
        };
      });
    },
    health() {
      return { status: folderError === null ? 'healthy' : 'unavailable', until: null, reason: folderError };
    },
  };
}

async function readPrices(dir: string, name: string): Promise<string> {
  try {
    const path = join(dir, name);
    const { size } = await stat(path);
    if (size <= maxBytes) return await readFile(path, 'utf8');
  } catch (cause) {
    throw new MarketDataError('unavailable', `${name} cannot be read`, { cause });
  }
  throw new MarketDataError('bad_data', `${name} is larger than 32 MB`);
}

/** The reader of this error tracks the stock already, unlike that of `notFound`. */
function missingFile(symbol: string): MarketDataError {
  return new MarketDataError('not_found', `${symbol}.csv is missing in the folder of CSV files`);
}

function factsOf(symbol: string): Instrument {
  const entry = findInCatalogue(symbol);
  return entry === undefined ? bareInstrument(symbol) : instrumentOf(entry);
}
