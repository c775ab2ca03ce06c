import type { PriceLevel, PriceLevelEvents } from './price-level.ts';

const longPressMs = 500;
const vibrationMs = 15;
/** Pixels that a finger may move during a long press. */
const longPressSlop = 8;
/** Pixels between the pointer and the line that it takes. */
const tolerances: Readonly<Record<string, number>> = { touch: 16 };
const defaultTolerance = 6;

interface PriceScaleReader {
  /** The level near a height of the price pane. */
  levelAt(y: number, tolerance: number): PriceLevel | undefined;
  /** Null outside of the price pane. */
  priceAt(y: number): number | null;
  /** The height of a price in the price pane; null without bars. */
  heightOf(price: number): number | null;
}

/** Calls back when a finger has stayed in its place for long enough. */
function createLongPress() {
  let press: {
    readonly timer: ReturnType<typeof setTimeout>;
    readonly x: number;
    readonly y: number;
  } | null = null;
  const end = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  return {
    begin({ clientX: x, clientY: y }: PointerEvent, onPress: () => void) {
      press = { timer: setTimeout(onPress, longPressMs), x, y };
    },
    move({ clientX, clientY }: PointerEvent) {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > longPressSlop) end();
    },
    end,
  };
}

/**
 * Listens to right clicks, long presses and drags of lines on a chart. The chart must not scroll during a drag, so the
 * events that begin one do not reach it.
 * @param events a reference, so that a drag goes on when the handlers change
 * @returns stops listening
 */
export function listenToLevelPointer(
  element: HTMLElement,
  scale: PriceScaleReader,
  events: { readonly current: PriceLevelEvents },
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let dragged: { readonly id: string; readonly y: number; readonly clientY: number } | null = null;
  const press = createLongPress();

  // A level must not take what is meant for the buttons and separators above it.
  const isOnControl = ({ target }: Event) =>
    target instanceof Element && target.closest('button, [role="separator"]') !== null;
  const heightOf = ({ clientY }: { clientY: number }) => clientY - element.getBoundingClientRect().top;
  const toleranceOf = (pointerType: string) => tolerances[pointerType] ?? defaultTolerance;
  const start = (y: number) => {
    const price = scale.priceAt(y);
    if (price !== null) events.current.onStart(price);
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, listener, { signal, capture: true, passive: false });

  on('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0 || isOnControl(event)) return;
    const y = heightOf(event);
    const level = scale.levelAt(y, toleranceOf(event.pointerType));
    if (level) {
      dragged = { id: level.id, y: scale.heightOf(level.price) ?? y, clientY: event.clientY };
      element.setPointerCapture(event.pointerId);
    } else if (event.pointerType === 'touch') {
      press.begin(event, () => {
        navigator.vibrate?.(vibrationMs);
        start(y);
      });
    }
  });
  on('pointermove', (event) => {
    press.move(event);
    if (!dragged) {
      const isNear =
        event.pointerType === 'mouse' &&
        !isOnControl(event) &&
        scale.levelAt(heightOf(event), defaultTolerance) !== undefined;
      element.style.cursor = isNear ? 'ns-resize' : '';
      return;
    }
    // By the difference: the pointer is beside the line at first, and the page may move.
    const price = scale.priceAt(dragged.y + event.clientY - dragged.clientY);
    if (price !== null) events.current.onDrag(dragged.id, price);
    event.stopPropagation();
  });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    on(name, () => {
      press.end();
      dragged = null;
    });
  }
  // The chart listens to these.
  for (const name of ['mousedown', 'touchstart'] as const) {
    on(name, (event) => {
      if (!dragged) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  on('contextmenu', (event) => {
    // With Shift, the browser's own menu opens.
    if (event.shiftKey || isOnControl(event) || scale.priceAt(heightOf(event)) === null) return;
    event.preventDefault();
    start(heightOf(event));
  });
  return () => {
    press.end();
    listeners.abort();
  };
}
