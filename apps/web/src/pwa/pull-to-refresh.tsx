import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatTime } from '#lib/format/dates.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import { isInstalledApp } from './registration.ts';

/** Pixels that the finger pulls before it can let go. */
const releaseDistance = 72;
const updatedForMs = 2000;

type Pull = 'none' | 'pulling' | 'ready' | 'refreshing' | { readonly updatedAt: number };

/** Whether the page of this path can be pulled: the list, a stock or the inbox. */
function isPullable(path: string): boolean {
  return /^\/(stocks(\/[^/]+)?|signals)\/?$/.test(path);
}

/** Whether a touch begins where the page itself would scroll: not in the chart, a dialog or a scrolled part. */
function startsOnPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || window.scrollY > 0) return false;
  if (target.closest('figure, [role="dialog"], [role="alertdialog"], [role="menu"]')) return false;
  for (let part: Element | null = target; part && part !== document.body; part = part.parentElement) {
    if (part.scrollTop > 0) return false;
  }
  return true;
}

/** Calls back while a finger pulls the page down from its upper end, and when it lets go. */
function listenToPull(onPull: (distance: number) => void, onRelease: (distance: number) => void): () => void {
  const listeners = new AbortController();
  const options = { signal: listeners.signal, passive: true };
  let start: number | null = null;
  let distance = 0;
  const end = (isReleased: boolean) => {
    if (start !== null) onRelease(isReleased ? distance : 0);
    start = null;
    distance = 0;
  };
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [finger, second] = touches;
      if (second) end(false);
      else if (finger && startsOnPage(target)) start = finger.clientY;
    },
    options,
  );
  document.addEventListener(
    'touchmove',
    ({ touches: [finger] }) => {
      if (start === null || !finger) return;
      if (window.scrollY > 0) {
        end(false);
        return;
      }
      distance = Math.max(0, finger.clientY - start);
      onPull(distance);
    },
    options,
  );
  document.addEventListener('touchend', () => end(true), options);
  document.addEventListener('touchcancel', () => end(false), options);
  return () => listeners.abort();
}

function textOf(pull: Pull): string {
  if (typeof pull === 'object') return `Updated ${formatTime(new Date(pull.updatedAt).toISOString())}`;
  return { none: '', pulling: 'Pull to refresh', ready: 'Release to refresh', refreshing: 'Refreshing...' }[
    pull
  ];
}

/** Fetches what the page shows again when a finger pulls it down, in the installed app: a tab has its own gesture. */
export function PullToRefresh({ path }: { path: string }) {
  const queryClient = useQueryClient();
  const isOffline = useIsOffline();
  const [pull, setPull] = useState<Pull>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOn = isInstalledApp() && !isOffline && isPullable(path);

  useEffect(() => {
    if (!isOn) return;
    async function refresh() {
      setPull('refreshing');
      await queryClient.refetchQueries({ type: 'active' });
      const hasFailed = queryClient
        .getQueryCache()
        .getAll()
        .some((query) => query.isActive() && query.state.status === 'error');
      // The page shows the error.
      if (hasFailed) return setPull('none');
      setPull({ updatedAt: Date.now() });
      timer.current = setTimeout(() => setPull('none'), updatedForMs);
    }
    const stop = listenToPull(
      (distance) => {
        clearTimeout(timer.current);
        setPull(distance === 0 ? 'none' : distance >= releaseDistance ? 'ready' : 'pulling');
      },
      (distance) => {
        if (distance >= releaseDistance) void refresh();
        else setPull((before) => (before === 'pulling' || before === 'ready' ? 'none' : before));
      },
    );
    return () => {
      stop();
      clearTimeout(timer.current);
      setPull('none');
    };
  }, [isOn, queryClient]);

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(4rem+env(safe-area-inset-top))] z-30 flex justify-center print:hidden"
    >
      {pull !== 'none' && (
        <p className="rounded-full border border-line bg-surface px-3 py-1 text-sm shadow-raised">
          {textOf(pull)}
        </p>
      )}
    </div>
  );
}
