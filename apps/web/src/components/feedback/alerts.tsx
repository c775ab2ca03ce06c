import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { backdropClass, popupClass } from '../ui/popup-class.ts';

interface Alerts {
  /** Shows a sentence until the visitor has taken note of it, and below it, where there is one, another in detail. */
  alert: (message: string, detail?: string | null) => void;
  /** Asks a question; resolves with whether the answer was the button `yes`. */
  confirm: (question: string, yes: string) => Promise<boolean>;
}

interface Shown {
  readonly message: string;
  readonly detail?: string | null | undefined;
  /** The name of the button that agrees; none where there is nothing to decide. */
  readonly yes: string | null;
  readonly answer: (isYes: boolean) => void;
}

const AlertsContext = createContext<Alerts | null>(null);

export function useAlerts(): Alerts {
  const alerts = useContext(AlertsContext);
  if (!alerts) throw new Error('useAlerts needs an AlertsProvider above it.');
  return alerts;
}

/** Lets everything below ask and tell by dialogs that interrupt. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  /** One is shown at a time, the others after it: none may push aside what nobody has read yet. */
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  // The text stays while the dialog fades out.
  const [isClosing, setIsClosing] = useState(false);
  const [shown] = queue;

  const show = useCallback((next: Shown) => setQueue((waiting) => [...waiting, next]), []);
  const alerts = useMemo<Alerts>(
    () => ({
      alert: (message, detail) => show({ message, detail, yes: null, answer: () => {} }),
      confirm: (question, yes) => new Promise((resolve) => show({ message: question, yes, answer: resolve })),
    }),
    [show],
  );
  const close = (isYes: boolean) => {
    setIsClosing(true);
    shown?.answer(isYes);
  };
  const goOn = () => {
    setQueue((waiting) => waiting.slice(1));
    setIsClosing(false);
  };

  return (
    <AlertsContext value={alerts}>
      {children}
      <AlertDialog.Root
        open={shown !== undefined && !isClosing}
        onOpenChange={(open) => !open && close(false)}
        onOpenChangeComplete={(open) => !open && goOn()}
      >
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={backdropClass} />
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
                  <Button onClick={() => close(false)}>Cancel</Button>
                  <Button variant="danger" onClick={() => close(true)}>
                    {shown.yes}
                  </Button>
                </>
              ) : (
                <Button variant="primary" onClick={() => close(true)}>
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
