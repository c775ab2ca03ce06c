import { useEffect, useRef, useState } from 'react';
import type { Place } from './order.ts';

/** Stocks that the pointer drags. */
export interface Dragged {
  readonly symbols: readonly string[];
  /** Whether they can be dropped between the rows of the list on show. */
  readonly canMove: boolean;
}

interface RowDropProps {
  dragged: Dragged;
  onList: (listId: string) => void;
  onPlace: (place: Place) => void;
  onEnd: () => void;
}

type Target =
  | { readonly kind: 'list'; readonly listId: string; readonly box: DOMRect }
  | { readonly kind: 'place'; readonly place: Place; readonly box: DOMRect };

/** In pixels. */
const lineWidth = 2;

/** The side of a box that a point is nearer to: across for cards beside each other, else down. */
function isInSecondHalf(box: DOMRect, { clientX, clientY }: DragEvent, isAcross: boolean): boolean {
  return isAcross ? clientX > box.x + box.width / 2 : clientY > box.y + box.height / 2;
}

function edgeOf(box: DOMRect, isAfter: boolean, isAcross: boolean): DOMRect {
  return isAcross
    ? new DOMRect((isAfter ? box.right : box.left) - lineWidth / 2, box.y, lineWidth, box.height)
    : new DOMRect(box.x, (isAfter ? box.bottom : box.top) - lineWidth / 2, box.width, lineWidth);
}

/** The destination of the dragged stocks at a point; null where nothing takes them. */
function targetAt(event: DragEvent, { symbols, canMove }: Dragged): Target | null {
  const element = event.target instanceof Element ? event.target : null;
  const chip = element?.closest<HTMLElement>('[data-list-id]');
  if (chip?.dataset.listId) {
    return { kind: 'list', listId: chip.dataset.listId, box: chip.getBoundingClientRect() };
  }
  const row = canMove ? element?.closest<HTMLElement>('section [data-symbol]') : null;
  const symbol = row?.dataset.symbol;
  if (!row || symbol === undefined || symbols.includes(symbol)) return null;
  const box = row.getBoundingClientRect();
  const isAcross = row.parentElement !== null && row.parentElement.clientWidth > box.width * 1.5;
  const isAfter = isInSecondHalf(box, event, isAcross);
  return { kind: 'place', place: { symbol, isAfter }, box: edgeOf(box, isAfter, isAcross) };
}

/** Follows a drag over the page: marks what would take the stocks, and hands them over. */
export function RowDrop(props: RowDropProps) {
  const [target, setTarget] = useState<Target | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const onDragOver = (event: DragEvent) => {
      const next = targetAt(event, latest.current.dragged);
      setTarget(next);
      if (!next) return;
      // Allows the drop.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = next.kind === 'list' ? 'copy' : 'move';
    };
    const onDrop = (event: DragEvent) => {
      const next = targetAt(event, latest.current.dragged);
      if (!next) return;
      event.preventDefault();
      if (next.kind === 'list') latest.current.onList(next.listId);
      else latest.current.onPlace(next.place);
      latest.current.onEnd();
    };
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('dragend', () => latest.current.onEnd(), { signal });
    return () => listeners.abort();
  }, []);

  if (!target) return null;
  const { kind, box } = target;
  const margin = kind === 'list' ? lineWidth : 0;
  return (
    <div
      aria-hidden="true"
      data-drop-target={kind}
      className={`pointer-events-none fixed z-30 ${kind === 'list' ? 'rounded-lg border-2 border-accent' : 'rounded-full bg-accent'}`}
      style={{
        left: box.x - margin,
        top: box.y - margin,
        width: box.width + 2 * margin,
        height: box.height + 2 * margin,
      }}
    />
  );
}
