import { useNavigate, useSearch } from '@tanstack/react-router';
import { today, typeNames } from './transaction-shapes.ts';

const listedTypes = (Object.keys(typeNames) as (keyof typeof typeNames)[]).flatMap((type) =>
  type === 'MOVE_SHARES' || type === 'MOVE_MONEY' ? [] : [type],
);
type ListedType = (typeof listedTypes)[number];

/** The part of the page's address that chooses the transactions to show. Undefined chooses all. */
export interface TransactionFilter {
  readonly type?: ListedType | undefined;
  readonly stock?: string | undefined;
  readonly year?: number | undefined;
  readonly q?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

/** The types by which the list can be filtered. */
export const filterTypes: readonly ListedType[] = listedTypes;

const wholeNumber = (value: unknown, minimum: number, maximum: number): number | undefined => {
  const number = typeof value === 'number' ? value : Number.NaN;
  return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
};

const text = (value: unknown, maximum: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maximum) : undefined;

/** Reads the filter in the search of an address. What is invalid is undefined. */
export function readFilter(search: Readonly<Record<string, unknown>>): TransactionFilter {
  return {
    type: listedTypes.find((type) => type === search.type),
    stock: text(search.stock, 20),
    year: wholeNumber(search.year, 1970, 9999),
    // The router reads a text of digits as a number.
    q: text(typeof search.q === 'number' ? String(search.q) : search.q, 200),
    page: wholeNumber(search.page, 2, 1_000_000),
  };
}

/** The filter in the address, and the function that changes it: a change of the filter leads to the first page. */
export function useTransactionFilter(): [TransactionFilter, (changes: TransactionFilter) => void] {
  const filter = readFilter(useSearch({ strict: false }) satisfies Record<string, unknown>);
  const navigate = useNavigate();
  return [
    filter,
    (changes) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, page: undefined, ...changes }),
        replace: true,
        resetScroll: false,
      }),
  ];
}

/** Rows of a page. */
export const pageSize = 50;

/** The filter as the server takes it. The last day of the present year would lie in the future. */
export function listInput(portfolioId: string, { type, stock, year, q, page = 1 }: TransactionFilter) {
  const isPresent = year !== undefined && year >= Number(today().slice(0, 4));
  return {
    portfolioId,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(type && { type }),
    ...(stock && { symbol: stock }),
    ...(year && { since: `${year}-01-01` }),
    ...(year && !isPresent && { until: `${year}-12-31` }),
    ...(q && { q }),
  };
}
