import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from '../ui/button.tsx';
import { backdropClass, popupClass } from '../ui/overlay/popup-class.ts';
import { useCloseRequest } from '../ui/overlay/use-close-request.ts';

export interface Question {
  readonly message: string;
  readonly detail?: string | null | undefined;
  /** The label of the confirming button; null for an alert without a choice. */
  readonly yes: string | null;
  /** The label of the other button. */
  readonly no?: string | undefined;
}

interface AlertDialogProps {
  question: Question;
  /** Called once the dialog has closed and the focus has returned. */
  onAnswer: (isYes: boolean) => void;
}

/**
 * Keeps the portal of an alert in the accessibility tree: another modal dialog that opens below the alert hides
 * everything else on the page from screen readers. The observer ends with the element.
 */
function keepAccessible(portal: HTMLDivElement | null): void {
  if (!portal) return;
  const unhide = () => {
    for (const name of ['aria-hidden', 'inert']) portal.removeAttribute(name);
  };
  unhide();
  new MutationObserver(unhide).observe(portal, { attributeFilter: ['aria-hidden', 'inert'] });
}

/** A modal dialog with an alert or a question, open from the start. */
export function AlertDialog({
  question: { message, detail, yes, no = 'Cancel' },
  onAnswer,
}: AlertDialogProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  useCloseRequest(choice === null, () => setChoice(false));
  return (
    <Base.Root
      open={choice === null}
      onOpenChange={(open) => !open && setChoice(false)}
      onOpenChangeComplete={(open) => !open && onAnswer(choice === true)}
    >
      <Base.Portal ref={keepAccessible}>
        {/* Also over another dialog, whose text would otherwise stand beside the question. */}
        <Base.Backdrop className={cn(backdropClass, 'z-50')} />
        <Base.Popup className={popupClass}>
          <Base.Title className="text-base font-medium">{message}</Base.Title>
          {detail && <Base.Description className="mt-1 text-sm text-muted">{detail}</Base.Description>}
          <div className="mt-5 flex justify-end gap-2">
            {yes ? (
              <>
                <Button onClick={() => setChoice(false)}>{no}</Button>
                <Button variant="danger" onClick={() => setChoice(true)}>
                  {yes}
                </Button>
              </>
            ) : (
              <Button variant="primary" onClick={() => setChoice(true)}>
                OK
              </Button>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
