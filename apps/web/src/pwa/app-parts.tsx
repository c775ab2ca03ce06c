import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useQuoteStore } from '#lib/quotes/use-quotes.ts';
import { writeOwner } from '#lib/session/device-data.ts';
import { useSessionState } from '#lib/session/session-context.ts';
import { keepLastSeen } from './keep.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { DeviceCheck } from './push/device-check.tsx';
import { registerQuietly } from './registration.ts';
import { postponeUpdate, reloadToUpdate, useUpdateState, watchUpdates } from './updates.ts';

let isStarted = false;

/** Registers the service worker once for each page, however often its parts are mounted. */
async function start(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const registration = await registerQuietly();
  if (registration) watchUpdates(registration);
}

/** Offers a version that waits, above the bottom navigation; hidden while a dialog is open. */
function UpdateBar() {
  const state = useUpdateState();
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[env(safe-area-inset-bottom)] z-30 flex justify-center px-4 pb-4 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:pb-2 empty:hidden in-[:root:has([role=dialog],[role=alertdialog])]:hidden print:hidden"
    >
      {state !== 'none' && (
        <div
          data-update-bar
          data-bottom-bar
          className="flex max-w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-raised"
        >
          <p>{state === 'ready' ? 'A new version is ready.' : 'This page was updated in another tab.'}</p>
          <div className="ml-auto flex gap-2">
            {state === 'ready' && (
              <Button size="sm" onClick={postponeUpdate}>
                Later
              </Button>
            )}
            <Button size="sm" variant="primary" onClick={reloadToUpdate}>
              Reload
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The parts of an installed app beside its pages, loaded when the first page has been left alone. */
export function AppParts() {
  const queryClient = useQueryClient();
  const quotes = useQuoteStore();
  const state = useSessionState();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const user = state.status === 'authenticated' && !state.restored ? state.user : null;
  const { id: userId, first_name: firstName } = user ?? { id: null, first_name: null };
  useEffect(() => void start(), []);
  useEffect(() => {
    const signIn = localStorage.getItem('signIn');
    if (userId === null || signIn === null) return;
    const owner = { userId, signIn };
    writeOwner(owner);
    return keepLastSeen(queryClient, quotes, owner, firstName);
  }, [queryClient, quotes, userId, firstName]);
  return (
    <>
      <DeviceCheck />
      <UpdateBar />
      <PullToRefresh path={path} />
    </>
  );
}
