import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChunkLoadError } from '../../lib/lazy-with-reload.ts';
import { ErrorBox } from './error-box.tsx';

interface SectionBoundaryProps {
  /** What it shows, to name it when it fails. */
  name: string;
  /** When this changes, a failed region tries again by itself. */
  resetKey?: string;
  children: ReactNode;
}

/** Offline, the page at hand is better than none; the notice of the connection says so. */
function reloadIfOnline(): void {
  if (navigator.onLine) window.location.reload();
}

/** A part of a page that may fail without taking the rest of the page along. */
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
