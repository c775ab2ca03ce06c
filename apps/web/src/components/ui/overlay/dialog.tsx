import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { cn } from '#lib/cn.ts';
import { focusPage, isPageFocused } from '#lib/page-focus.ts';
import { IconButton } from '../button.tsx';
import { backdropClass, dialogGripClass, dockedClass, popupClass } from './popup-class.ts';
import { useCloseRequest } from './use-close-request.ts';
import { useSheet } from './use-sheet.ts';

interface DialogProps {
  title: string;
  open: boolean;
  /**
   * Called on the close button, a click on the overlay, or Escape. Without it, only the content can close the dialog.
   */
  onClose?: (() => void) | undefined;
  /** `lg` is wide enough for a table. */
  size?: 'md' | 'lg';
  /** At the edge of the window, without an overlay: the page beside it can be seen and used with the pointer. */
  isDocked?: boolean;
  /** Receives the focus on opening; the close button by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/**
 * Returns the focus on closing, unless it has left the dialog: a docked one allows that, and an animation that ends
 * late. If the page itself had the focus, as after a key press, Base UI would give it to the first control of the page,
 * which the next key press would use. Base UI looks for the control that had it after the content has taken it.
 */
function useFinalFocus(open: boolean, popup: RefObject<HTMLElement | null>): () => boolean | HTMLElement {
  const opener = useRef<Element | null>(null);
  // Before the effects of the content and of Base UI that move the focus into the dialog.
  useLayoutEffect(() => {
    if (open) opener.current = isPageFocused() ? null : document.activeElement;
  }, [open]);
  return () => {
    if (!isPageFocused() && !popup.current?.contains(document.activeElement)) return false;
    if (opener.current === null) {
      queueMicrotask(focusPage);
      return false;
    }
    // An item of a menu has gone with its menu, which gave the focus to its button.
    return opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : true;
  };
}

/** A modal dialog: traps the focus and returns it on closing. */
export function Dialog({
  title,
  open,
  onClose,
  size = 'md',
  isDocked = false,
  initialFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useFinalFocus(open, popup);
  const { sheetProps, gripProps } = useSheet(open, popup, onClose);
  useCloseRequest(open, onClose);
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose?.()}
      modal={isDocked ? 'trap-focus' : true}
      disablePointerDismissal={isDocked}
    >
      <Base.Portal>
        {!isDocked && <Base.Backdrop className={cn(backdropClass, 'z-40')} />}
        <Base.Popup
          ref={popup}
          className={
            isDocked ? dockedClass : cn(popupClass, size === 'lg' && 'sm:w-[min(44rem,calc(100vw-3rem))]')
          }
          finalFocus={finalFocus}
          {...(initialFocus ? { initialFocus } : {})}
          {...sheetProps}
        >
          <div className={cn('mb-4 flex items-start justify-between gap-4', dialogGripClass)} {...gripProps}>
            <Base.Title className="pt-1 text-lg font-semibold pointer-coarse:pt-2">{title}</Base.Title>
            {onClose && (
              <Base.Close render={<IconButton label="Close" />}>
                <X aria-hidden="true" />
              </Base.Close>
            )}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
