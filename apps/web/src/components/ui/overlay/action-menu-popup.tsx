import type { ReactElement, ReactNode } from 'react';
import { MenuItem, MenuPopup } from './menu-popup.tsx';

export interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
}

interface ActionMenuPopupProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  actions: readonly Action[];
}

/** The menu of `ActionMenu`. */
export function ActionMenuPopup({ trigger, actions }: ActionMenuPopupProps) {
  return (
    <MenuPopup trigger={trigger}>
      {actions.map((action) => (
        <MenuItem key={action.label} onClick={action.onSelect}>
          {action.icon} {action.label}
        </MenuItem>
      ))}
    </MenuPopup>
  );
}
