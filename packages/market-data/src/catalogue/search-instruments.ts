import type { Instrument, InstrumentMatch } from '../provider/provider.ts';

/**
 * Those of `instruments` whose symbol, name or ISIN match `query`, best first, `limit` at most: the exact symbol or
 * ISIN, then symbols that start with it, names that do, words of a name, and parts of a name; equals in the order
 * given. Case, accents and punctuation do not matter. A blank query matches none.
 */
export function searchInstruments(
  instruments: readonly Instrument[],
  query: string,
  limit: number,
): InstrumentMatch[] {
  const symbol = query.trim().toUpperCase();
  const words = plainWords(query);
  if (symbol === '') return [];
  return instruments
    .map((instrument) => ({ instrument, rank: rankOf(instrument, symbol, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((left, right) => Number(left.rank) - Number(right.rank))
    .slice(0, limit)
    .map(({ instrument }) => toMatch(instrument));
}

/** The part of an instrument's facts that a suggestion shows. */
export function toMatch({ symbol, name, exchange, isin, type }: Instrument): InstrumentMatch {
  return { symbol, name, exchange, isin, type };
}

/** 0 is best; null is no match. */
function rankOf(instrument: Instrument, symbol: string, words: string): number | null {
  if (instrument.symbol === symbol || instrument.isin === symbol) return 0;
  if (instrument.symbol.startsWith(symbol) || instrument.symbol.startsWith(`^${symbol}`)) return 1;
  if (words === '') return null;
  const name = plainWords(instrument.name);
  if (name.startsWith(words)) return 2;
  if (name.includes(` ${words}`)) return 3;
  if (name.includes(words)) return 4;
  return null;
}

/** Lower-case letters and digits without accents and apostrophes, the rest as blanks: "L'Oréal S.A." is "loreal s a". */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
