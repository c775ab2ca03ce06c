import { Link } from '@tanstack/react-router';
import { ArrowLeft, Bell, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BrandMark } from '#components/ui/brand.tsx';
import { Button } from '#components/ui/button.tsx';
import { LazyPopup } from '#components/ui/overlay/lazy-popup.tsx';
import { useUnread } from '#features/signals/api/queries.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { lazyPart } from '#lib/lazy-with-reload.ts';
import { useSession, useSessionState } from '#lib/session/session-context.ts';
import { TopNavigation } from './navigation.tsx';

const maxShown = 99;

/** How many entries have arrived since the page was loaded or the count last fell. */
function useArrivals(unread: number | undefined): number {
  const [seen, setSeen] = useState(unread);
  const [arrivals, setArrivals] = useState(0);
  if (unread !== seen) {
    setSeen(unread);
    const more = (unread ?? 0) - (seen ?? unread ?? 0);
    setArrivals(more > 0 ? arrivals + more : 0);
  }
  return arrivals;
}

/** Shows the count on the icon of the installed app, if the system can. */
function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) void navigator.setAppBadge?.(count).catch(() => {});
  }, [count]);
}

/** Links to the inbox and shows the number of unread entries. */
export function SignalsBell() {
  const count = useUnread();
  const arrivals = useArrivals(count);
  useAppBadge(count);
  const unread = count ?? 0;
  return (
    <>
      <Link
        to="/signals"
        aria-label={unread > 0 ? `Inbox, ${formatCount(unread)} unread` : 'Inbox'}
        title="Inbox"
        className="relative inline-flex size-9 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <Bell aria-hidden="true" className="size-[1.125rem]" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="numeric absolute top-0 left-1/2 h-4 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent"
          >
            {unread > maxShown ? `${maxShown}+` : unread}
          </span>
        )}
      </Link>
      {/* Announces arrivals only: the link names the count. */}
      <span role="status" className="sr-only">
        {arrivals > 0 && (arrivals === 1 ? '1 new signal' : `${formatCount(arrivals)} new signals`)}
      </span>
    </>
  );
}

const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu);

interface TopBarProps {
  /** Target of the back button; no button if undefined. */
  back?: { readonly to: '/dashboard' | '/stocks' | '/strategies' | '/portfolios'; readonly label: string };
  onShowShortcuts: () => void;
}

/** The header of every page behind sign-in. */
export function TopBar({ back, onShowShortcuts }: TopBarProps) {
  const session = useSession();
  const { user } = useSessionState();
  const [isSigningOut, setIsSigningOut] = useState(false);

  async function logout() {
    setIsSigningOut(true);
    await session.logout();
  }

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface/90 pt-[env(safe-area-inset-top)] backdrop-blur print:hidden">
      <a
        href="#content"
        className="sr-only rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="mx-auto flex h-14 max-w-page items-center gap-2 px-3 sm:gap-1 sm:px-6 md:gap-3 pointer-coarse:sm:px-4 pointer-coarse:sm:max-md:pr-1 pointer-coarse:max-sm:gap-1 pointer-coarse:max-sm:px-1.5">
        <Link
          to="/dashboard"
          aria-label="Stockbook, dashboard"
          className="inline-flex min-h-9 shrink-0 items-center justify-center gap-2.5 rounded-md pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <BrandMark />
          <span className="hidden font-semibold tracking-tight md:inline">Stockbook</span>
        </Link>
        {/* Keeps its room without a button, so that the links to the pages stay in their place. */}
        <div className="size-9 shrink-0 pointer-coarse:size-11 max-sm:empty:hidden">
          {back && (
            <Link
              to={back.to}
              aria-label={back.label}
              title={back.label}
              className="inline-flex size-full items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
            >
              <ArrowLeft aria-hidden="true" className="size-[1.125rem]" />
            </Link>
          )}
        </div>
        <TopNavigation />
        {/* On two lines beside the links of a small tablet, which leave it a few letters of one. */}
        <p className="mr-1 ml-auto min-w-0 truncate text-sm text-muted sm:max-md:mr-0 sm:max-md:line-clamp-2 sm:max-md:text-xs sm:max-md:[overflow-wrap:normal] sm:max-md:whitespace-normal">
          Welcome, {user?.first_name || user?.username || 'User'}!
        </p>
        <Button size="sm" disabled={isSigningOut} onClick={logout}>
          Logout
        </Button>
        <SignalsBell />
        <LazyPopup label="User menu" icon={<UserRound aria-hidden="true" />} kind="dialog">
          {(button) => <UserMenu trigger={button} onShowShortcuts={onShowShortcuts} />}
        </LazyPopup>
      </div>
    </header>
  );
}
