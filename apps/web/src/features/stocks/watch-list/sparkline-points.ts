/**
 * Where a line through these values runs, oldest on the left, as the `points` of an SVG polyline in pixels. The lowest
 * value lies at the bottom and the highest at the top; values that are all the same lie in the middle. A single value
 * makes no line, and so no points.
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
