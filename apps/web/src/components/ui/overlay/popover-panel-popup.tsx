import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useMedia } from '#hooks/use-media.ts';
import { cn } from '#lib/cn.ts';
import { IconButton } from '../button.tsx';
import { backdropClass, sheetGripClass } from './popup-class.ts';
import { useCloseRequest } from './use-close-request.ts';
import { useSheet } from './use-sheet.ts';

export type PanelSize = 'sm' | 'md';

const widths: Record<PanelSize, string> = { sm: 'w-66', md: 'w-96 max-w-(--available-width)' };

/** At the bottom of a phone, over the place that Base UI computes. */
const sheetPlaceClass = 'z-50 inset-x-0! top-auto! bottom-0! w-full! transform-none!';
const sheetClass = cn(
  'max-h-[calc(80dvh-var(--keyboard,0px))] overflow-y-auto overscroll-contain rounded-t-lg bg-surface px-3 mb-(--keyboard,0px) pb-[calc(1rem+env(safe-area-inset-bottom))] text-ink shadow-raised outline-none',
  'transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0',
  'data-starting-style:translate-y-2 data-starting-style:opacity-0',
);
const panelClass =
  'max-h-(--available-height) overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-2 text-ink shadow-raised';

interface PopoverPanelPopupProps {
  label: string;
  size: PanelSize;
  /** The side of the button. */
  side: 'bottom' | 'left';
  trigger: ReactElement;
  children: (close: () => void) => ReactNode;
}

/** The panel of `PopoverPanel`, which opens at once: it is loaded when its button is pressed for the first time. */
export function PopoverPanelPopup({ label, size, side, trigger, children }: PopoverPanelPopupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const isSheet = useMedia('(width < 40rem)');
  const close = () => setIsOpen(false);
  const { sheetProps, gripProps } = useSheet(isOpen && isSheet, popup, close);
  useCloseRequest(isOpen, close);
  // The pressed button is gone. Base UI returns the focus to what had it when the panel opened.
  useLayoutEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, []);
  const content = children(close);
  /** The content from before the choice that closes the panel: a fading panel must not change its layout. */
  const lastContent = useRef(content);
  useLayoutEffect(() => {
    if (isOpen) lastContent.current = content;
  });
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen} modal={isSheet}>
      <Popover.Trigger ref={button} render={trigger} />
      <Popover.Portal>
        {isSheet && <Popover.Backdrop className={cn(backdropClass, 'z-50')} />}
        <Popover.Positioner
          side={side}
          align={size === 'sm' ? 'end' : 'start'}
          sideOffset={6}
          positionMethod="fixed"
          className={isSheet ? sheetPlaceClass : 'z-40'}
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
            {...sheetProps}
            className={isSheet ? cn(sheetClass, size === 'md' && 'h-[80dvh]') : cn(panelClass, widths[size])}
          >
            {isSheet && (
              <div
                className={cn(
                  '-mx-3 flex items-center justify-between px-3 pt-3.5 pb-1 pl-4.5 max-sm:top-0',
                  sheetGripClass,
                )}
                {...gripProps}
              >
                <Popover.Title className="text-base font-semibold">{label}</Popover.Title>
                <Popover.Close render={<IconButton label="Close" />}>
                  <X aria-hidden="true" />
                </Popover.Close>
              </div>
            )}
            {isOpen ? content : lastContent.current}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
