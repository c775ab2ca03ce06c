import { sparklinePoints } from './sparkline-points.ts';

/** In pixels. `margin` keeps the ends of the stroke from being clipped. */
const size = { width: 72, height: 24, margin: 1.5 } as const;

/** The closes of the last month as a line in the colour of their change. Decorative: the figures show the same. */
export function Sparkline({ closes }: { closes: readonly number[] }) {
  const isUp = (closes.at(-1) ?? 0) >= (closes[0] ?? 0);
  return (
    <svg
      aria-hidden="true"
      width={size.width}
      height={size.height}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={isUp ? 'text-up' : 'text-down'}
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
  );
}
