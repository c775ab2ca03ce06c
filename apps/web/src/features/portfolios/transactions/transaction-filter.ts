import { useNavigate, useSearch } from '@tanstack/react-router';
import { today } from '#lib/format/dates.ts';
import { readFilter, type TransactionFilter } from './read-filter.ts';

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
