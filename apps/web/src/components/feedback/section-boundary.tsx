import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWhenReachable } from '#hooks/use-when-reachable.ts';
import { ChunkLoadError } from '#lib/lazy-with-reload.ts';
import { reloadIfOnline, reloadOnce } from '#lib/page-downloads.ts';
import { ErrorBox } from './error-box.tsx';

interface SectionBoundaryProps {
  /** Names the section in the error message. */
  name: string;
  /** A failed section renders again when this changes. */
  resetKey?: string;
  /** Renders the error message in its place; by default in that of the section. */
  place?: (message: ReactNode) => ReactNode;
  children: ReactNode;
}

/** The error of a part whose code could not be downloaded, until the page is reloaded. */
function DownloadError({ name }: { name: string }) {
  useWhenReachable(reloadOnce);
  return (
    <ErrorBox
      message={`${name} could not be shown.`}
      detail="It could not be downloaded. The page reloads by itself when the server can be reached again."
      onRetry={reloadIfOnline}
    />
  );
}

/** Error boundary for a part of a page: the rest of the page keeps working. */
export function SectionBoundary({
  name,
  resetKey = '',
  place = (message) => message,
  children,
}: SectionBoundaryProps) {
  return (
    <CatchBoundary
      getResetKey={() => resetKey}
      errorComponent={({ error, reset }) =>
        place(
          error instanceof ChunkLoadError ? (
            <DownloadError name={name} />
          ) : (
            <ErrorBox
              message={`${name} could not be shown.`}
              detail="The rest of the page still works."
              onRetry={reset}
            />
          ),
        )
      }
    >
      {children}
    </CatchBoundary>
  );
}
