import { Popover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#lib/cn.ts';

export type PanelSize = 'sm' | 'md';

const widths: Record<PanelSize, string> = { sm: 'w-66', md: 'w-96 max-w-(--available-width)' };

interface PopoverPanelPopupProps {
  label: string;
  size: PanelSize;
  trigger: ReactElement;
  children: (close: () => void) => ReactNode;
}

/** The panel of `PopoverPanel`, which opens at once: it is loaded when its button is pressed for the first time. */
export function PopoverPanelPopup({ label, size, trigger, children }: PopoverPanelPopupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  // The pressed button is gone. Base UI returns the focus to what had it when the panel opened.
  useLayoutEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, []);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger ref={button} render={trigger} />
      <Popover.Portal>
        <Popover.Positioner
          align={size === 'sm' ? 'end' : 'start'}
          sideOffset={6}
          positionMethod="fixed"
          className="z-40"
        >
          <Popover.Popup
            ref={popup}
            aria-label={label}
            // A field would bring up the keyboard of a phone. Base UI does not know what pressed the button that is
            // gone.
            initialFocus={(type) =>
              type === 'touch' || (type === '' && matchMedia('(pointer: coarse)').matches)
                ? popup.current
                : true
            }
            className={cn(
              'max-h-(--available-height) overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-2 text-ink shadow-raised',
              widths[size],
            )}
          >
            {children(() => setIsOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
