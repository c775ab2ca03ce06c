import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from '../ui/button.tsx';
import { backdropClass, popupClass } from '../ui/overlay/popup-class.ts';

interface Alerts {
  /** Shows a sentence, with `detail` below it, until the user confirms. */
  alert: (message: string, detail?: string | null) => void;
  /** Asks a question; resolves with true if the user chose the button labelled `yes`. */
  confirm: (question: string, yes: string) => Promise<boolean>;
}

interface QueuedDialog {
  readonly message: string;
  readonly detail?: string | null | undefined;
  /** The label of the confirming button; null for an alert without a choice. */
  readonly yes: string | null;
  readonly answer: (isYes: boolean) => void;
}

const AlertsContext = createContext<Alerts | null>(null);

export function useAlerts(): Alerts {
  const alerts = useContext(AlertsContext);
  if (!alerts) throw new Error('useAlerts needs an AlertsProvider above it.');
  return alerts;
}

/** Provides `useAlerts`: modal alert and confirmation dialogs. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  /** Dialogs open one after another, so that none replaces an unread one. The first is open. */
  const [queue, setQueue] = useState<readonly QueuedDialog[]>([]);
  // The dialog stays in the queue while it fades out, so that its text does not vanish early.
  const [choice, setChoice] = useState<boolean | null>(null);
  const [shown] = queue;

  const show = useCallback((next: QueuedDialog) => setQueue((current) => [...current, next]), []);
  const alerts = useMemo<Alerts>(
    () => ({
      alert: (message, detail) => show({ message, detail, yes: null, answer: () => {} }),
      confirm: (question, yes) => new Promise((resolve) => show({ message: question, yes, answer: resolve })),
    }),
    [show],
  );
  const showNext = () => {
    setQueue((current) => current.slice(1));
    setChoice(null);
    // Only now has the focus returned: the answer may remove the element that has it.
    shown?.answer(choice === true);
  };

  return (
    <AlertsContext value={alerts}>
      {children}
      <AlertDialog.Root
        open={shown !== undefined && choice === null}
        onOpenChange={(open) => !open && setChoice(false)}
        onOpenChangeComplete={(open) => !open && showNext()}
      >
        <AlertDialog.Portal>
          {/* Also over another dialog, whose text would otherwise stand beside the question. */}
          <AlertDialog.Backdrop className={cn(backdropClass, 'z-50')} />
          <AlertDialog.Popup className={popupClass}>
            <AlertDialog.Title className="text-base font-medium">{shown?.message}</AlertDialog.Title>
            {shown?.detail && (
              <AlertDialog.Description className="mt-1 text-sm text-muted">
                {shown.detail}
              </AlertDialog.Description>
            )}
            <div className="mt-5 flex justify-end gap-2">
              {shown?.yes ? (
                <>
                  <Button onClick={() => setChoice(false)}>Cancel</Button>
                  <Button variant="danger" onClick={() => setChoice(true)}>
                    {shown.yes}
                  </Button>
                </>
              ) : (
                <Button variant="primary" onClick={() => setChoice(true)}>
                  OK
                </Button>
              )}
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </AlertsContext>
  );
}
