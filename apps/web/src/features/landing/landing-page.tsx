import { Link } from '@tanstack/react-router';
import {
  BrainCircuit,
  BriefcaseBusiness,
  ChartCandlestick,
  ChartSpline,
  FlaskConical,
  type LucideIcon,
  Radio,
} from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { Brand } from '#components/ui/brand.tsx';
import { buttonClass } from '#components/ui/button.tsx';

interface Feature {
  readonly title: string;
  readonly text: string;
  readonly Icon: LucideIcon;
  readonly isAvailable: boolean;
}

const features: readonly Feature[] = [
  {
    title: 'Stock Tracking',
    text: 'Add a stock by ticker or ISIN, mark favorites, keep notes, and see the last price and its change.',
    Icon: ChartCandlestick,
    isAvailable: true,
  },
  {
    title: 'Stock Analysis',
    text: 'Candles and volume over any range, with RSI, MACD, Bollinger Bands and dozens of other indicators.',
    Icon: ChartSpline,
    isAvailable: true,
  },
  {
    title: 'Portfolio Management',
    text: 'What you hold, what you paid for it and how it did.',
    Icon: BriefcaseBusiness,
    isAvailable: false,
  },
  {
    title: 'Trading Strategies',
    text: 'Build rules from indicators and backtest them on decades of prices.',
    Icon: FlaskConical,
    isAvailable: false,
  },
  {
    title: 'AI-Powered Insights',
    text: 'Patterns worth a look, explained in plain words.',
    Icon: BrainCircuit,
    isAvailable: false,
  },
  {
    title: 'Real-Time Signals',
    text: 'Word the moment an indicator crosses a level of yours.',
    Icon: Radio,
    isAvailable: false,
  },
];

/** The six features; planned ones are marked. */
function FeatureGrid() {
  return (
    <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
      {features.map(({ title, text, Icon, isAvailable }) => (
        <li key={title} className="bg-surface p-6">
          <Icon
            aria-hidden="true"
            className={isAvailable ? 'size-6 text-accent' : 'size-6 text-muted'}
            strokeWidth={1.75}
          />
          <h3 className="mt-4 flex flex-wrap items-center gap-2.5 font-semibold">
            {title} {!isAvailable && <Badge>Coming soon</Badge>}
          </h3>
          <p className="mt-1 text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** The README's pictures, in the theme of the page. */
const heroPictures = [
  {
    theme: 'light',
    wide: { name: 'stocks-light-1280', text: 'The watch list as a table' },
    phone: 'stock-detail-light-390',
  },
  {
    theme: 'dark',
    wide: { name: 'stock-detail-studies-dark-1280', text: 'A stock with its chart, indicators and notes' },
    phone: 'stocks-dark-390',
  },
] as const;

/** The program itself. The browser loads the picture that shows alone. */
function HeroPicture() {
  return heroPictures.map(({ theme, wide, phone }) => (
    <picture
      key={theme}
      className={theme === 'dark' ? 'hidden in-data-[theme=dark]:block' : 'in-data-[theme=dark]:hidden'}
    >
      <source media="(width < 40rem)" srcSet={`/pictures/${phone}.png`} />
      <img
        src={`/pictures/${wide.name}.png`}
        alt={wide.text}
        loading="lazy"
        className="aspect-[8/5] w-full rounded-lg border border-line object-cover object-top shadow-raised max-sm:aspect-[4/5]"
      />
    </picture>
  ));
}

const technology = [
  {
    name: 'One server, one command',
    text: 'Everything it needs comes along; your data stays on your machine.',
  },
  { name: 'PostgreSQL', text: 'Decades of daily prices, read in milliseconds.' },
  { name: 'Background tasks', text: 'Long work reports its progress and survives a restart.' },
  { name: 'An open API', text: 'Whatever the pages do, your own scripts can do too.' },
] as const;

function TechnologyList() {
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      {technology.map(({ name, text }) => (
        <div key={name} className="border-t border-line pt-4">
          <dt className="font-semibold">{name}</dt>
          <dd className="mt-1 text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function LandingPage() {
  return (
    <>
      <header className="mx-auto flex h-16 max-w-[72rem] items-center justify-between gap-4 px-4 sm:px-6">
        <Brand />
        <nav aria-label="Account" className="flex gap-2">
          <Link to="/login" className={buttonClass('quiet')}>
            Sign In
          </Link>
          <Link to="/register" className={`${buttonClass('primary')} max-sm:hidden`}>
            Get Started
          </Link>
        </nav>
      </header>
      <main>
        <section className="mx-auto grid max-w-[72rem] grid-cols-1 items-center gap-x-12 gap-y-10 px-4 pt-10 pb-16 sm:px-6 sm:pt-16 sm:pb-24 lg:grid-cols-[1fr_1.35fr]">
          <div>
            <h1 className="text-3xl font-semibold tracking-tight">Your stocks, in one calm place.</h1>
            <p className="mt-5 max-w-[34rem] text-lg text-muted">
              Stockbook keeps your watch list, charts decades of daily prices, calculates technical indicators
              and remembers what you thought of each stock. On a server of your own.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to="/register" className={buttonClass('primary', 'lg')}>
                Get Started
              </Link>
              <Link to="/login" className={buttonClass('secondary', 'lg')}>
                Sign In
              </Link>
            </div>
          </div>
          <HeroPicture />
        </section>
        <section aria-labelledby="features" className="border-y border-line bg-surface">
          <div className="mx-auto max-w-[72rem] px-4 py-16 sm:px-6 sm:py-20">
            <h2 id="features" className="text-2xl font-semibold tracking-tight">
              What you can do with it
            </h2>
            <p className="mt-2 mb-8 max-w-[40rem] text-muted">
              Tracking and analysis work today. What is still being built says so.
            </p>
            <FeatureGrid />
          </div>
        </section>
        <section aria-labelledby="technology" className="mx-auto max-w-[72rem] px-4 py-16 sm:px-6 sm:py-20">
          <h2 id="technology" className="text-2xl font-semibold tracking-tight">
            Technology
          </h2>
          <TechnologyList />
        </section>
        <section aria-labelledby="start" className="px-4 pb-16 sm:px-6 sm:pb-24">
          <div className="mx-auto flex max-w-[69rem] flex-wrap items-center justify-between gap-6 rounded-lg border border-line bg-accent-soft px-6 py-10 sm:px-10">
            <div>
              <h2 id="start" className="text-xl font-semibold tracking-tight">
                Start your watch list
              </h2>
              <p className="mt-1 text-muted">
                An account takes half a minute. Your first chart comes right after.
              </p>
            </div>
            <Link to="/register" className={buttonClass('primary', 'lg')}>
              Get Started
            </Link>
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-[72rem] px-4 py-6 text-sm text-muted sm:px-6">
          Prices come without warranty, and nothing here is investment advice.
        </p>
      </footer>
    </>
  );
}
