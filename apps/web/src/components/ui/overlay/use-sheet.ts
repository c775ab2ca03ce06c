import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';

/** Pixels downwards after which a sheet closes. */
const closingDistance = 120;
/** Pixels per millisecond with which it closes after a shorter way. */
const closingSpeed = 0.6;
/** Pixels of a movement that is no tap of an unsteady finger. */
const minDistance = 24;
/** After this time, a sheet that refuses to close returns to its place. */
const refusalMs = 50;

const textFieldSelector = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=search])';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Notes what is in the text fields of a popup before the user types. */
function useUnsavedText(popup: RefObject<HTMLElement | null>) {
  const originals = useRef(new Map<TextField, string>());
  return {
    note: ({ target }: { target: EventTarget }) => {
      const isTextField =
        (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
        target.matches(textFieldSelector);
      if (isTextField && !originals.current.has(target)) originals.current.set(target, target.value);
    },
    has: () =>
      [...originals.current].some(
        ([field, original]) => popup.current?.contains(field) && field.value !== original,
      ),
  };
}

/** Sets `--keyboard` to the height by which the keyboard of a phone covers the lower edge of the window. */
function useKeyboardHeight(isOpen: boolean, popup: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!isOpen || !visualViewport) return;
    const update = () => {
      const { height, offsetTop, scale } = visualViewport;
      // A page that the user has zoomed is cut off as well.
      const covered = scale > 1 ? 0 : Math.max(0, window.innerHeight - height - offsetTop);
      popup.current?.style.setProperty('--keyboard', `${covered}px`);
    };
    update();
    visualViewport.addEventListener('resize', update);
    visualViewport.addEventListener('scroll', update);
    return () => {
      visualViewport.removeEventListener('resize', update);
      visualViewport.removeEventListener('scroll', update);
    };
  }, [isOpen, popup]);
}

interface Drag {
  readonly pointerId: number;
  readonly startY: number;
  readonly startedAt: number;
}

/**
 * The behaviour of a popup that is a sheet at the bottom of a phone: it stays above the keyboard, and a finger drags it
 * down by its grip, which closes it unless it has unsaved text.
 */
export function useSheet(
  isOpen: boolean,
  popup: RefObject<HTMLElement | null>,
  onClose: (() => void) | undefined,
) {
  const unsavedText = useUnsavedText(popup);
  useKeyboardHeight(isOpen, popup);
  const drag = useRef<Drag>(null);

  function place(distance: number | null): void {
    const { style } = popup.current ?? {};
    if (!style) return;
    style.translate = distance === null ? '' : `0px ${distance}px`;
    style.transition = distance === null ? '' : 'none';
  }

  const distanceOf = ({ clientY }: PointerEvent, { startY }: Drag) => Math.max(0, clientY - startY);

  function end(event: PointerEvent, isCancelled: boolean): void {
    const { current } = drag;
    if (current?.pointerId !== event.pointerId) return;
    drag.current = null;
    const distance = distanceOf(event, current);
    const speed = distance / Math.max(1, event.timeStamp - current.startedAt);
    const isFar = distance >= closingDistance || (distance >= minDistance && speed >= closingSpeed);
    if (isCancelled || !isFar || !onClose || unsavedText.has()) {
      place(null);
      return;
    }
    onClose();
    setTimeout(() => {
      if (!popup.current?.hasAttribute('data-ending-style')) place(null);
    }, refusalMs);
  }

  return {
    /** For the popup. */
    sheetProps: { onFocus: unsavedText.note },
    /** For the grip, which may hold buttons. */
    gripProps: {
      onPointerDown: (event: PointerEvent) => {
        const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
        if (!event.isPrimary || event.button !== 0 || isOnButton) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { pointerId: event.pointerId, startY: event.clientY, startedAt: event.timeStamp };
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag.current?.pointerId === event.pointerId) place(distanceOf(event, drag.current));
      },
      onPointerUp: (event: PointerEvent) => end(event, false),
      onPointerCancel: (event: PointerEvent) => end(event, true),
    },
  };
}
