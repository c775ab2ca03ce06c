import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorBox } from './error-box.tsx';

interface RegionProps {
  /** What it shows, to name it when it fails. */
  name: string;
  /** When this changes, a failed region tries again. */
  resetKey: string;
  children: ReactNode;
}

/** A part of a page that may fail without taking the rest of the page along. */
export function Region({ name, resetKey, children }: RegionProps) {
  return (
    <CatchBoundary
      getResetKey={() => resetKey}
      errorComponent={({ reset }) => (
        <ErrorBox
          message={`${name} could not be shown.`}
          detail="The rest of the page still works."
          onRetry={reset}
        />
      )}
    >
      {children}
    </CatchBoundary>
  );
}
