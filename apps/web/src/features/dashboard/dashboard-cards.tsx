import { Link } from '@tanstack/react-router';
import {
  ArrowRight,
  BrainCircuit,
  BriefcaseBusiness,
  ChartCandlestick,
  ChartSpline,
  FlaskConical,
  type LucideIcon,
  Radio,
  Settings,
} from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';

interface Area {
  readonly title: string;
  readonly text: string;
  readonly Icon: LucideIcon;
}

const comingAreas: readonly Area[] = [
  {
    title: 'Portfolio Overview',
    text: 'What you hold, what it is worth and how it did.',
    Icon: BriefcaseBusiness,
  },
  { title: 'Stock Analysis', text: 'Screens and comparisons across your whole list.', Icon: ChartSpline },
  {
    title: 'Trading Strategies',
    text: 'Build rules from indicators and test them on the past.',
    Icon: FlaskConical,
  },
  {
    title: 'AI Insights',
    text: 'Patterns and news that touch your stocks, in plain words.',
    Icon: BrainCircuit,
  },
  { title: 'Live Signals', text: 'Word when an indicator crosses a level of yours.', Icon: Radio },
  { title: 'Settings', text: 'Preferences of your account in one place.', Icon: Settings },
];

/** The available and the coming areas of the product. */
export function DashboardCards() {
  return (
    <div className="space-y-4">
      <PageHeader title="Dashboard" sentence="Everything about your stocks starts here." />
      <article className="relative flex items-center gap-4 rounded-lg border border-line bg-surface p-5 shadow-card transition-colors has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent has-[a:hover]:border-accent sm:p-6">
        <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent">
          <ChartCandlestick aria-hidden="true" className="size-6" />
        </span>
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-2.5 text-lg font-semibold">
            <Link to="/stocks" className="outline-none after:absolute after:inset-0">
              Stock Tracking
            </Link>
            <Badge tone="good">Available</Badge>
          </h2>
          <p className="mt-0.5 text-sm text-muted">
            Your watch list with charts, notes and technical indicators.
          </p>
        </div>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
      </article>
      <section aria-label="Coming soon">
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {comingAreas.map(({ title, text, Icon }) => (
            <li key={title} className="flex gap-4 rounded-lg border border-line p-4">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
              <div className="min-w-0 grow">
                <div className="flex items-start justify-between gap-2">
                  <h2 className="text-base font-semibold">{title}</h2>
                  <Badge>Coming soon</Badge>
                </div>
                <p className="mt-0.5 text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <p className="rounded-lg bg-accent-soft px-4 py-3 text-sm">
        <strong className="font-semibold">Phase 3 (stock tracking) is done.</strong> Phase 4 will add
        technical indicator calculation.
      </p>
    </div>
  );
}
