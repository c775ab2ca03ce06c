import { Link } from '@tanstack/react-router';
import { Activity, BriefcaseBusiness, ChartCandlestick, FlaskConical } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useUnread } from '#features/signals/api/queries.ts';
import { cn } from '#lib/cn.ts';

const pages = [
  { to: '/stocks', label: 'Stocks', Icon: ChartCandlestick },
  { to: '/signals', label: 'Signals', Icon: Activity },
  { to: '/strategies', label: 'Strategies', Icon: FlaskConical },
  { to: '/portfolios', label: 'Portfolios', Icon: BriefcaseBusiness },
] as const;

/** On a phone, the menu of the user has the last one. */
const topPages = [...pages, { to: '/journal', label: 'Journal' }] as const;

/** The links to the pages, in the top bar of a wide screen. */
export function TopNavigation() {
  return (
    <nav aria-label="Pages" className="flex gap-1 max-lg:gap-0 max-sm:hidden">
      {topPages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={cn(
            'inline-flex h-9 items-center pointer-coarse:h-11 rounded-md px-2.5 max-lg:px-1.5 max-md:px-1 text-sm font-medium text-muted transition-colors',
            'hover:bg-sunken hover:text-ink aria-[current=page]:text-ink',
          )}
        >
          <span className="border-y-2 border-transparent py-1 in-aria-[current=page]:border-b-accent">
            {label}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function subscribeToViewport(listener: () => void): () => void {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** Whether a keyboard covers more than a quarter of the window. A page that is zoomed in is not covered. */
function readIsKeyboardOpen(): boolean {
  const { visualViewport } = window;
  return visualViewport !== null && visualViewport.height * visualViewport.scale < window.innerHeight * 0.75;
}

const maxUnreadShown = 9;

/** The number of unread entries. For the eye only: the bell names it. */
function UnreadMark() {
  const unread = useUnread() ?? 0;
  if (unread === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="numeric absolute -top-1 left-3.5 h-4 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent"
    >
      {unread > maxUnreadShown ? `${maxUnreadShown}+` : unread}
    </span>
  );
}

/** The links to the pages, at the bottom of a phone; hidden while its keyboard needs the room. */
export function BottomNavigation() {
  const isKeyboardOpen = useSyncExternalStore(subscribeToViewport, readIsKeyboardOpen);
  return (
    <nav
      aria-label="Pages"
      className={cn(
        'fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] sm:hidden print:hidden',
        isKeyboardOpen && 'invisible',
      )}
    >
      {pages.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className={cn(
            'flex h-14 grow basis-0 flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted',
            'aria-[current=page]:text-accent focus-visible:-outline-offset-2',
          )}
        >
          <span className="relative">
            <Icon aria-hidden="true" className="size-5" />
            {to === '/signals' && <UnreadMark />}
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}
