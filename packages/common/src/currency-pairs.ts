import { mainCurrency } from './currencies.ts';

/** The conversion of a main currency into another. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
}

/** Two currencies whose rate is stored as one pair, in either order. */
type Leg = readonly [one: string, other: string];

/** The currencies through which a rate is computed if no direct one is stored, in this order. */
export const vehicleCurrencies: readonly string[] = ['USD', 'EUR'];

/**
 * The currencies that markets name first in a pair, in this order. Such pairs are those that all providers have, and
 * their rates have the more significant digits: 360.25 instead of 0.0028.
 */
const baseCurrencies = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY'];

/** The conversions into the currency `to` of a portfolio, each once. `codes` are those of its money and its quotes. */
export function conversionsInto(to: string, codes: Iterable<string>): Conversion[] {
  const currencies = new Set(Array.from(codes, mainCurrency));
  currencies.delete(to);
  return [...currencies].sort().map((from) => ({ from, to }));
}

/** The ways to compute a rate, the best first: the direct pair, or two pairs through another currency. */
export function pathsOf({ from, to }: Conversion): Leg[][] {
  const others = vehicleCurrencies.filter((vehicle) => vehicle !== from && vehicle !== to);
  return [
    [[from, to]],
    ...others.map((vehicle): Leg[] => [
      [from, vehicle],
      [vehicle, to],
    ]),
  ];
}

/** The two symbols of a leg, the usual one first. */
export function symbolsOf([one, other]: Leg): [string, string] {
  const rankOf = (currency: string) => {
    const rank = baseCurrencies.indexOf(currency);
    return rank < 0 ? baseCurrencies.length : rank;
  };
  const symbols: [string, string] = [`${one}${other}=X`, `${other}${one}=X`];
  return rankOf(one) <= rankOf(other) ? symbols : [symbols[1], symbols[0]];
}

/** The symbols of all pairs from which a portfolio's rates can be computed; parameters like `conversionsInto`. */
export function pairsOf(to: string, codes: Iterable<string>): string[] {
  const legs = conversionsInto(to, codes).flatMap(pathsOf).flat();
  return [...new Set(legs.flatMap(symbolsOf))].sort();
}

/** The results of `find` for the legs of the best path of which it finds all; null without such a path. */
export function findPath<Found>(
  conversion: Conversion,
  find: (leg: Leg) => Found | null | undefined,
): Found[] | null {
  for (const path of pathsOf(conversion)) {
    const found = path.map(find).filter((each) => each != null);
    if (found.length === path.length) return found;
  }
  return null;
}

/** Whether all pairs of one of the paths are stored. */
export function hasPath(conversion: Conversion, stored: ReadonlySet<string>): boolean {
  return findPath(conversion, (leg) => symbolsOf(leg).find((symbol) => stored.has(symbol))) !== null;
}
