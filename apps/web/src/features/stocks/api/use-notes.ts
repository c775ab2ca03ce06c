import { useCallback, useState } from 'react';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type OnFailure, useCacheSaved } from './watch-list/cached-stocks.ts';

/** Notes as text, for comparing: the server stores empty notes as null. */
export function notesText(notes: string | null): string {
  return notes ?? '';
}

/**
 * Saves notes. `save` resolves with false if it failed, or if the stored notes are no longer `replaced`, the notes on
 * the page; the page then shows the stored ones.
 */
export function useNotes(symbol: string, onFailure: OnFailure) {
  const utils = trpc.useUtils();
  const cacheSaved = useCacheSaved();
  const { mutateAsync } = trpc.stocks.update.useMutation({
    onSuccess: ({ notes }) => cacheSaved(symbol, { notes }),
  });
  const [isSaving, setIsSaving] = useState(false);

  async function save(notes: string, replaced: string): Promise<boolean> {
    setIsSaving(true);
    try {
      // Fetched again if the cache is stale: the notes may have changed on another device.
      const item = await utils.stocks.get.fetch({ symbol });
      if (notesText(item.notes) !== replaced) return false;
      await mutateAsync({ symbol, notes });
      return true;
    } catch (error) {
      onFailure(...describeFailure(error, 'Failed to update notes'));
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  const reload = useCallback(() => utils.stocks.get.invalidate({ symbol }), [utils, symbol]);
  return { save, isSaving, reload };
}
