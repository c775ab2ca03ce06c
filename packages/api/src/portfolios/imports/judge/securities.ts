import { hasValidCheckDigit, isIsin, isOwnSymbol, isSymbol } from '@stockbook/market-data/symbols';
import { ask, RowProblem, type RowValues } from '../read/rows.ts';
import type { Facts, FactsStock } from './facts.ts';

/** A security that must be looked up before its rows can be stored. */
export interface UnknownSecurity {
  readonly text: string;
  readonly symbol: string | null;
  readonly isin: string | null;
}

/** The stock of a row; `stock` is null as long as the provider has not been asked. */
export interface Resolution {
  readonly stock: FactsStock | null;
  readonly lookUp: UnknownSecurity | null;
}

/** The name of the security of a row: its ISIN, else its symbol, else its name. Null if it has none. */
export function securityOf({ isin, symbol, name }: RowValues): string | null {
  return isin ?? symbol ?? name;
}

/** Identifies what is looked up for a row: of one ISIN, a file may name several listings. */
function keyOf(values: RowValues): string {
  const { isin, symbol } = values;
  return isin !== null && symbol !== null ? `${isin} ${symbol}` : (securityOf(values) ?? '');
}

/** Decides which stock a row concerns, from what the system holds, the user has chosen and a task has found. */
export class Securities {
  readonly #bySymbol: ReadonlyMap<string, FactsStock>;
  readonly #byIsin: ReadonlyMap<string, readonly FactsStock[]>;
  readonly #mapped: ReadonlyMap<string, string>;
  readonly #found: ReadonlyMap<string, Facts['found'][number]>;

  constructor({ stocks, mapped, found }: Pick<Facts, 'stocks' | 'mapped' | 'found'>) {
    this.#bySymbol = new Map(stocks.map((stock) => [stock.symbol, stock]));
    this.#byIsin = Map.groupBy(
      stocks.filter(({ isin }) => isin !== null),
      ({ isin }) => isin ?? '',
    );
    this.#mapped = new Map(mapped.map(({ text, symbol }) => [text.trim().toUpperCase(), symbol]));
    this.#found = new Map(found.map((each) => [each.text, each]));
  }

  /** @throws RowProblem if it is not known which stock it is */
  resolve(values: RowValues): Resolution {
    const text = securityOf(values) ?? '';
    const found = this.#found.get(keyOf(values));
    if (found?.problem) throw new RowProblem(found.problem, 'symbol', ask('security', text));
    const stock = found?.stock == null ? undefined : this.#bySymbol.get(found.stock);
    if (stock) return { stock, lookUp: null };
    const mapped = this.#mapped.get(text.trim().toUpperCase());
    return mapped === undefined ? this.#fromFile(values, text) : this.#fromSymbol(mapped, values);
  }

  #fromSymbol(symbol: string, values: RowValues): Resolution {
    const stock = this.#bySymbol.get(symbol) ?? null;
    if (!stock && isOwnSymbol(symbol)) {
      throw new RowProblem(`${symbol} is an own instrument: create it first`, 'symbol');
    }
    return { stock, lookUp: stock ? null : { text: keyOf(values), symbol, isin: null } };
  }

  /** The ISIN decides the company, the symbol the listing. */
  #fromFile(values: RowValues, text: string): Resolution {
    const { symbol: given, isin, currency } = values;
    const symbol = given !== null && (isSymbol(given) || isOwnSymbol(given)) && !isIsin(given) ? given : null;
    if (symbol !== null && isOwnSymbol(symbol)) return this.#fromSymbol(symbol, values);
    if (isin === null || !isIsin(isin)) {
      if (symbol === null) throw new RowProblem(`Which stock is "${text}"?`, 'symbol', ask('security', text));
      return this.#fromSymbol(symbol, values);
    }
    if (!hasValidCheckDigit(isin)) {
      const message = 'Invalid ISIN: the check digit does not match';
      throw new RowProblem(message, 'isin', ask('security', text));
    }
    const listings = this.#byIsin.get(isin) ?? [];
    const listing = listings.find((each) => each.symbol === symbol);
    const [only] = listings;
    if (listing) return { stock: listing, lookUp: null };
    if (listings.length > 1) throw severalListings(text, isin, listings, currency);
    if (only) return { stock: only, lookUp: null };
    const named = symbol === null ? undefined : this.#bySymbol.get(symbol);
    // A source that names no ISIN may have another company under this symbol: the provider is asked.
    const isPossible = named?.isin === null;
    return { stock: isPossible ? named : null, lookUp: { text: keyOf(values), symbol, isin } };
  }
}

function severalListings(
  text: string,
  isin: string,
  listings: readonly FactsStock[],
  currency: string | null,
): RowProblem {
  const rank = (stock: FactsStock) => (stock.currency === currency ? 0 : 1);
  const symbols = listings.toSorted((a, b) => rank(a) - rank(b)).map(({ symbol }) => symbol);
  const message = `Which listing of ${isin} is it: ${symbols.join(' or ')}?`;
  return new RowProblem(message, 'symbol', ask('security', text, symbols));
}
