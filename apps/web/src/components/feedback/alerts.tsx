import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { cornerClass } from '../ui/overlay/corner-class.ts';
import type { Question } from './alert-dialog.tsx';
import { SectionBoundary } from './section-boundary.tsx';

/** Base UI's dialog has 18 kB, and no page needs it until something happens. */
const AlertDialog = lazyWithReload(async () => (await import('./alert-dialog.tsx')).AlertDialog);

interface Alerts {
  /** Shows a sentence, with `detail` below it, until the user confirms. */
  alert: (message: string, detail?: string | null) => void;
  /** Asks a question; resolves with true if the user chose the button labelled `yes`, not `no` or `Cancel`. */
  confirm: (question: string, yes: string, no?: string) => Promise<boolean>;
}

interface QueuedQuestion extends Question {
  readonly id: number;
  readonly answer: (isYes: boolean) => void;
}

const AlertsContext = createContext<Alerts | null>(null);

export function useAlerts(): Alerts {
  const alerts = useContext(AlertsContext);
  if (!alerts) throw new Error('useAlerts needs an AlertsProvider above it.');
  return alerts;
}

let lastId = 0;

/** The question itself, if the code of the dialog could not be downloaded. */
function placeError(question: Question) {
  return (message: ReactNode) => (
    <div
      className={cn(
        cornerClass,
        'z-50 w-[min(28rem,calc(100vw-2rem))] rounded-lg bg-surface p-2 text-sm shadow-raised',
      )}
    >
      <p className="p-2 font-medium">{question.message}</p>
      {message}
    </div>
  );
}

/** Provides `useAlerts`: modal alert and confirmation dialogs. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  /** Dialogs open one after another, so that none replaces an unread one. The first is open. */
  const [queue, setQueue] = useState<readonly QueuedQuestion[]>([]);
  const [shown] = queue;

  const show = useCallback((next: Omit<QueuedQuestion, 'id'>) => {
    lastId += 1;
    const id = lastId;
    setQueue((current) => [...current, { ...next, id }]);
  }, []);
  const alerts = useMemo<Alerts>(
    () => ({
      alert: (message, detail) => show({ message, detail, yes: null, answer: () => {} }),
      confirm: (question, yes, no) =>
        new Promise((resolve) => show({ message: question, yes, no, answer: resolve })),
    }),
    [show],
  );
  return (
    <AlertsContext value={alerts}>
      {children}
      {shown && (
        <SectionBoundary name="The dialog" resetKey={String(shown.id)} place={placeError(shown)}>
          <AlertDialog
            key={shown.id}
            question={shown}
            onAnswer={(isYes) => {
              setQueue((current) => current.slice(1));
              // Only now has the focus returned: the answer may remove the element that has it.
              shown.answer(isYes);
            }}
          />
        </SectionBoundary>
      )}
    </AlertsContext>
  );
}
