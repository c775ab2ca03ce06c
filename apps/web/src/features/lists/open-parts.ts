import { useState } from 'react';
import type { ListTask } from './list-dialog.tsx';
import type { Dragged } from './row-drop.tsx';

type OpenMenu =
  | {
      readonly kind: 'stocks';
      readonly anchor: HTMLElement;
      readonly symbols: readonly string[];
      readonly order: readonly string[] | null;
    }
  | { readonly kind: 'list'; readonly anchor: HTMLElement; readonly listId: string };

/** Stocks that join or leave the list on show without a menu. */
interface ListJob {
  readonly kind: 'add' | 'remove';
  readonly symbols: readonly string[];
}

/** The menus and the dialog of lists, of which one is open at a time, and drags and changes under way. */
export function useOpenParts() {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [task, setTask] = useState<ListTask | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [job, setJob] = useState<ListJob | null>(null);
  const isUsed = menu !== null || task !== null || dragged !== null || job !== null;
  return { menu, setMenu, task, setTask, dragged, setDragged, job, setJob, isUsed };
}

export type OpenParts = ReturnType<typeof useOpenParts>;
