interface ValueLineProps {
  /** Oldest first. */
  values: readonly number[];
  /** The text alternative. */
  label: string;
}

/** In units of the drawing, which is stretched to its place. */
const size = { width: 240, height: 40 } as const;

/** A small line of values. */
export function ValueLine({ values, label }: ValueLineProps) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const x = values.length === 1 ? 0 : (size.width * index) / (values.length - 1);
    const y = most === least ? size.height / 2 : size.height * (1 - (value - least) / (most - least));
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -2 ${size.width} ${size.height + 4}`}
      preserveAspectRatio="none"
      className="h-11 w-full"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth="1.5"
        className="stroke-[var(--chart-line)]"
      />
    </svg>
  );
}
