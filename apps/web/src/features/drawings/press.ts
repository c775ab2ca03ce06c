import type { Shape } from './shapes.ts';

/** A place of the window. */
export interface PointerPlace {
  readonly x: number;
  readonly y: number;
}

/** A press that has begun a shape, and goes on while the code that paints it loads. */
export interface BegunPress {
  readonly kind: Shape['kind'];
  readonly start: PointerPlace;
  last: PointerPlace;
  isReleased: boolean;
}

/**
 * Whether a press can draw: it is the main button's on the pane, and on none of the buttons and separators over it.
 * @param layer an element as large as the pane
 */
export function isPressOnPane(layer: HTMLElement, event: PointerEvent): boolean {
  const { target, clientX, clientY, isPrimary, button } = event;
  const plot = layer.closest('[role="application"]');
  if (!isPrimary || button !== 0) return false;
  if (!(target instanceof Element) || !plot?.contains(target)) return false;
  if (target.closest('button, [role="separator"]')) return false;
  const { left, right, top, bottom } = layer.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
