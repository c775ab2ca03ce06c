import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { cn } from '#lib/cn.ts';
import { focusMain } from '#lib/page-focus.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cornerClass } from '../ui/overlay/corner-class.ts';

export interface ChangeMessage {
  readonly message: string;
  /**
   * Takes the change back; null for one that cannot be taken back. Without `onShow` either, the change is under way,
   * and its message stays until it is replaced.
   */
  readonly onUndo: (() => void) | null;
  /** Leads to what has changed. */
  readonly onShow?: () => void;
  /** A second line about something left undone, and the button for it. */
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** How long a message and its action stay, unless the pointer or the focus is on it. */
const shownMs = 8000;

function actionsOf({ onShow, action }: Pick<ChangeMessage, 'onShow' | 'action'> = {}) {
  return [...(onShow ? [{ label: 'Show', run: onShow }] : []), ...(action ? [action] : [])];
}

function ToastList({ change }: { change: ChangeMessage }) {
  const { toasts, add, close } = Toast.useToastManager<Pick<ChangeMessage, 'onShow' | 'action'>>();
  const before = useRef<Element | null>(null);

  function rememberFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  }

  /** Base UI returns the focus from a message that closes only if a key has closed it. */
  const returnFocus = useCallback(() => {
    const target = before.current;
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
    else focusMain();
  }, []);

  useEffect(() => {
    const { message, onUndo, onShow, detail, action } = change;
    const id = add({
      title: message,
      description: detail,
      data: { ...(onShow && { onShow }), ...(action && { action }) },
      // 0 is for ever.
      timeout: onUndo || onShow ? shownMs : 0,
      actionProps: onUndo
        ? {
            children: 'Undo',
            onClick: () => {
              returnFocus();
              close(id);
              onUndo();
            },
          }
        : undefined,
    });
    return () => close(id);
  }, [change, add, close, returnFocus]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // Not Base UI's `dialog`, behind which the page's shortcuts are off. Only dialogs may have `aria-modal`.
      role="group"
      onFocus={rememberFocus}
      render={({ 'aria-modal': _, ...props }) => <div {...props} />}
      className="rounded-lg border border-line bg-surface text-ink shadow-raised transition-opacity data-ending-style:hidden data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-center gap-2 py-1.5 pr-1.5 pl-4">
        <div className="min-w-0 grow text-sm">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-muted" />
        </div>
        {actionsOf(toast.data).map(({ label, run }) => (
          <Button
            key={label}
            size="sm"
            onClick={() => {
              close(toast.id);
              run();
            }}
          >
            {label}
          </Button>
        ))}
        <Toast.Action render={<Button size="sm" />} />
        {/* Base UI hides it until the list of toasts is expanded, which one toast never is. */}
        <Toast.Close aria-hidden={false} onClick={returnFocus} render={<IconButton label="Dismiss" />}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** The message of the last change, with buttons that lead to it and that take it back. */
export function UndoToast({ change }: { change: ChangeMessage }) {
  return (
    <Toast.Provider limit={1}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Messages"
          className={cn(
            cornerClass,
            // Over a sheet, in which the change may have been made.
            'z-60 w-[min(24rem,calc(100vw-2rem))] outline-none',
            // Above a bar at the bottom of the page, unless there is room beside it.
            '[body:has([data-bottom-bar])_&]:max-sm:bottom-36 [body:has([data-bottom-bar])_&]:sm:max-xl:bottom-22',
            '[body:has([data-bottom-button]):not(:has([data-bottom-bar]))_&]:max-sm:bottom-34',
          )}
        >
          <ToastList change={change} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
