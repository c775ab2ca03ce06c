import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { type Connection, useConnection } from '#lib/api/connection.ts';
import { useRestored, useSession, useSessionState } from '#lib/session/session-context.ts';
import type { AppRouter } from './router.tsx';

const unreachableSentence = 'The server cannot be reached. Trying again...';

function noticeOf(connection: Connection, isUnreachable: boolean) {
  if (connection === 'offline') {
    return { icon: 'offline', text: 'You are offline. What you see may be out of date.' } as const;
  }
  if (isUnreachable) return { icon: 'offline', text: unreachableSentence } as const;
  if (connection === 'slow') {
    return { icon: 'slow', text: 'The server is slow to answer. Still waiting.' } as const;
  }
  return null;
}

/** Shown while the browser is offline, or the server is unreachable or slow. */
export function ConnectionNotice({ isUnreachable }: { isUnreachable: boolean }) {
  const notice = noticeOf(useConnection(), isUnreachable);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 mb-[env(safe-area-inset-bottom)] max-sm:bottom-18 in-[:root:has([data-update-bar])]:bottom-32 flex justify-center px-4 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {notice && (
        <p className="flex items-center gap-2.5 rounded-full bg-ink px-4 py-2 text-sm text-canvas shadow-raised">
          <NoticeIcon name={notice.icon} /> {notice.text}
        </p>
      )}
    </div>
  );
}

/** Fills the screen while the session is loading. */
function SessionCheck({ isUnreachable }: { isUnreachable: boolean }) {
  const session = useSession();
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="flex flex-col items-center text-center">
        <Spinner size="lg" />
        {/* Always rendered: screen readers announce only changes of a live region. */}
        <div role="status" className="mt-3 min-h-5 text-sm">
          {isUnreachable && unreachableSentence}
        </div>
        {/* Hidden by `invisible`, which reserves its space and avoids a layout shift. */}
        <Button className={isUnreachable ? 'mt-5' : 'invisible mt-5'} onClick={() => void session.logout()}>
          Sign out
        </Button>
      </div>
    </main>
  );
}

/** Shows `SessionCheck` until the session is loaded, then the routes. */
export function App({ router }: { router: AppRouter }) {
  const state = useSessionState();
  const { status, isUnreachable } = state;
  const isRefused = status === 'anonymous' && state.isRefused;
  const isRestored = useRestored() !== null;
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
      {!isRestored && <ConnectionNotice isUnreachable={status === 'authenticated' && isUnreachable} />}
    </>
  );
}
