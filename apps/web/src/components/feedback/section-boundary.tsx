import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChunkLoadError } from '../../lib/lazy-with-reload.ts';
import { ErrorBox } from './error-box.tsx';

interface SectionBoundaryProps {
  /** Names the section in the error message. */
  name: string;
  /** A failed section renders again when this changes. */
  resetKey?: string;
  children: ReactNode;
}

/** Reloading while offline would replace a partly working page by the browser's error page. */
function reloadIfOnline(): void {
  if (navigator.onLine) window.location.reload();
}

/** Error boundary for a part of a page: the rest of the page keeps working. */
export function SectionBoundary({ name, resetKey = '', children }: SectionBoundaryProps) {
  return (
    <CatchBoundary
      getResetKey={() => resetKey}
      errorComponent={({ error, reset }) => (
        <ErrorBox
          message={`${name} could not be shown.`}
          detail="The rest of the page still works."
          onRetry={error instanceof ChunkLoadError ? reloadIfOnline : reset}
        />
      )}
    >
      {children}
    </CatchBoundary>
  );
}
