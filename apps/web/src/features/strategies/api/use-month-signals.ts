import { useMemo } from 'react';
import { trpc } from '#lib/api/trpc.ts';

/** The first day of the current month, `YYYY-MM-01`. */
function monthStart(now: Date): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-01`;
}

/** The number of this month's signals by the id of their strategy; undefined until they are loaded, null if that failed. */
export function useMonthSignals(): ReadonlyMap<string, number> | null | undefined {
  const { data, isError } = trpc.signals.list.useQuery({ since: monthStart(new Date()), limit: 1000 });
  return useMemo(() => {
    if (!data) return isError ? null : undefined;
    const counts = new Map<string, number>();
    for (const { strategy_id: id } of data.signals) {
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }, [data, isError]);
}
