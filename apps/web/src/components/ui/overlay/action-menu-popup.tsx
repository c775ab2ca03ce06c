import { Menu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';

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

/** The menu of `ActionMenu`, open from the start: it is loaded when its button is pressed for the first time. */
export function ActionMenuPopup({ trigger, actions }: ActionMenuPopupProps) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} positionMethod="fixed" className="z-40">
          <Menu.Popup className="min-w-36 rounded-lg border border-line bg-surface p-1.5 text-ink shadow-raised outline-none">
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                onClick={action.onSelect}
                className={cn(
                  'flex h-9 cursor-pointer pointer-coarse:h-11 items-center gap-2.5 rounded-[0.375rem] px-2.5 text-sm outline-none select-none',
                  'data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted',
                )}
              >
                {action.icon} {action.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
