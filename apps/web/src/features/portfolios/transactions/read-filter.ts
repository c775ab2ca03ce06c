import type { Transaction } from '@stockbook/api/schemas';

type ListedType = Transaction['type'];

/** The types by which the list can be filtered. */
export const filterTypes = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'FEE',
  'TAX',
  'INTEREST',
  'DEPOSIT',
  'WITHDRAWAL',
  'EXCHANGE',
] as const satisfies readonly ListedType[];

/** The part of the page's address that chooses the transactions to show. Undefined chooses all. */
export interface TransactionFilter {
  readonly type?: ListedType | undefined;
  readonly stock?: string | undefined;
  readonly year?: number | undefined;
  readonly q?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

const wholeNumber = (value: unknown, minimum: number, maximum: number): number | undefined => {
  const number = typeof value === 'number' ? value : Number.NaN;
  return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
};

const text = (value: unknown, maximum: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maximum) : undefined;

/** Reads the filter in the search of an address. What is invalid is undefined. */
export function readFilter(search: Readonly<Record<string, unknown>>): TransactionFilter {
  return {
    type: filterTypes.find((type) => type === search.type),
    stock: text(search.stock, 20),
    year: wholeNumber(search.year, 1970, 9999),
    // The router reads a text of digits as a number.
    q: text(typeof search.q === 'number' ? String(search.q) : search.q, 200),
    page: wholeNumber(search.page, 2, 1_000_000),
  };
}
