import { useCallback, useEffect, useRef } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import type { Drawing } from './shapes.ts';

/** Changes that follow each other, as those of a held key, are saved together. */
const saveDelayMs = 400;

const noDrawings: readonly Drawing[] = [];

/** The user's drawings on the chart of a stock. Changes show at once, and are saved shortly after. */
export function useDrawings(symbol: string, isEnabled: boolean) {
  const utils = trpc.useUtils();
  const { alert } = useAlerts();
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly save: () => void }>(null);
  const { data } = trpc.drawings.list.useQuery({ symbol }, { enabled: isEnabled });
  const { mutate } = trpc.drawings.replace.useMutation({
    // One after the other: each replaces all drawings.
    scope: { id: `drawings ${symbol}` },
    onError: (error) => {
      void utils.drawings.list.invalidate({ symbol });
      alert(...describeFailure(error, 'Failed to save drawings'));
    },
  });
  const change = useCallback(
    (edit: (current: readonly Drawing[]) => readonly Drawing[]) => {
      // The cache, not the last rendering: two keys can be pressed before a change is rendered.
      const current = utils.drawings.list.getData({ symbol })?.drawings ?? noDrawings;
      const drawings = edit(current).map(({ points, ...drawing }) => ({ ...drawing, points: [...points] }));
      void utils.drawings.list.cancel({ symbol });
      utils.drawings.list.setData({ symbol }, { drawings });
      if (waiting.current) clearTimeout(waiting.current.timer);
      const save = () => {
        waiting.current = null;
        mutate({ symbol, drawings });
      };
      waiting.current = { save, timer: setTimeout(save, saveDelayMs) };
    },
    [utils, symbol, mutate],
  );

  // Saves a waiting change before the page goes.
  useEffect(
    () => () => {
      if (!waiting.current) return;
      clearTimeout(waiting.current.timer);
      waiting.current.save();
    },
    [],
  );
  return { drawings: data?.drawings ?? noDrawings, change };
}
