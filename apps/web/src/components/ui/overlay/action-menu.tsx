import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { lazyWithReload } from '../../../lib/lazy-with-reload.ts';
import { IconButton } from '../button.tsx';
import type { Action } from './action-menu-popup.tsx';
import { LazyPopup } from './lazy-popup.tsx';

/** Base UI's menu has 13 kB, more than the pages that show the button have left of their budget. */
const ActionMenuPopup = lazyWithReload(async () => (await import('./action-menu-popup.tsx')).ActionMenuPopup);

interface ActionMenuProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  actions: readonly Action[];
}

/** A button with three dots that opens a menu of actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const icon = <EllipsisVertical aria-hidden="true" />;
  const button = (
    <IconButton label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsLoaded(true)}>
      {icon}
    </IconButton>
  );
  if (!isLoaded) return button;
  return (
    <LazyPopup name={label} button={button}>
      <ActionMenuPopup trigger={<IconButton label={label}>{icon}</IconButton>} actions={actions} />
    </LazyPopup>
  );
}
