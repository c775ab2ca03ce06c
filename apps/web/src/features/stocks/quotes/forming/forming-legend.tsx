import type { ReactNode } from 'react';
import { type HoveredBar, useChartValue } from '#components/chart/chart-value.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatVolume } from '#lib/format/numbers.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { usePriceSection } from '../../chart/price-section-context.ts';
import { ChangePercent } from '../../watch-list/price-change.tsx';

interface FormingLegendProps {
  hover: HoveredBar;
  format: PriceFormat;
  /** The values of the bar under the crosshair, or of the last one. */
  children?: ReactNode;
}

/** The values of the bar in progress, unless the crosshair is on a final bar. */
export function FormingLegend({ hover, format, children }: FormingLegendProps) {
  const bar = useChartValue(usePriceSection().forming);
  const hovered = useChartValue(hover);
  if (!bar || hovered !== null) return children;
  // The price comes first: a narrow legend ends before the last figures.
  const figures = [
    ['O', 'Open', bar.open],
    ['H', 'High', bar.high],
    ['L', 'Low', bar.low],
  ] as const;
  return (
    <>
      <span className="inline-flex items-baseline gap-1.5 font-medium">
        <HollowMark className="sm:hidden" /> In progress
      </span>
      <span className="min-w-21 font-medium">{formatDate(bar.date)}</span>
      <span>{format.format(bar.close)}</span>
      <ChangePercent percent={bar.changePercent} />
      {figures.map(
        ([letter, name, value]) =>
          value !== null && (
            <span key={letter}>
              <abbr title={name} className="mr-1 text-muted no-underline">
                {letter}
              </abbr>
              {format.format(value)}
            </span>
          ),
      )}
      {bar.volume !== null && (
        <span className="hidden sm:inline">
          <span className="mr-1 text-muted">Vol</span>
          {formatVolume(bar.volume)}
        </span>
      )}
    </>
  );
}

function HollowMark({ className = '' }: { className?: string }) {
  return (
    <i aria-hidden="true" className={`size-2 shrink-0 rounded-[2px] border border-current ${className}`} />
  );
}

/** The key of the bar in progress. A phone has it in its legend, which has no room for more lines than before. */
export function FormingKey(_: { children?: ReactNode }) {
  const bar = useChartValue(usePriceSection().forming);
  if (!bar) return null;
  return (
    <span className="hidden shrink-0 items-center gap-1.5 text-muted sm:inline-flex">
      <HollowMark /> In progress
    </span>
  );
}
