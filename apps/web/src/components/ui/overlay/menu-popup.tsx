import { Menu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { useCloseRequest } from './use-close-request.ts';

export const menuPopupClass =
  'min-w-36 rounded-lg border border-line bg-surface p-1.5 text-ink shadow-raised outline-none';

export const menuItemClass = cn(
  'flex h-9 cursor-pointer pointer-coarse:h-11 items-center gap-2.5 rounded-[0.375rem] px-2.5 text-sm outline-none select-none',
  'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted',
);

/** The menu of a `LazyPopup`, open from the start: it is loaded when its button is pressed for the first time. */
export function MenuPopup({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  useCloseRequest(isOpen, () => setIsOpen(false));
  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} positionMethod="fixed" className="z-40">
          <Menu.Popup className={menuPopupClass}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** An action of a menu, with an icon and a label. */
export function MenuItem(props: Omit<Menu.Item.Props, 'className'>) {
  return <Menu.Item className={menuItemClass} {...props} />;
}
