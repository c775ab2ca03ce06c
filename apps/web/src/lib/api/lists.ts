import type { StockList } from '@stockbook/api/schemas';
import { getMutationKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { usePendingInputs } from './pending-inputs.ts';
import { trpc } from './trpc.ts';

const setKey = getMutationKey(trpc.lists.setStocks);
const addKey = getMutationKey(trpc.lists.addStocks);

interface ListChange {
  readonly listId: string;
  readonly symbols: readonly string[];
}

/** A list after the changes that are under way. */
function withChanges(
  list: StockList,
  contents: readonly ListChange[],
  additions: readonly ListChange[],
): StockList {
  const content = contents.findLast(({ listId }) => listId === list.id)?.symbols ?? list.symbols;
  const added = additions.flatMap(({ listId, symbols }) => (listId === list.id ? symbols : []));
  const symbols = [...new Set([...content, ...added])];
  return { ...list, symbols, size: symbols.length };
}

/** The user's lists by position, with their symbols in order and pending changes applied. */
export function useLists() {
  const { data, error, isPending, refetch } = trpc.lists.list.useQuery({ symbols: true });
  const contents = usePendingInputs<ListChange>(setKey);
  const additions = usePendingInputs<ListChange>(addKey);
  const lists = useMemo(
    () =>
      data?.lists.map((list) => withChanges({ ...list, symbols: list.symbols ?? [] }, contents, additions)),
    [data, contents, additions],
  );
  return { lists, error, isPending, refetch };
}
