import { fade } from '#components/chart/chart-colors.ts';
import { chartFont } from '#components/chart/chart-options.ts';
import type { PricePlane } from '#components/chart/overlay/price-overlay.ts';
import { placeOf, type Shape } from './shapes.ts';

/** In pixels. */
const labelPadding = 6;
const labelHeight = 20;

/** Paints drawings on the price pane. @param describe the text of a measurement */
export function paintShapes(
  context: CanvasRenderingContext2D,
  plane: PricePlane,
  shapes: readonly Shape[],
  describe: (shape: Shape) => string,
): void {
  const { line, ink } = plane.colors();
  context.lineWidth = 2;
  for (const shape of shapes) {
    const [from, to] = shape.points.map((point) => placeOf(plane, point));
    if (!from) continue;
    const { width } = plane.size();
    context.strokeStyle = line;
    context.beginPath();
    if (shape.kind === 'ray') {
      context.moveTo(from.x, from.y);
      context.lineTo(Math.max(from.x, width), from.y);
    } else if (to && shape.kind === 'trend') {
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    } else if (to) {
      context.rect(from.x, from.y, to.x - from.x, to.y - from.y);
      context.fillStyle = fade(line, 0.12);
      context.fill();
    }
    context.stroke();
    if (shape.kind === 'measure' && to) paintLabel(context, plane, describe(shape), to);
    else if (shape.name !== null) paintName(context, shape.name, from, ink);
  }
}

function paintName(
  context: CanvasRenderingContext2D,
  name: string,
  { x, y }: { x: number; y: number },
  color: string,
): void {
  context.font = `500 11px ${chartFont}`;
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.fillStyle = color;
  context.fillText(name, x, y - 4);
}

/** A text on a ground beside a place, within the pane. */
function paintLabel(
  context: CanvasRenderingContext2D,
  plane: PricePlane,
  text: string,
  { x, y }: { x: number; y: number },
): void {
  const { ink, surface } = plane.colors();
  const { width, height } = plane.size();
  context.font = `500 12px ${chartFont}`;
  const labelWidth = context.measureText(text).width + 2 * labelPadding;
  const left = Math.max(0, Math.min(width - labelWidth, x - labelWidth / 2));
  const top = Math.max(0, Math.min(height - labelHeight, y - labelHeight - labelPadding));
  context.fillStyle = ink;
  context.fillRect(left, top, labelWidth, labelHeight);
  context.fillStyle = surface;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(text, left + labelPadding, top + labelHeight / 2);
}
