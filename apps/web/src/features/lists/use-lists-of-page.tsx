import type { StockList } from '@stockbook/api/schemas';
import { Plus } from 'lucide-react';
import { type DragEvent, useEffect, useMemo } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { useUserState } from '#hooks/use-user-state.ts';
import { useLists } from '#lib/api/lists.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useOpenParts } from './open-parts.ts';

const ListParts = lazyWithReload(async () => (await import('./list-parts.tsx')).ListParts);

/** Loaded for users with lists. */
const ListChips = lazyWithReload(async () => (await import('./list-chips.tsx')).ListChips);

const noLists: readonly StockList[] = [];

const parseRemembered = (stored: unknown) => (typeof stored === 'boolean' ? stored : null);

/**
 * Whether there are lists; until they are loaded, as at the last visit, so that nothing moves when they come. Null
 * until the lists of a first visit are loaded.
 */
function useHasLists(lists: readonly StockList[] | undefined, hasFailed: boolean): boolean | null {
  const [hadLists, remember] = useUserState('hasLists', parseRemembered);
  const hasLists = lists ? lists.length > 0 : (hadLists ?? (hasFailed ? false : null));
  useEffect(() => {
    if (lists && hasLists !== hadLists) remember(hasLists);
  }, [lists, hasLists, hadLists, remember]);
  return hasLists;
}

/**
 * The lists of the page of stocks, whose parts the page places.
 * @param shownId the list that the address names; null for all stocks
 */
export function useListsOfPage(shownId: string | null) {
  const { lists: loaded, error, isPending, refetch } = useLists();
  const lists = loaded ?? noLists;
  const hasLists = useHasLists(loaded, error !== null);
  const parts = useOpenParts();
  const shown = useMemo(() => lists.find(({ id }) => id === shownId) ?? null, [lists, shownId]);
  const isUnknown = shownId !== null && shown === null && !isPending && !error;

  return {
    /** The list on show; null for all stocks. */
    shown,
    /** Whether it is not known yet which list is on show. */
    isPending: isPending && shownId !== null,
    hasLists,
    ids: lists.map(({ id }) => id),
    chips: (onShow: (id: string | null) => void) => {
      const newList = (
        <Button
          size="sm"
          variant="quiet"
          needsServer
          onClick={() => parts.setTask({ kind: 'create', symbols: [] })}
          className="px-2"
        >
          <Plus aria-hidden="true" /> New list
        </Button>
      );
      if (lists.length === 0) return hasLists !== true && newList;
      return (
        <SectionBoundary name="The lists">
          <ListChips
            lists={lists}
            shownId={shown?.id ?? null}
            onShow={onShow}
            onMenu={(anchor, { id: listId }) => parts.setMenu({ kind: 'list', anchor, listId })}
          >
            {newList}
          </ListChips>
        </SectionBoundary>
      );
    },
    notices: (
      <>
        <QueryError error={error} fallback="Failed to load lists" onRetry={refetch} />
        {isUnknown && <ErrorBox message="List not found" />}
      </>
    ),
    /** The menus and dialogs over the page. */
    parts: (onShow: (id: string | null) => void) =>
      parts.isUsed && (
        <SectionBoundary name="The lists">
          <ListParts parts={parts} lists={lists} shown={shown} onShow={onShow} />
        </SectionBoundary>
      ),
    /**
     * Opens the menu of lists for stocks.
     * @param order the shown stocks in the order of the list on show; null in another order
     */
    openMenu: (anchor: HTMLElement, symbols: readonly string[], order: readonly string[] | null) =>
      parts.setMenu({ kind: 'stocks', anchor, symbols, order }),
    /** Adds stocks to the list on show, and removes them from it. */
    add: (symbols: readonly string[]) => parts.setJob({ kind: 'add', symbols }),
    remove: (symbols: readonly string[]) => parts.setJob({ kind: 'remove', symbols }),
    /** Begins to drag stocks; `canMove` says whether they can be dropped between rows. */
    drag: (event: DragEvent, symbols: readonly string[], canMove: boolean) => {
      event.dataTransfer.setData('text/plain', symbols.join('\n'));
      event.dataTransfer.effectAllowed = 'copyMove';
      parts.setDragged({ symbols, canMove });
    },
  };
}
