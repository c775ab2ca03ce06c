import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useMedia } from '#hooks/use-media.ts';

interface WindowRowsOptions {
  count: number;
  /** The height of a row before it is measured, in pixels. */
  rowHeight: number;
  gap?: number;
  overscan: number;
  /** The height of what stays below the top bar while the rows scroll, in pixels. */
  headerHeight?: number;
}

/** `h-14` of the top bar, which stays in view, with its border, in pixels. */
const topBarHeight = 57;

export type WindowRows = ReturnType<typeof useWindowRows>;

/** The index of the row with the focus, by the `data-index` of its element; null if it is elsewhere. */
function focusedRow(container: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && container?.contains(row) ? Number(row.dataset.index) : null;
}

/** Rows that scroll with the page, virtualized except on paper: only those near the viewport are in the document. */
export function useWindowRows(
  container: RefObject<HTMLElement | null>,
  { count, rowHeight, gap = 0, overscan, headerHeight = 0 }: WindowRowsOptions,
) {
  const [top, setTop] = useState(0);
  const isPrinting = useMedia('print');

  // After every render, because content above the rows may change its height.
  useLayoutEffect(() => {
    const element = container.current;
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY);
  });

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    gap,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: topBarHeight + headerHeight,
    // A removed element would take the focus with it.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const focused = focusedRow(container.current);
      if (focused === null || focused >= range.count || near.includes(focused)) return near;
      return [...near, focused].sort((a, b) => a - b);
    },
  });

  return {
    /** The rows near the viewport, and the row that has the focus. */
    rows: virtualizer.getVirtualItems(),
    /** Whether the page is printed, with all rows. */
    isPrinting,
    /** The distance of the container from the top of the page, in pixels. */
    top,
    totalHeight: virtualizer.getTotalSize(),
    measureRow: virtualizer.measureElement,
    /** Scrolls a row into view and focuses the element in it that `find` returns. */
    focusRow: (index: number, find: (container: HTMLElement) => HTMLElement | null) => {
      virtualizer.scrollToIndex(index);
      const focus = () => {
        const element = container.current && find(container.current);
        element?.focus({ preventScroll: true });
        return element !== null;
      };
      // At once, because the next key moves on from the row with the focus. A distant row is rendered by the next
      // frame.
      if (!focus()) requestAnimationFrame(focus);
    },
  };
}
