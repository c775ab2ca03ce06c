import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useUnread } from '#features/signals/api/queries.ts';
import { formatCount } from '#lib/format/numbers.ts';

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

/** Links to the inbox and shows the number of unread entries. */
export function SignalsBell() {
  const count = useUnread();
  const arrivals = useArrivals(count);
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
