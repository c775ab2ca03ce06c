import type { BarsChange } from '@stockbook/api/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDebounced } from '#hooks/use-debounced.ts';
import { FormFailure } from '#hooks/use-form.ts';
import type { ApiClient } from '#lib/api/api-client.ts';
import { useApiClient } from '#lib/api/trpc.ts';
import { useReloadInstruments } from '../api.ts';
import { type PriceTable, readPriceTable, tableText, withoutRows } from './price-table.ts';

const typingMs = 400;

let lastVersion = 0;

/** A number for each text: as part of a key, a text of some MiB would be compared at each render. */
function useVersion(text: string): number {
  return useMemo(() => {
    lastVersion += 1;
    return text === '' ? 0 : lastVersion;
  }, [text]);
}

/** Asks the server for the changes by the prices of a text, while one types. */
export function useImportPreview(symbol: string, typed: string) {
  const client = useApiClient();
  const text = useDebounced(typed, typingMs);
  const table = useMemo(() => readPriceTable(text), [text]);
  const version = useVersion(text);
  const isEmpty = table.rows.length === 0;
  const query = useQuery({
    queryKey: ['ownPricesImport', symbol, version],
    queryFn: ({ signal }) =>
      client.instruments.addBars.mutate({ symbol, csv: tableText(table), preview: true }, { signal }),
    enabled: !isEmpty,
    gcTime: 0,
    retry: false,
  });
  const isCurrent = text === typed;
  return { table, isEmpty, isCurrent, query };
}

/** The table without the rows that the server cannot store. It names 50 of them at a time. */
async function withoutProblems(client: ApiClient, symbol: string, table: PriceTable): Promise<PriceTable> {
  let rest = table;
  while (rest.rows.length > 0) {
    const { details = [] } = await client.instruments.addBars.mutate({
      symbol,
      csv: tableText(rest),
      preview: true,
    });
    if (details.length === 0) break;
    rest = withoutRows(rest, new Set(details.map(({ row }) => row)));
  }
  return rest;
}

interface ImportInput {
  readonly table: PriceTable;
  /** Whether rows with problems are left out. */
  readonly leavesOut: boolean;
}

/** Stores the prices of a table. Rejects with a `FormFailure` if every row has a problem. */
export function useImportPrices(symbol: string, onStored: (change: BarsChange) => void) {
  const client = useApiClient();
  const reload = useReloadInstruments();
  return useMutation({
    mutationFn: async ({ table, leavesOut }: ImportInput) => {
      const { header, rows } = leavesOut ? await withoutProblems(client, symbol, table) : table;
      if (rows.length === 0) throw new FormFailure('No row is left to import');
      return client.instruments.addBars.mutate({ symbol, csv: tableText({ header, rows }) });
    },
    onSuccess: (change) => {
      onStored(change);
      void reload();
    },
  });
}
