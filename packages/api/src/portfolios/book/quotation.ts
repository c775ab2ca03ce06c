import type { Stock } from '@stockbook/db';

/** Per cent of the nominal value for one unit of money. */
export const percentPerMoney = 100;

/** The money for one unit of a price: the hundredth part of those in per cent. */
export function moneyPerPrice(quotedIn: Stock['quotedIn'] | null): number {
  return quotedIn === 'percent' ? 1 / percentPerMoney : 1;
}

/** A price of a book, which is in money, as its stock is quoted. */
export function quoted<Price extends number | null>(
  { stocksBySymbol }: { readonly stocksBySymbol: ReadonlyMap<string, Pick<Stock, 'quotedIn'>> },
  symbol: string,
  price: Price,
): Price {
  if (price === null || stocksBySymbol.get(symbol)?.quotedIn !== 'percent') return price;
  return inPercent(price) as Price;
}

/** A price in money as per cent of the nominal value, without the digits that the division by 100 has added. */
export function inPercent(price: number): number {
  return Number((price * percentPerMoney).toPrecision(15));
}
