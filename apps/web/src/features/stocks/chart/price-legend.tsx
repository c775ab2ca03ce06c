import { type BarColumns, barAt } from '#components/chart/bar-columns.ts';
import { type HoveredBar, useShownBar } from '#components/chart/chart-value.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatVolume } from '#lib/format/numbers.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { type BarActions, presentKinds } from './bar-actions.ts';
import type { BarSignals } from './bar-signals.ts';

interface PriceLegendProps {
  bars: BarColumns;
  /** The bar whose values are shown; the last one if it is null. */
  hover: HoveredBar;
  /** The splits and dividends marked on the chart. */
  actions: BarActions;
  signals: BarSignals;
  /** Of the stock's prices. */
  format: PriceFormat;
}

/** The kinds of signals that are marked. */
function signalKinds(signals: BarSignals) {
  const all = [...signals.values()].flat();
  return [
    { name: 'Signal', className: 'text-accent', isPreview: false },
    { name: 'Preview', className: 'text-warn', isPreview: true },
  ].filter(({ isPreview }) => all.some((signal) => signal.isPreview === isPreview));
}

/** The values of one bar with its splits, dividends and signals, and the meaning of the colours and markers. */
export function PriceLegend({ bars, hover, actions, signals, format }: PriceLegendProps) {
  const index = useShownBar(hover, bars.time.length);
  const bar = barAt(bars, index);
  if (!bar) return null;
  const figures = [
    ['O', 'Open', bar.open],
    ['H', 'High', bar.high],
    ['L', 'Low', bar.low],
    ['C', 'Close', bar.close],
  ] as const;
  const events = [
    ...(actions.get(index) ?? []).map(({ text }) => text),
    ...(signals.get(index) ?? []).map(({ sentence }) => sentence),
  ];
  return (
    <div className="numeric relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs sm:flex-nowrap">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 sm:h-4 sm:overflow-hidden">
        <span className="min-w-21 font-medium">{formatDate(bar.date)}</span>
        {figures.map(([letter, name, value]) => (
          <span key={letter}>
            <abbr title={name} className="mr-1 text-muted no-underline">
              {letter}
            </abbr>
            {format.format(value)}
          </span>
        ))}
        <ChangePercent percent={changePercent(bar.close, bars.close[index - 1])} />
        <span>
          <span className="mr-1 text-muted">Vol</span>
          {formatVolume(bar.volume)}
        </span>
      </div>
      {/* Over the chart, which must not move with the crosshair. */}
      <p className="pointer-events-none absolute top-full right-17 z-10 mt-4 flex max-w-3/4 flex-wrap justify-end gap-x-3 rounded-sm bg-surface/75 px-1 font-medium empty:hidden sm:max-w-1/2">
        {events.map((event) => (
          <span key={event}>{event}</span>
        ))}
      </p>
      <span className="ml-auto flex shrink-0 gap-3 text-muted">
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="size-2 rounded-[2px] bg-up" /> Up
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="size-2 rounded-[2px] bg-down" /> Down
        </span>
        {signalKinds(signals).map(({ name, className }) => (
          <span key={name}>
            <span aria-hidden="true" className={className}>
              ▲
            </span>{' '}
            {name}
          </span>
        ))}
        {presentKinds(actions).map(({ letter, name }) => (
          <span key={letter}>
            <span className="font-medium text-ink">{letter}</span> {name}
          </span>
        ))}
      </span>
    </div>
  );
}
