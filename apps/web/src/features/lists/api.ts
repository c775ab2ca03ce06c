import type { StockList } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { formatList } from '#lib/format/words.ts';
import { isSameOrder, moveTo, type Place } from './order.ts';

export const saveFailure = 'Failed to save list';

/** Changes of lists are sent one after another: the last order is the one that stays. */
export const scope = { id: 'lists' };

/** A name of several stocks where their symbols would fill a message. */
function subjectOf(symbols: readonly string[]): string {
  return symbols.length > 5 ? `${symbols.length} stocks` : formatList(symbols);
}

/** Fetches lists again; the mutation that returns this is pending until they are shown. */
export function useReloadLists(): () => Promise<void> {
  const utils = trpc.useUtils();
  return useCallback(() => utils.lists.list.invalidate(), [utils]);
}

/** The stocks among `symbols` whose notifications are off although a rule watches the list. */
function useSilentStocks() {
  const utils = trpc.useUtils();
  return useCallback(
    async (listId: string, symbols: readonly string[]): Promise<string[]> => {
      const { rules } = await utils.signals.rules.list.fetch({});
      if (!rules.some((rule) => rule.list_id === listId && rule.is_active)) return [];
      const { stocks } = await utils.stocks.list.fetch();
      return stocks.flatMap(({ stock, notify_on_signals }) =>
        symbols.includes(stock.symbol) && !notify_on_signals ? [stock.symbol] : [],
      );
    },
    [utils],
  );
}

/** Turns the notification of stocks on. */
function useTurnOn() {
  const { alert } = useAlerts();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.stocks.update.useMutation();
  return useCallback(
    async (symbols: readonly string[]) => {
      try {
        await Promise.all(symbols.map((symbol) => mutateAsync({ symbol, notify_on_signals: true })));
      } catch (error) {
        alert(...describeFailure(error, 'Failed to update notifications'));
      }
      await Promise.all([utils.stocks.list.invalidate(), utils.stocks.get.invalidate()]);
    },
    [alert, mutateAsync, utils],
  );
}

/**
 * Changes the stocks of lists. Each message can be undone. The symbols that the page has loaded are sent with each
 * order, so that it removes nothing that another tab has added.
 */
export function useListContent() {
  const { alert } = useAlerts();
  const showToast = useUndoToast();
  const reload = useReloadLists();
  const findSilent = useSilentStocks();
  const turnOn = useTurnOn();
  const onError = useCallback(
    (error: unknown) => {
      alert(...describeFailure(error, saveFailure));
      void reload();
    },
    [alert, reload],
  );
  const set = trpc.lists.setStocks.useMutation({ scope, onSuccess: reload, onError }).mutateAsync;
  const append = trpc.lists.addStocks.useMutation({ scope, onSuccess: reload, onError }).mutateAsync;

  /** Resolves with whether the order was stored; a failure has shown its message. */
  const setOrder = useCallback(
    ({ id, symbols: known }: StockList, symbols: readonly string[]) =>
      set({ listId: id, symbols: [...symbols], known: [...known] }).then(
        () => true,
        () => false,
      ),
    [set],
  );

  const remove = useCallback(
    async (list: StockList, symbols: readonly string[]) => {
      const removed = list.symbols.filter((symbol) => symbols.includes(symbol));
      if (removed.length === 0) return;
      const kept = list.symbols.filter((symbol) => !symbols.includes(symbol));
      if (!(await setOrder(list, kept))) return;
      showToast({
        message: `${subjectOf(removed)} removed from ${list.name}`,
        onUndo: () => void setOrder({ ...list, symbols: kept }, list.symbols),
      });
    },
    [setOrder, showToast],
  );

  const add = useCallback(
    async (list: StockList, symbols: readonly string[]) => {
      const added = symbols.filter((symbol) => !list.symbols.includes(symbol));
      if (added.length === 0) return;
      const after = await append({ listId: list.id, symbols: [...added] }).catch(() => null);
      if (after === null) return;
      const silent = await findSilent(list.id, added).catch(() => []);
      const without = after.symbols.filter((symbol) => !added.includes(symbol));
      showToast({
        message: `${subjectOf(added)} added to ${list.name}`,
        onUndo: () => void setOrder(after, without),
        ...(silent.length > 0 && {
          detail: `Notifications are off for ${formatList(silent)}.`,
          action: { label: 'Turn on', run: () => void turnOn(silent) },
        }),
      });
    },
    [append, findSilent, setOrder, showToast, turnOn],
  );

  const move = useCallback(
    (list: StockList, symbols: readonly string[], place: Place) => {
      const order = moveTo(list.symbols, symbols, place);
      if (!isSameOrder(order, list.symbols)) void setOrder(list, order);
    },
    [setOrder],
  );

  return { add, remove, move };
}
