import type { ChartColors } from '../chart-colors.ts';
import type { Paint } from './price-overlay.ts';

interface SegmentEnd {
  /** Index of a bar. */
  readonly bar: number;
  readonly price: number;
}

/** A line between two points of the price pane. */
export interface ChartSegment {
  readonly from: SegmentEnd;
  readonly to: SegmentEnd;
  readonly color: keyof ChartColors;
}

/** Paints segments; those beyond the edges of the pane are left out. */
export function paintSegments(segments: readonly ChartSegment[]): Paint {
  return (context, plane) => {
    const { width } = plane.size();
    const colors = plane.colors();
    context.lineWidth = 2;
    for (const { from, to, color } of segments) {
      const [x1, x2] = [plane.xOf(from.bar), plane.xOf(to.bar)];
      const [y1, y2] = [plane.yOf(from.price), plane.yOf(to.price)];
      if (x1 === null || x2 === null || y1 === null || y2 === null || x2 < 0 || x1 > width) continue;
      context.strokeStyle = colors[color];
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    }
  };
}
