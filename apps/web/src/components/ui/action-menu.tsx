import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { IconButton } from './button.tsx';

interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
}

interface ActionMenuProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  actions: readonly Action[];
}

/** A button with three dots that opens a menu of actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton label={label} />}>
        <EllipsisVertical aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} positionMethod="fixed" className="z-40">
          <Menu.Popup className="min-w-36 rounded-lg border border-line bg-surface p-1.5 text-ink shadow-raised outline-none">
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                onClick={action.onSelect}
                className={cn(
                  'flex h-9 cursor-pointer items-center gap-2.5 rounded-[0.375rem] px-2.5 text-sm outline-none select-none',
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
