import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PricePlane } from '#components/chart/overlay/price-overlay.ts';
import { formatDate } from '#lib/format/dates.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import {
  type DrawingPoint,
  measureText,
  movedPoint,
  nameOf,
  placeOf,
  pointAt,
  type Shape,
} from './shapes.ts';

/** Pixels that an arrow key moves a point up or down by, alone and with Shift. */
const [shortStep, longStep] = [2, 20];
/** Bars that an arrow key with Shift moves a point by. */
const longBars = 10;

export type MovePoints = (points: readonly DrawingPoint[]) => DrawingPoint[];

interface DrawingHandlesProps {
  shape: Shape;
  plane: PricePlane | null;
  format: PriceFormat;
  /** Whether the first handle takes the focus. */
  hasFocus: boolean;
  /** Receives the function that puts the handles on their points, after every change of the view. */
  onPlace: (place: () => void) => void;
  onDraft: (shape: Shape | null) => void;
  /** Receives the change of the points: the shape itself may be newer than the one that is rendered. */
  onMove: (move: MovePoints) => void;
  onRemove: () => void;
  onLeave: () => void;
}

/** The points of a drawing that a handle moves: one of them, or all. */
type Grip = number | 'all';

function gripsOf({ points }: Shape): Grip[] {
  return points.length > 1 ? [0, 1, 'all'] : [0];
}

function gripLabel(shape: Shape, grip: Grip, format: PriceFormat): string {
  const name = nameOf(shape);
  if (grip === 'all') return `${name}, all of it`;
  const point = shape.points[grip];
  const end = shape.points.length === 1 ? 'start' : grip === 0 ? 'first point' : 'second point';
  return point ? `${name}, ${end}: ${formatDate(point.date)}, ${format.format(point.price)}` : name;
}

/** The middle of two places; the place alone if there is one. */
function middleOf(places: readonly { x: number; y: number }[]): { x: number; y: number } {
  const sum = places.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

/** The bars and pixels that an arrow key moves a point by; undefined for other keys. */
function stepOf({ key, shiftKey }: KeyboardEvent) {
  const bars = shiftKey ? longBars : 1;
  const pixels = shiftKey ? longStep : shortStep;
  return {
    ArrowLeft: { bars: -bars, pixels: 0 },
    ArrowRight: { bars, pixels: 0 },
    ArrowUp: { bars: 0, pixels },
    ArrowDown: { bars: 0, pixels: -pixels },
  }[key];
}

/** Puts the buttons on their points, after every render and every change of the view. */
function useHandlePlaces(
  list: RefObject<HTMLElement | null>,
  { shape, plane, onPlace }: DrawingHandlesProps,
) {
  useLayoutEffect(() => {
    const place = () => {
      if (!plane) return;
      const places = shape.points.flatMap((point) => placeOf(plane, point) ?? []);
      for (const button of list.current?.querySelectorAll('button') ?? []) {
        const at = places[Number(button.dataset.grip)] ?? (places.length > 0 ? middleOf(places) : undefined);
        if (at) button.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
      }
    };
    place();
    onPlace(place);
    return () => onPlace(() => {});
  });
}

/**
 * Returns the listeners of a handle that the pointer drags.
 * @param onStart called when a drag begins
 */
function useDrag({ shape, plane, format, onDraft, onMove }: DrawingHandlesProps, onStart: () => void) {
  const drag = useRef<{ readonly x: number; readonly y: number; readonly original: Shape } | null>(null);
  return (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, original: shape };
      onStart();
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag.current || !plane) return;
      const { x, y, original } = drag.current;
      onDraft(
        dragged(plane, original, grip, { x: event.clientX - x, y: event.clientY - y }, format.decimals),
      );
    },
    onPointerUp: () => {
      if (drag.current && drag.current.original !== shape) onMove(() => [...shape.points]);
      drag.current = null;
    },
    onPointerCancel: () => {
      drag.current = null;
      onDraft(null);
    },
  });
}

/** Buttons on the points of a drawing: the pointer drags them, the arrow keys move them, Delete removes the drawing. */
export function DrawingHandles(props: DrawingHandlesProps) {
  const { shape, plane, format, hasFocus, onMove, onRemove, onLeave } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  /** The handle that a key has moved last: its place is announced. */
  const [moved, setMoved] = useState<Grip | null>(null);
  const dragHandlers = useDrag(props, () => setMoved(null));
  const grips = gripsOf(shape);

  useHandlePlaces(list, props);

  useEffect(() => {
    if (hasFocus) list.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [hasFocus]);

  function press(event: KeyboardEvent, grip: Grip) {
    const by = stepOf(event);
    if (by && plane) {
      onMove((points) =>
        points.map((point, index) =>
          grip === 'all' || grip === index ? movedPoint(plane, point, by, format.decimals) : point,
        ),
      );
      setMoved(grip);
    } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  }

  return (
    <fieldset ref={list} aria-label={nameOf(shape)} className="contents">
      {grips.map((grip) => (
        <button
          key={grip}
          type="button"
          data-grip={grip}
          aria-label={gripLabel(shape, grip, format)}
          aria-description="The arrow keys move it, Delete removes the drawing, Escape leaves it."
          onKeyDown={(event) => press(event, grip)}
          {...dragHandlers(grip)}
          className="group pointer-events-auto absolute top-0 left-0 grid size-6 cursor-move touch-none place-items-center rounded-full outline-none pointer-coarse:size-11"
        >
          <i
            aria-hidden="true"
            className="size-3 rounded-full border-2 border-[var(--chart-line)] bg-surface group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent"
          />
        </button>
      ))}
      <p role="status" className="sr-only">
        {moved !== null &&
          (shape.kind === 'measure' && plane
            ? measureText(plane.bars(), shape.points, format)
            : gripLabel(shape, moved, format))}
      </p>
    </fieldset>
  );
}

/** A shape of which one point, or all, has been dragged by an offset in pixels. */
function dragged(
  plane: PricePlane,
  original: Shape,
  grip: Grip,
  by: { readonly x: number; readonly y: number },
  decimals: number,
): Shape {
  const shift = (point: DrawingPoint): DrawingPoint => {
    const place = placeOf(plane, point);
    return (place && pointAt(plane, place.x + by.x, place.y + by.y, decimals)) ?? point;
  };
  const points = original.points.map((point, index) =>
    grip === 'all' || grip === index ? shift(point) : point,
  );
  return { ...original, points };
}
