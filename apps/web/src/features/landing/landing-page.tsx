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

/** Open, high, low and close of a fictitious stock, in its price units. */
const candles = [
  [62, 70, 55, 58],
  [58, 64, 50, 61],
  [61, 76, 58, 73],
  [73, 79, 66, 68],
  [68, 72, 59, 63],
  [63, 74, 61, 72],
  [72, 88, 70, 85],
  [85, 93, 80, 82],
  [82, 87, 74, 78],
  [78, 95, 76, 93],
  [93, 104, 89, 101],
  [101, 108, 95, 97],
  [97, 103, 90, 94],
  [94, 112, 92, 110],
  [110, 121, 106, 118],
  [118, 124, 111, 114],
  [114, 119, 105, 108],
  [108, 126, 107, 124],
  [124, 138, 121, 135],
  [135, 143, 130, 139],
] as const;

const step = 22;

/** The y coordinate of a price; prices from 45 to 145 fill the upper part of the drawing. */
function priceY(price: number): number {
  return 165 - (price - 45) * 1.6;
}

/** The path of the 5-period simple moving average, from the fifth candle on. */
function averagePath(): string {
  const closes = candles.map(([, , , close]) => close);
  return closes
    .slice(4)
    .map((_, index) => {
      const mean = closes.slice(index, index + 5).reduce((sum, close) => sum + close, 0) / 5;
      return `${index === 0 ? 'M' : 'L'}${(index + 4.5) * step} ${priceY(mean)}`;
    })
    .join('');
}

/** A decorative chart of a fictitious stock. */
function HeroChart() {
  return (
    <div aria-hidden="true" className="rounded-lg border border-line bg-surface p-5 shadow-raised">
      <div className="mb-4 flex items-baseline gap-3">
        <span className="font-semibold">SMPL</span>
        <span className="text-sm text-muted">Sample Corporation</span>
        <span className="numeric ml-auto font-semibold">$139.00</span>
        <span className="numeric text-sm text-up">+2.96%</span>
      </div>
      <svg aria-hidden="true" viewBox={`0 0 ${candles.length * step} 220`} className="w-full">
        <g className="stroke-line" strokeWidth="1">
          {[5, 45, 85, 125, 165].map((y) => (
            <path key={y} d={`M0 ${y}H${candles.length * step}`} />
          ))}
        </g>
        {candles.map(([open, high, low, close], index) => {
          const x = (index + 0.5) * step;
          const color = close >= open ? 'fill-up stroke-up' : 'fill-down stroke-down';
          return (
            <g key={x} className={color}>
              <path d={`M${x} ${priceY(high)}V${priceY(low)}`} strokeWidth="1.5" />
              <rect
                x={x - 5.5}
                y={priceY(Math.max(open, close))}
                width="11"
                height={priceY(Math.min(open, close)) - priceY(Math.max(open, close))}
                rx="1"
                stroke="none"
              />
              <rect
                x={x - 5.5}
                y={220 - (high - low) * 1.5}
                width="11"
                height={(high - low) * 1.5}
                stroke="none"
                opacity=".5"
              />
            </g>
          );
        })}
        <path
          d={averagePath()}
          fill="none"
          className="stroke-accent"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
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
        <section className="mx-auto grid max-w-[72rem] grid-cols-1 items-center gap-x-12 gap-y-10 px-4 pt-10 pb-16 sm:px-6 sm:pt-16 sm:pb-24 lg:grid-cols-[1.05fr_1fr]">
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
          <HeroChart />
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
          <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {technology.map(({ name, text }) => (
              <div key={name} className="border-t border-line pt-4">
                <dt className="font-semibold">{name}</dt>
                <dd className="mt-1 text-sm text-muted">{text}</dd>
              </div>
            ))}
          </dl>
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
