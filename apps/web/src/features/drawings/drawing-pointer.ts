import type { PricePlane } from '#components/chart/overlay/price-overlay.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { type BegunPress, isPressOnPane, type PointerPlace } from './press.ts';
import { type DrawingPoint, distanceTo, movedPoint, pointAt, type Shape } from './shapes.ts';
import { type DrawingTools, newId } from './use-drawing-tools.ts';

/** Pixels between the pointer and the drawing that it takes. */
const tolerances: Readonly<Record<string, number>> = { touch: 16 };
const defaultTolerance = 6;
/** A shorter way is a click. */
const clickSlop = 4;

interface State {
  readonly shapes: readonly Shape[];
  readonly tools: DrawingTools;
  readonly format: Pick<PriceFormat, 'decimals'>;
}

interface DrawingEvents {
  /** Returns the shapes and the tool of now. */
  readonly state: () => State;
  /** Receives the shape that is being placed or moved; null at the end. */
  readonly onDraft: (shape: Shape | null) => void;
  /** Receives the shape that was placed or moved. */
  readonly onKeep: (shape: Shape) => void;
}

type Gesture =
  /** From the first point to the second, with the button pressed or between two clicks. */
  | { readonly kind: 'place'; readonly start: PointerPlace; shape: Shape; isWaiting: boolean }
  | { readonly kind: 'move'; readonly start: PointerPlace; readonly original: Shape; shape: Shape };

/** A place of the window in the pixels of an element. */
function placeIn(layer: HTMLElement, { x, y }: PointerPlace): PointerPlace {
  const { left, top } = layer.getBoundingClientRect();
  return { x: x - left, y: y - top };
}

/** Places one shape, or moves one, from the places of the pointer. */
function createGestures(layer: HTMLElement, plane: PricePlane, events: DrawingEvents) {
  let gesture: Gesture | null = null;

  const pointOf = (place: PointerPlace): DrawingPoint | null => {
    const { x, y } = placeIn(layer, place);
    return pointAt(plane, x, y, events.state().format.decimals);
  };

  function begin(kind: Shape['kind'], start: PointerPlace) {
    const point = pointOf(start);
    if (!point) return;
    const points = kind === 'ray' ? [point] : [point, point];
    gesture = { kind: 'place', start, isWaiting: false, shape: { id: newId(), kind, name: null, points } };
    events.onDraft(gesture.shape);
  }

  function end(isKept: boolean) {
    if (gesture && isKept) events.onKeep(gesture.shape);
    gesture = null;
    events.onDraft(null);
  }

  function follow(here: PointerPlace) {
    if (!gesture) return;
    if (gesture.kind === 'place') {
      const point = pointOf(here);
      const [first] = gesture.shape.points;
      if (!point || !first) return;
      const points = gesture.shape.kind === 'ray' ? [point] : [first, point];
      gesture.shape = { ...gesture.shape, points };
    } else {
      const { decimals } = events.state().format;
      const { start, original } = gesture;
      const indexAt = (place: PointerPlace) => plane.indexAt(placeIn(layer, place).x) ?? 0;
      const by = { bars: Math.round(indexAt(here) - indexAt(start)), pixels: start.y - here.y };
      const points = original.points.map((point) => movedPoint(plane, point, by, decimals));
      gesture.shape = { ...original, points };
    }
    events.onDraft(gesture.shape);
  }

  function release({ x, y }: PointerPlace) {
    if (!gesture || (gesture.kind === 'place' && gesture.isWaiting)) return;
    const way = Math.hypot(x - gesture.start.x, y - gesture.start.y);
    if (gesture.kind === 'move') end(way > 0);
    else if (way > clickSlop || gesture.shape.kind === 'ray') end(true);
    else gesture.isWaiting = true;
  }

  return {
    isActive: () => gesture !== null,
    /** Whether the first point was clicked, and the second is awaited. */
    isWaiting: () => gesture?.kind === 'place' && gesture.isWaiting,
    begin,
    move: (shape: Shape, start: PointerPlace) => {
      gesture = { kind: 'move', start, original: shape, shape };
    },
    follow,
    release,
    end,
  };
}

/**
 * Lets the pointer place drawings on the price pane, and move them. Listens to the window, before the chart, which must
 * not scroll meanwhile.
 * @param layer an element as large as the pane
 */
export function listenToDrawing(layer: HTMLElement, plane: PricePlane, events: DrawingEvents) {
  const listeners = new AbortController();
  const { signal } = listeners;
  const gestures = createGestures(layer, plane, events);
  const { begin, follow, release, end } = gestures;
  /** Whether the press under way is this one's, and not the chart's. */
  let isTaken = false;

  function take(event: PointerEvent) {
    isTaken = true;
    event.stopPropagation();
  }

  function press(event: PointerEvent) {
    isTaken = false;
    if (!isPressOnPane(layer, event)) return;
    const start = { x: event.clientX, y: event.clientY };
    const { tools, shapes } = events.state();
    if (gestures.isWaiting()) {
      take(event);
      follow(start);
      end(true);
    } else if (tools.tool !== null) {
      take(event);
      begin(tools.tool, start);
    } else if (!event.shiftKey) {
      const tolerance = tolerances[event.pointerType] ?? defaultTolerance;
      const place = placeIn(layer, start);
      const hit = shapes.findLast((shape) => distanceTo(plane, shape, place) <= tolerance);
      if (hit) {
        take(event);
        gestures.move(hit, start);
      }
      tools.select(hit?.id ?? null);
      if (hit?.kind !== 'measure') tools.setMeasurement(null);
    }
  }

  function cancel(event: KeyboardEvent) {
    const { tools } = events.state();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (!gestures.isActive() && tools.tool === null && !tools.measurement) return;
    event.preventDefault();
    end(false);
    tools.setTool(null);
    tools.setMeasurement(null);
  }

  const on = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, listener, { signal, capture: true, passive: false });
  on('pointerdown', press);
  on('pointermove', (event) => {
    if (isTaken && gestures.isActive()) event.stopPropagation();
    follow({ x: event.clientX, y: event.clientY });
  });
  on('pointerup', ({ clientX: x, clientY: y }) => release({ x, y }));
  on('pointercancel', () => end(false));
  on('keydown', cancel);
  for (const name of ['mousedown', 'touchstart'] as const) {
    on(name, (event) => {
      if (!isTaken) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  return {
    /** Takes over a press that began before. */
    resume: ({ kind, start, last, isReleased }: BegunPress) => {
      begin(kind, start);
      follow(last);
      if (isReleased) release(last);
    },
    stop: () => listeners.abort(),
  };
}
