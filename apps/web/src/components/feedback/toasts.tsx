import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useState,
} from 'react';
import { cn } from '#lib/cn.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { cornerClass } from '../ui/overlay/corner-class.ts';
import { SectionBoundary } from './section-boundary.tsx';
import type { ChangeMessage } from './undo-toast.tsx';

/** Base UI's toast is larger than the pages have left of their budget, and needed after a change only. */
const UndoToast = lazyWithReload(async () => (await import('./undo-toast.tsx')).UndoToast);

type ShowChange = Dispatch<SetStateAction<ChangeMessage | null>>;

const UndoContext = createContext<ShowChange | null>(null);

/** Shows the message of a change for some seconds, with a button that takes it back; null removes the message. */
export function useUndoToast(): ShowChange {
  const show = useContext(UndoContext);
  if (!show) throw new Error('useUndoToast needs a ToastsProvider above it.');
  return show;
}

function placeError(message: ReactNode): ReactNode {
  return (
    <div className={cn(cornerClass, 'z-40 w-[min(24rem,calc(100vw-2rem))]')}>
      <div className="rounded-lg bg-surface shadow-raised">{message}</div>
    </div>
  );
}

/** Provides `useUndoToast`: one message at a time. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [change, setChange] = useState<ChangeMessage | null>(null);
  return (
    <UndoContext value={setChange}>
      {children}
      {change && (
        <SectionBoundary name="Undo" place={placeError}>
          <UndoToast change={change} />
        </SectionBoundary>
      )}
    </UndoContext>
  );
}
