import type { Bar } from '@stockbook/api/schemas';
import { changePercent, formatDate, formatPrice, formatVolume } from '../../../lib/format.ts';
import { ChangePercent } from '../watch-list/price-change.tsx';

interface PriceLegendProps {
  bar: Bar;
  /** The bar before `bar`, the base of the change. */
  previous: Bar | undefined;
  currency: string | null;
}

/** The values of one bar, and the meaning of the colours. */
export function PriceLegend({ bar, previous, currency }: PriceLegendProps) {
  const figures = [
    ['O', 'Open', bar.open],
    ['H', 'High', bar.high],
    ['L', 'Low', bar.low],
    ['C', 'Close', bar.close],
  ] as const;
  return (
    <div className="numeric flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs">
      <span className="min-w-21 font-medium">{formatDate(bar.date)}</span>
      {figures.map(([letter, name, value]) => (
        <span key={letter}>
          <abbr title={name} className="mr-1 text-muted no-underline">
            {letter}
          </abbr>
          {formatPrice(value, currency)}
        </span>
      ))}
      <ChangePercent percent={changePercent(bar.close, previous?.close)} />
      <span>
        <span className="mr-1 text-muted">Vol</span>
        {formatVolume(bar.volume)}
      </span>
      <span className="ml-auto flex gap-3 text-muted">
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="size-2 rounded-[2px] bg-up" /> Up
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="size-2 rounded-[2px] bg-down" /> Down
        </span>
      </span>
    </div>
  );
}
