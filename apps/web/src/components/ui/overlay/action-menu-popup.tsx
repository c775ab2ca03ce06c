import type { ReactElement, ReactNode } from 'react';
import { MenuItem, MenuPopup } from './menu-popup.tsx';

export interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
}

export function ActionMenuPopup({ trigger, actions }: { trigger: ReactElement; actions: readonly Action[] }) {
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
