import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';

interface PopoverPanelProps {
  /** The accessible name of the button and of the panel. */
  label: string;
  icon: ReactNode;
  /** Renders the content, which calls `close` after a choice. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a panel below it. */
export function PopoverPanel({ label, icon, children }: PopoverPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger render={<IconButton label={label} />}>{icon}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} positionMethod="fixed" className="z-40">
          <Popover.Popup
            aria-label={label}
            className="w-66 rounded-lg border border-line bg-surface p-2 text-ink shadow-raised"
          >
            {children(() => setIsOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
