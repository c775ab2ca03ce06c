import { changePercent, formatPercent } from '#lib/format/numbers.ts';

/**
 * The `points` of an SVG polyline through these values, in pixels, oldest on the left. The lowest value is at the
 * bottom and the highest at the top; equal values are in the middle. Returns '' for fewer than two values.
 */
export function sparklinePoints(
  values: readonly number[],
  { width, height, margin }: { width: number; height: number; margin: number },
): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = (width - 2 * margin) / (values.length - 1);
  return values
    .map((value, index) => {
      const share = span > 0 ? (value - low) / span : 0.5;
      const x = margin + index * step;
      const y = height - margin - share * (height - 2 * margin);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** In pixels. `margin` keeps the ends of the stroke from being clipped. */
const size = { width: 72, height: 24, margin: 1.5 } as const;

/** The closes of the last month as a line in the colour of their change, which may differ from the day's. */
export function Sparkline({ closes }: { closes: readonly number[] }) {
  const change = changePercent(closes.at(-1), closes[0]);
  return (
    <span className="inline-flex items-center gap-1.5" title={`Last month: ${formatPercent(change)}`}>
      <span className="text-xs text-muted">
        1M<span className="sr-only"> {formatPercent(change)}</span>
      </span>
      <svg
        aria-hidden="true"
        width={size.width}
        height={size.height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={(change ?? 0) >= 0 ? 'text-up' : 'text-down'}
      >
        <polyline
          points={sparklinePoints(closes, size)}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}
