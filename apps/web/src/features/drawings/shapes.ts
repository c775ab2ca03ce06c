import type { Drawing } from '@stockbook/api/schemas';
import { type BarColumns, barTime, indexFrom } from '#components/chart/bar-columns.ts';
import type { PricePlane } from '#components/chart/overlay/price-overlay.ts';
import { formatCount, formatPercent } from '#lib/format/numbers.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';

export type { Drawing } from '@stockbook/api/schemas';

export type DrawingPoint = Drawing['points'][number];

/** A stored drawing, or a measurement, which is not kept. */
export interface Shape {
  readonly id: string;
  readonly kind: Drawing['kind'] | 'measure';
  readonly name: string | null;
  readonly points: readonly DrawingPoint[];
}

export const kindNames: Readonly<Record<Shape['kind'], string>> = {
  trend: 'Trend line',
  ray: 'Horizontal ray',
  rectangle: 'Rectangle',
  measure: 'Measurement',
};

/** Most drawings of a stock; the server stores no more. */
export const maxDrawings = 200;

export function nameOf({ name, kind }: Pick<Shape, 'name' | 'kind'>): string {
  return name ?? kindNames[kind];
}

const secondsPerDay = 86_400;

/** The mean distance of two bars in seconds, by which places beyond the bars are counted. */
function meanStep({ time }: BarColumns): number {
  const [first, last] = [time[0], time.at(-1)];
  if (first === undefined || last === undefined || time.length < 2) return secondsPerDay;
  return (last - first) / (time.length - 1);
}

/** The place of a date among the bars, which may lie between two of them or beyond the first and the last. */
export function indexOfDay(bars: BarColumns, date: string): number {
  const { time } = bars;
  const wanted = barTime(date);
  const next = indexFrom(bars, wanted);
  const [before, after] = [time[next - 1], time[next]];
  if (after === wanted) return next;
  if (before === undefined) return -((time[0] ?? wanted) - wanted) / meanStep(bars);
  if (after === undefined) return time.length - 1 + (wanted - before) / meanStep(bars);
  return next - 1 + (wanted - before) / (after - before);
}

/** The date `YYYY-MM-DD` of the bar at a place, also beyond the first and the last one. */
export function dayAt(bars: BarColumns, index: number): string {
  const { time } = bars;
  const last = time.length - 1;
  const whole = Math.round(index);
  const nearest = time[Math.max(0, Math.min(last, whole))] ?? 0;
  const beyond = whole < 0 ? whole : whole > last ? whole - last : 0;
  return new Date((nearest + beyond * meanStep(bars)) * 1000).toISOString().slice(0, 10);
}

/** A point in the pixels of the pane; null before the first layout. */
export function placeOf(plane: PricePlane, { date, price }: DrawingPoint): { x: number; y: number } | null {
  const x = plane.xOf(indexOfDay(plane.bars(), date));
  const y = plane.yOf(price);
  return x === null || y === null ? null : { x, y };
}

/** The point at a place of the pane: the date of the bar there, and the price rounded to `decimals`. */
export function pointAt(plane: PricePlane, x: number, y: number, decimals: number): DrawingPoint | null {
  const index = plane.indexAt(x);
  const price = plane.priceAt(y);
  if (index === null || price === null) return null;
  return { date: dayAt(plane.bars(), index), price: Number(price.toFixed(decimals)) };
}

/** Moves a point by bars and by pixels of height; unchanged before the first layout. */
export function movedPoint(
  plane: PricePlane,
  point: DrawingPoint,
  { bars, pixels }: { readonly bars: number; readonly pixels: number },
  decimals: number,
): DrawingPoint {
  const y = plane.yOf(point.price);
  const price = pixels === 0 || y === null ? null : plane.priceAt(y - pixels);
  const date = bars === 0 ? point.date : dayAt(plane.bars(), indexOfDay(plane.bars(), point.date) + bars);
  return { date, price: price === null ? point.price : Number(price.toFixed(decimals)) };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The distance of a place from the line between two others. */
function distanceToLine(place: Place, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((place.x - from.x) * dx + (place.y - from.y) * dy) / length;
  const nearest = Math.max(0, Math.min(1, share));
  return Math.hypot(place.x - from.x - nearest * dx, place.y - from.y - nearest * dy);
}

/** The distance of a place from a drawing in pixels; infinite before the first layout. */
export function distanceTo(plane: PricePlane, { kind, points }: Shape, place: Place): number {
  const [from, to] = points.map((point) => placeOf(plane, point));
  if (!from) return Number.POSITIVE_INFINITY;
  if (kind === 'ray')
    return distanceToLine(place, from, { x: Math.max(from.x, plane.size().width), y: from.y });
  if (!to) return Number.POSITIVE_INFINITY;
  if (kind === 'trend') return distanceToLine(place, from, to);
  const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
  return Math.min(
    ...corners.map((corner, index) => distanceToLine(place, corner, corners[(index + 1) % 4] ?? corner)),
  );
}

/** The finding of a measurement: the change, the same in per cent, and how many bars and days lie between. */
export function measureText(
  bars: BarColumns,
  [from, to]: readonly DrawingPoint[],
  format: Pick<PriceFormat, 'formatPlain'>,
): string {
  if (!from || !to) return '';
  const change = to.price - from.price;
  const sign = change > 0 ? '+' : '';
  const count = Math.round(indexOfDay(bars, to.date)) - Math.round(indexOfDay(bars, from.date));
  const days = (barTime(to.date) - barTime(from.date)) / secondsPerDay;
  const counted = (value: number, word: string) =>
    `${formatCount(Math.abs(value))} ${word}${Math.abs(value) === 1 ? '' : 's'}`;
  const percent = from.price === 0 ? 'N/A' : formatPercent((100 * change) / from.price);
  return `${sign}${format.formatPlain(change)} (${percent}) · ${counted(count, 'bar')} · ${counted(days, 'day')}`;
}

/** The points of a drawing made without a pointer: across the middle third of the visible bars, at their closes. */
export function middlePoints(
  bars: BarColumns,
  { from, to }: { readonly from: number; readonly to: number },
  kind: Shape['kind'],
): DrawingPoint[] {
  const width = to - from;
  const places = kind === 'ray' ? [from + width / 2] : [from + width / 3, to - width / 3];
  return places.map((place) => {
    const index = Math.round(place);
    return { date: dayAt(bars, index), price: bars.close[index] ?? 0 };
  });
}
