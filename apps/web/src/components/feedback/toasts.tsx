import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { lazyWithReload } from '../../lib/lazy-with-reload.ts';
import type { Undoable } from './undo-toast.tsx';

/** Base UI's toast is larger than the pages have left of their budget, and needed after a change only. */
const UndoToast = lazyWithReload(async () => (await import('./undo-toast.tsx')).UndoToast);

const UndoContext = createContext<((change: Undoable) => void) | null>(null);

/** Shows the message of a change for some seconds, with a button that takes it back. */
export function useUndoToast(): (change: Undoable) => void {
  const show = useContext(UndoContext);
  if (!show) throw new Error('useUndoToast needs a ToastsProvider above it.');
  return show;
}

/** Provides `useUndoToast`: one message at a time. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [change, setChange] = useState<Undoable | null>(null);
  return (
    <UndoContext value={setChange}>
      {children}
      {change && (
        <Suspense>
          <UndoToast change={change} />
        </Suspense>
      )}
    </UndoContext>
  );
}
