import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { focusMain } from '#lib/page-focus.ts';
import { menuItemClass, menuPopupClass } from './menu-popup.tsx';
import { useCloseRequest } from './use-close-request.ts';

interface AnchoredMenuProps {
  /** The accessible name of the menu. */
  label: string;
  /** The menu opens beside it, and returns the focus to it. */
  anchor: HTMLElement;
  /** Called once the menu has closed. */
  onClosed: () => void;
  children: ReactNode;
}

/** A menu that opens beside any element, also by a key. */
export function AnchoredMenu({ label, anchor, onClosed, children }: AnchoredMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Base UI gives the first item the focus of a menu that opens, not of one that is open at first.
  useLayoutEffect(() => setIsOpen(true), []);
  useCloseRequest(isOpen, () => setIsOpen(false));
  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen} onOpenChangeComplete={(open) => !open && onClosed()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={6} positionMethod="fixed" className="z-40">
          <Menu.Popup
            aria-label={label}
            // The element may have left with what the menu did.
            finalFocus={() => {
              if (anchor.isConnected) return anchor;
              focusMain();
              return false;
            }}
            className={cn(menuPopupClass, 'max-h-(--available-height) max-w-72 min-w-52 overflow-y-auto')}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-2.5 pt-1 pb-1.5 text-xs text-muted">{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

export function MenuSeparator() {
  return <Menu.Separator className="my-1.5 h-px bg-line" />;
}

interface MenuCheckboxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}

/** A choice of a menu, which stays open. */
export function MenuCheckbox({ isChecked, onChange, children }: MenuCheckboxProps) {
  return (
    <Menu.CheckboxItem checked={isChecked} onCheckedChange={onChange} className={menuItemClass}>
      <span
        aria-hidden="true"
        className="grid size-4 shrink-0 place-items-center rounded-sm border border-edge in-aria-checked:border-accent in-aria-checked:bg-accent"
      >
        {isChecked && <Check strokeWidth={3} className="size-3! text-on-accent!" />}
      </span>
      {children}
    </Menu.CheckboxItem>
  );
}
