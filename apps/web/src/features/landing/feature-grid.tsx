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

interface Feature {
  readonly title: string;
  readonly text: string;
  readonly Icon: LucideIcon;
  readonly isAvailable: boolean;
}

const features: readonly Feature[] = [
  {
    title: 'Stock Tracking',
    text: 'Add a stock by ticker or ISIN, mark favourites, keep notes, and see the last price and its change.',
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
export function FeatureGrid() {
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
