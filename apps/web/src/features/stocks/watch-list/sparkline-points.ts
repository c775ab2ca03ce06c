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
