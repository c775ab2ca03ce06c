import type { StockList } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { saveFailure, scope } from './api.ts';

/** The question before a list is deleted. */
export function deletionQuestion({ name, symbols }: StockList, ruleCount: number): string {
  const count = symbols.length;
  return [
    `Delete the list ${name}?`,
    ...(count === 0
      ? []
      : [`Its ${count === 1 ? '1 stock stays' : `${count} stocks stay`} on your watch list.`]),
    ...(ruleCount === 0
      ? []
      : [`Its ${ruleCount === 1 ? '1 signal rule is' : `${ruleCount} signal rules are`} deleted, too.`]),
  ].join(' ');
}

/** Deletes a list after a question; its message takes that back. */
export function useDeleteList() {
  const { alert, confirm } = useAlerts();
  const showToast = useUndoToast();
  const utils = trpc.useUtils();
  const reload = useCallback(
    () =>
      Promise.all([
        utils.lists.list.invalidate(),
        utils.signals.rules.invalidate(),
        utils.strategies.invalidate(),
      ]),
    [utils],
  );
  const remove = trpc.lists.delete.useMutation({ scope }).mutateAsync;
  const restore = trpc.lists.restore.useMutation({ scope }).mutateAsync;

  return useCallback(
    async (list: StockList, onDeleted: () => void) => {
      const rules = await utils.signals.rules.list.fetch({}).catch((error: unknown) => {
        alert(...describeFailure(error, 'Failed to delete list'));
        return null;
      });
      if (rules === null) return;
      const ruleCount = rules.rules.filter(({ list_id }) => list_id === list.id).length;
      if (!(await confirm(deletionQuestion(list, ruleCount), 'Delete list'))) return;
      // The message of an earlier change would take that one back.
      showToast(null);
      try {
        await remove({ listId: list.id });
      } catch (error) {
        alert(...describeFailure(error, 'Failed to delete list'));
        await reload();
        return;
      }
      onDeleted();
      showToast({
        message: `List ${list.name} deleted`,
        onUndo: () =>
          void restore({ listId: list.id }).then(reload, (error: unknown) =>
            alert(...describeFailure(error, saveFailure)),
          ),
      });
      await reload();
    },
    [alert, confirm, reload, remove, restore, showToast, utils],
  );
}
