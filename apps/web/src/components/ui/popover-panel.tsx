import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from './button.tsx';

interface PopoverPanelProps {
  /** The accessible name of the button. */
  label: string;
  icon: ReactNode;
  /** Renders the content, which calls `close` after a choice. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button in the top right corner of the page, and a panel below it. Uses the browser's popover, which closes on
 * Escape and on an outside click, and returns the focus.
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
