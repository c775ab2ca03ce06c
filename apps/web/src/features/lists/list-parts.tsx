import type { StockList } from '@stockbook/api/schemas';
import { useEffect } from 'react';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useListContent } from './api.ts';
import { ChipMenu, StockMenu } from './list-menus.tsx';
import type { OpenParts } from './open-parts.ts';
import { RowDrop } from './row-drop.tsx';

/** The schemas of its fields are larger than all lists. */
const ListDialog = lazyWithReload(async () => (await import('./list-dialog.tsx')).ListDialog);

interface ListPartsProps {
  parts: OpenParts;
  lists: readonly StockList[];
  /** The list on show; null without one. */
  shown: StockList | null;
  onShow: (id: string | null) => void;
}

/** The open menu or dialog, a drag, and a change under way. */
export function ListParts({ parts, lists, shown, onShow }: ListPartsProps) {
  const { menu, setMenu, task, setTask, dragged, setDragged, job, setJob } = parts;
  const { add, remove, move } = useListContent();
  const find = (id: string) => lists.find((list) => list.id === id);
  const listOfMenu = menu?.kind === 'list' ? find(menu.listId) : undefined;
  useEffect(() => {
    if (!job) return;
    setJob(null);
    if (shown) void (job.kind === 'add' ? add : remove)(shown, job.symbols);
  }, [job, setJob, shown, add, remove]);
  return (
    <>
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
          onDialog={setTask}
          onClosed={() => setMenu(null)}
        />
      )}
      {menu?.kind === 'list' && listOfMenu && (
        <ChipMenu
          key={listOfMenu.id}
          anchor={menu.anchor}
          list={listOfMenu}
          onDialog={setTask}
          onDeleted={() => listOfMenu.id === shown?.id && onShow(null)}
          onClosed={() => setMenu(null)}
        />
      )}
      {task && (
        <ListDialog
          task={task}
          onClose={() => setTask(null)}
          onCreated={({ id, symbols }) => symbols.length === 0 && onShow(id)}
        />
      )}
      {dragged && (
        <RowDrop
          dragged={dragged}
          onList={(listId) => {
            const list = find(listId);
            if (list) void add(list, dragged.symbols);
          }}
          onPlace={(place) => shown && move(shown, dragged.symbols, place)}
          onEnd={() => setDragged(null)}
        />
      )}
    </>
  );
}
