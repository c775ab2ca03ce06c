import { Link } from '@tanstack/react-router';
import { Activity, BriefcaseBusiness, ChartCandlestick, FlaskConical } from 'lucide-react';
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
    <nav aria-label="Pages" className="flex gap-1 max-sm:hidden">
      {topPages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={cn(
            'inline-flex h-9 items-center pointer-coarse:h-11 rounded-md px-2.5 text-sm font-medium text-muted transition-colors',
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

/** The links to the pages, at the bottom of a phone. */
export function BottomNavigation() {
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
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
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
