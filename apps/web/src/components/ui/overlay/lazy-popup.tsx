import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { SectionBoundary } from '../../feedback/section-boundary.tsx';

interface LazyPopupProps {
  /** Names the popup in an error message. */
  name: string;
  /** Shown until the popup is loaded. */
  button: ReactNode;
  /** The popup with its own button. */
  children: ReactNode;
}

/** A popup that is loaded when its button is pressed. If that fails, the button stays, and a message says why. */
export function LazyPopup({ name, button, children }: LazyPopupProps) {
  return (
    <SectionBoundary
      name={name}
      place={(message) => (
        <>
          {button}
          {createPortal(
            <div className="fixed bottom-18 left-4 z-40 w-[min(28rem,calc(100vw-2rem))] rounded-md bg-surface text-ink shadow-raised sm:bottom-4 print:hidden">
              {message}
            </div>,
            document.body,
          )}
        </>
      )}
    >
      <Suspense fallback={button}>{children}</Suspense>
    </SectionBoundary>
  );
}
