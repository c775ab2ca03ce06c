import type { SignalEntry } from '@stockbook/api/schemas';
import { useMemo } from 'react';
import { trpc } from '#lib/api/trpc.ts';

/** The splits of more stocks are not requested; their signals then show no change. */
const maxSymbols = 20;

interface Split {
  readonly ex_date: string;
  readonly numerator: number;
  readonly denominator: number;
}

/** The change from a close to the last one in percent, of which later splits are no part. */
export function changeSince(
  { close, bar_date }: { readonly close: number; readonly bar_date: string },
  lastClose: number,
  splits: readonly Split[],
): number {
  const factor = splits
    .filter(({ ex_date }) => ex_date > bar_date)
    .reduce((product, { numerator, denominator }) => (product * denominator) / numerator, 1);
  return 100 * (lastClose / (close * factor) - 1);
}

const noEntries: readonly SignalEntry[] = [];

/** How the closes have changed since signals, in percent, by the id of the signal; only of stocks on the watch list. */
export function useChangesSince(entries: readonly SignalEntry[] = noEntries): ReadonlyMap<string, number> {
  const { data: list } = trpc.stocks.list.useQuery(undefined, { enabled: entries.length > 0 });
  const older = useMemo(() => {
    const stocks = new Map(list?.stocks.map(({ stock }) => [stock.symbol, stock]));
    return entries.flatMap(({ id, kind, symbol, close, bar_date }) => {
      const stock = symbol === null ? undefined : stocks.get(symbol);
      const { last_close = null, data_end_date = null } = stock ?? {};
      const isOlder = kind === 'signal' && data_end_date !== null && bar_date < data_end_date;
      if (!isOlder || symbol === null || close === null || close === 0 || last_close === null) return [];
      return [{ id, symbol, close, bar_date, lastClose: last_close }];
    });
  }, [entries, list]);
  const symbols = [...new Set(older.map(({ symbol }) => symbol))].slice(0, maxSymbols);
  const actions = trpc.useQueries((queries) =>
    symbols.map((symbol) => queries.stocks.actions({ symbol }, { staleTime: 300_000 })),
  );
  const splits = new Map(symbols.map((symbol, index) => [symbol, actions[index]?.data?.splits]));
  return new Map(
    older.flatMap(({ id, symbol, lastClose, ...signal }) => {
      const known = splits.get(symbol);
      return known ? [[id, changeSince(signal, lastClose, known)] as const] : [];
    }),
  );
}
