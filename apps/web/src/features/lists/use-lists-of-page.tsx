import type { StockList } from '@stockbook/api/schemas';
import { ListChecks } from 'lucide-react';
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { useLists } from '#lib/api/lists.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useListContent } from './api.ts';
import { ListChips } from './list-chips.tsx';
import type { ListTask } from './list-dialog.tsx';
import type { Dragged } from './row-drop.tsx';

const StockMenu = lazyWithReload(async () => (await import('./list-menus.tsx')).StockMenu);
const ChipMenu = lazyWithReload(async () => (await import('./list-menus.tsx')).ChipMenu);
const ListDialog = lazyWithReload(async () => (await import('./list-dialog.tsx')).ListDialog);
const RowDrop = lazyWithReload(async () => (await import('./row-drop.tsx')).RowDrop);

const noLists: readonly StockList[] = [];

type OpenMenu =
  | {
      readonly kind: 'stocks';
      readonly anchor: HTMLElement;
      readonly symbols: readonly string[];
      readonly order: readonly string[] | null;
    }
  | { readonly kind: 'list'; readonly anchor: HTMLElement; readonly listId: string };

/** The menus and the dialog of lists, of which one is open at a time. */
function useOpenParts() {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [task, setTask] = useState<ListTask | null>(null);
  return {
    menu,
    setMenu,
    task,
    openDialog: setTask,
    closeDialog: () => setTask(null),
  };
}

type OpenParts = ReturnType<typeof useOpenParts>;

interface PartsProps {
  parts: OpenParts;
  lists: readonly StockList[];
  shown: StockList | null;
  onShow: (id: string | null) => void;
}

/** The menu or the dialog that is open; its code is loaded then. */
function Parts({
  parts: { menu, setMenu, task, openDialog, closeDialog },
  lists,
  shown,
  onShow,
}: PartsProps) {
  const { add, remove, move } = useListContent();
  const listOfMenu = menu?.kind === 'list' ? lists.find(({ id }) => id === menu.listId) : undefined;
  return (
    <SectionBoundary name="The lists">
      {menu?.kind === 'stocks' && (
        <StockMenu
          key={menu.symbols.join()}
          anchor={menu.anchor}
          symbols={menu.symbols}
          lists={lists}
          order={menu.order}
          onAdd={add}
          onRemove={remove}
          onMove={(symbols, place) => shown && move(shown, symbols, place)}
          onDialog={openDialog}
          onClosed={() => setMenu(null)}
        />
      )}
      {menu?.kind === 'list' && listOfMenu && (
        <ChipMenu
          key={listOfMenu.id}
          anchor={menu.anchor}
          list={listOfMenu}
          onDialog={openDialog}
          onDeleted={() => listOfMenu.id === shown?.id && onShow(null)}
          onClosed={() => setMenu(null)}
        />
      )}
      {task && (
        <ListDialog
          task={task}
          onClose={closeDialog}
          onCreated={({ id, symbols }) => symbols.length === 0 && onShow(id)}
        />
      )}
    </SectionBoundary>
  );
}

/** Whether there are lists; until they are loaded, as at the last visit, so that nothing moves when they come. */
function useHasLists(lists: readonly StockList[] | undefined): boolean {
  const [hadLists, remember] = useUserSwitch('hasLists');
  const hasLists = lists ? lists.length > 0 : hadLists;
  useEffect(() => {
    if (hasLists !== hadLists) remember(hasLists);
  }, [hasLists, hadLists, remember]);
  return hasLists;
}

/**
 * The lists of the page of stocks, whose parts the page places.
 * @param shownId the list that the address names; null for all stocks
 */
export function useListsOfPage(shownId: string | null) {
  const { lists: loaded, error, isPending, refetch } = useLists();
  const lists = loaded ?? noLists;
  const hasLists = useHasLists(loaded);
  const content = useListContent();
  const parts = useOpenParts();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const shown = useMemo(() => lists.find(({ id }) => id === shownId) ?? null, [lists, shownId]);
  const isUnknown = shownId !== null && shown === null && !isPending && !error;

  return {
    /** The list on show; null for all stocks. */
    shown,
    /** Whether it is not known yet which list is on show. */
    isPending: isPending && shownId !== null,
    hasLists,
    ids: lists.map(({ id }) => id),
    chips: (onShow: (id: string | null) => void) => (
      <ListChips
        lists={lists}
        shownId={shown?.id ?? null}
        onShow={onShow}
        onMenu={(anchor, { id: listId }) => parts.setMenu({ kind: 'list', anchor, listId })}
        onNew={() => parts.openDialog({ kind: 'create', symbols: [] })}
      />
    ),
    notices: (
      <>
        <QueryError error={error} fallback="Failed to load lists" onRetry={refetch} />
        {isUnknown && <ErrorBox message="List not found" />}
      </>
    ),
    /** The menus and dialogs over the page. */
    parts: (onShow: (id: string | null) => void) => (
      <>
        <Parts parts={parts} lists={lists} shown={shown} onShow={onShow} />
        {dragged && (
          <SectionBoundary name="Drag and drop">
            <RowDrop
              dragged={dragged}
              onList={(listId) => {
                const list = lists.find(({ id }) => id === listId);
                if (list) void content.add(list, dragged.symbols);
              }}
              onPlace={(place) => shown && content.move(shown, dragged.symbols, place)}
              onEnd={() => setDragged(null)}
            />
          </SectionBoundary>
        )}
      </>
    ),
    /**
     * Opens the menu of lists for stocks.
     * @param order the shown stocks in the order of the list on show; null in another order
     */
    openMenu: (anchor: HTMLElement, symbols: readonly string[], order: readonly string[] | null) =>
      parts.setMenu({ kind: 'stocks', anchor, symbols, order }),
    /** Adds stocks to the list on show, and removes them from it. */
    add: (symbols: readonly string[]) => shown && void content.add(shown, symbols),
    remove: (symbols: readonly string[]) => shown && void content.remove(shown, symbols),
    /** Begins to drag stocks; `canMove` says whether they can be dropped between rows. */
    drag: (event: DragEvent, symbols: readonly string[], canMove: boolean) => {
      event.dataTransfer.setData('text/plain', symbols.join('\n'));
      event.dataTransfer.effectAllowed = 'copyMove';
      setDragged({ symbols, canMove });
    },
  };
}

const noChoice = () => {};

/** The menu `Lists` of a stock on its page, which the key `l` opens, too. */
export function StockLists({ symbol }: { symbol: string }) {
  const { lists = noLists } = useLists();
  const parts = useOpenParts();
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    const anchor = button.current;
    if (anchor) parts.setMenu({ kind: 'stocks', anchor, symbols: [symbol], order: null });
    return anchor !== null;
  };
  useShortcuts({ l: open });
  return (
    <>
      <IconButton ref={button} label="Lists" aria-haspopup="menu" onClick={open}>
        <ListChecks aria-hidden="true" />
      </IconButton>
      <Parts parts={parts} lists={lists} shown={null} onShow={noChoice} />
    </>
  );
}
