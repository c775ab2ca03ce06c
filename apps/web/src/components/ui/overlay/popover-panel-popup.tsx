import { Popover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { backdropClass } from './popup-class.ts';

export type PanelSize = 'sm' | 'md';

const widths: Record<PanelSize, string> = { sm: 'sm:w-66', md: 'sm:w-96 sm:max-w-(--available-width)' };

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
        <Popover.Backdrop className={cn(backdropClass, 'z-40 sm:hidden')} />
        <Popover.Positioner
          align={size === 'sm' ? 'end' : 'start'}
          sideOffset={6}
          positionMethod="fixed"
          // On a phone a sheet at the bottom, whatever place Base UI has found.
          className="z-40 max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-auto! max-sm:transform-none!"
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
              'overflow-y-auto overscroll-contain border border-line bg-surface p-2 text-ink shadow-raised',
              'max-sm:max-h-[80dvh] max-sm:rounded-t-lg max-sm:border-b-0 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
              'sm:max-h-(--available-height) sm:rounded-lg',
              widths[size],
            )}
          >
            <p aria-hidden="true" className="px-2 pt-1 pb-2 font-semibold sm:hidden">
              {label}
            </p>
            {children(() => setIsOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
