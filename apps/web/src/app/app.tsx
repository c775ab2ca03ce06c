import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSessionState } from '#lib/session/session-context.ts';
import type { AppRouter } from './router.tsx';
import { SessionCheck } from './session-check.tsx';
import { ConnectionNotice } from './shell/connection-notice.tsx';

/** Shows `SessionCheck` until the session is loaded, then the routes. */
export function App({ router }: { router: AppRouter }) {
  const state = useSessionState();
  const { status, isUnreachable } = state;
  const isRefused = status === 'anonymous' && state.isRefused;
  const requirement = status === 'authenticated' ? state.requirement : undefined;

  // Re-runs the access checks of all routes, which depend on `requirement`, too. A rejected token leads to the sign-in
  // page, also from a public page.
  useEffect(() => {
    if (status === 'loading') return;
    if (isRefused) void router.navigate({ to: '/login' });
    void router.invalidate();
  }, [router, status, isRefused, requirement]);

  return (
    <>
      {status === 'loading' ? (
        <SessionCheck isUnreachable={isUnreachable} />
      ) : (
        <RouterProvider router={router} />
      )}
      <ConnectionNotice isUnreachable={status === 'authenticated' && isUnreachable} />
    </>
  );
}
