import type { Instrument, InstrumentMatch } from '../provider/provider.ts';

/**
 * At most `limit` of the `instruments` that match `query`, best first: exact symbol or ISIN, prefix of the symbol,
 * prefix of the name, prefix of a later word of the name, other part of the name; ties in the order given. Ignores
 * case, accents and punctuation. A blank query has no match.
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
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .slice(0, limit)
    .map(({ instrument }) => toMatch(instrument));
}

/** The facts of an instrument that a suggestion shows. */
export function toMatch({ symbol, name, exchange, isin, type }: Instrument): InstrumentMatch {
  return { symbol, name, exchange, isin, type };
}

/** 0 is the best rank; null means no match. */
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

/** Lower case without accents and apostrophes, other punctuation as blanks: "L'Oréal S.A." becomes "loreal s a". */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
