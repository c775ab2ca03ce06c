import { useEffect, useRef, useState } from 'react';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { type BegunPress, isPressOnPane } from './press.ts';
import type { DrawingTools } from './use-drawing-tools.ts';

const DrawingLayer = lazyWithReload(async () => (await import('./drawing-layer.tsx')).DrawingLayer);

interface DrawingSurfaceProps {
  chart: PriceChartHandle;
  tools: DrawingTools;
  format: PriceFormat;
}

/**
 * The layer of the drawings over the price pane. Loads their code with the first use: the choice of a tool, or Shift,
 * which begins a measurement. Keeps a press for that code while it loads.
 */
export function DrawingSurface({ chart, tools, format }: DrawingSurfaceProps) {
  const surface = useRef<HTMLDivElement>(null);
  // Once used it stays: what is being drawn is a state of the layer.
  const [hasLayer, setHasLayer] = useState(tools.isUsed);
  if (tools.isUsed && !hasLayer) setHasLayer(true);
  const { tool, setBegun } = tools;

  useEffect(() => {
    const element = surface.current;
    const plot = element?.closest<HTMLElement>('[role="application"]');
    if (!element || !plot) return;
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    let press: BegunPress | null = null;
    // The layer, once loaded, takes the press of a tool before it comes here.
    const onPointerDown = (event: PointerEvent) => {
      const place = { x: event.clientX, y: event.clientY };
      const kind = tool ?? (event.shiftKey ? 'measure' : null);
      const isOwn = kind !== null && isPressOnPane(element, event);
      press = isOwn ? { kind, start: place, last: place, isReleased: false } : null;
      if (!press) return;
      event.stopPropagation();
      setBegun(press);
    };
    plot.addEventListener('pointerdown', onPointerDown, options);
    // The chart would scroll.
    for (const name of ['mousedown', 'touchstart']) {
      plot.addEventListener(
        name,
        (event) => {
          if (!press) return;
          event.preventDefault();
          event.stopPropagation();
        },
        options,
      );
    }
    addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        if (press && !press.isReleased) press.last = { x, y };
      },
      options,
    );
    addEventListener(
      'pointerup',
      () => {
        if (press) press.isReleased = true;
      },
      options,
    );
    addEventListener(
      'pointercancel',
      () => {
        press = null;
        setBegun(null);
      },
      options,
    );
    return () => listeners.abort();
  }, [tool, setBegun]);

  return (
    <div ref={surface} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {hasLayer && (
        <SectionBoundary
          name="The drawings"
          place={(message) => <div className="pointer-events-auto">{message}</div>}
        >
          <DrawingLayer chart={chart} tools={tools} format={format} />
        </SectionBoundary>
      )}
    </div>
  );
}
