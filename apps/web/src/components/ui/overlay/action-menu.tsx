import { EllipsisVertical } from 'lucide-react';
import { lazyPart } from '#lib/lazy-with-reload.ts';
import type { Action } from './action-menu-popup.tsx';
import { LazyPopup } from './lazy-popup.tsx';

/** Base UI's menu has 13 kB, more than the pages that show the button have left of their budget. */
const ActionMenuPopup = lazyPart(async () => (await import('./action-menu-popup.tsx')).ActionMenuPopup);

interface ActionMenuProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  actions: readonly Action[];
}

/** A button with three dots that opens a menu of actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <LazyPopup label={label} icon={<EllipsisVertical aria-hidden="true" />} kind="menu">
      {(button) => <ActionMenuPopup trigger={button} actions={actions} />}
    </LazyPopup>
  );
}
