import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from './button.tsx';

interface PopoverPanelProps {
  /** What the button that opens it is called. */
  label: string;
  icon: ReactNode;
  /** Draws the content, which calls `close` when something was chosen. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button in the top right corner of the page, and a panel below it. The browser's own popover: it closes on
 * Escape and on a click elsewhere, and gives the focus back.
 */
export function PopoverPanel({ label, icon, children }: PopoverPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label={label} popoverTarget={id}>
        {icon}
      </IconButton>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="fixed inset-auto top-13 right-3 m-0 w-66 rounded-lg border border-line bg-surface p-2 text-ink shadow-raised sm:right-6"
      >
        {children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
