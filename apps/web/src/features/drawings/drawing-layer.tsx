import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type BarColumns, noBars } from '#components/chart/bar-columns.ts';
import type { ChartOverlay } from '#components/chart/overlay/price-overlay.ts';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { DrawingHandles, type MovePoints } from './drawing-handles.tsx';
import { listenToDrawing } from './drawing-pointer.ts';
import { paintShapes } from './paint-shapes.ts';
import { type Drawing, measureText, middlePoints, type Shape } from './shapes.ts';
import { type DrawingTools, newId } from './use-drawing-tools.ts';

interface DrawingLayerProps {
  chart: PriceChartHandle;
  tools: DrawingTools;
  format: PriceFormat;
}

function isDrawing(shape: Shape): shape is Drawing {
  return shape.kind !== 'measure';
}

/** Stores what was drawn or moved: a measurement for the moment only. */
function keep(tools: DrawingTools, shape: Shape): void {
  if (isDrawing(shape)) tools.put(shape);
  else tools.setMeasurement(shape);
}

function movePoints(tools: DrawingTools, { id, kind }: Shape, move: MovePoints): void {
  if (kind === 'measure')
    tools.setMeasurement((current) => current && { ...current, points: move(current.points) });
  else tools.edit(id, (drawing) => ({ ...drawing, points: move(drawing.points) }));
}

interface LayerState {
  readonly shapes: readonly Shape[];
  readonly tools: DrawingTools;
  readonly format: PriceFormat;
}

/**
 * Paints the shapes over the chart and calls `placeHandles`, after every render and every change of the view.
 * Returns the state of the last render as `latest`.
 */
function usePainting(chart: PriceChartHandle, state: LayerState) {
  const latest = useRef(state);
  const overlay = useRef<ChartOverlay>(null);
  const placeHandles = useRef(() => {});
  useLayoutEffect(() => {
    latest.current = state;
    overlay.current?.update();
    placeHandles.current();
  });

  useEffect(() => {
    overlay.current = chart.addOverlay((context, plane) => {
      const { shapes, format } = latest.current;
      paintShapes(context, plane, shapes, ({ points }) => measureText(plane.bars(), points, format));
      placeHandles.current();
    });
    return () => overlay.current?.remove();
  }, [chart]);

  return { latest, placeHandles };
}

/** Lets the pointer place and move shapes. */
function useGestures(
  layer: RefObject<HTMLElement | null>,
  chart: PriceChartHandle,
  { begun, setBegun }: DrawingTools,
  latest: RefObject<LayerState>,
  onDraft: (shape: Shape | null) => void,
) {
  const gestures = useRef<ReturnType<typeof listenToDrawing>>(null);
  useEffect(() => {
    const element = layer.current;
    const plane = chart.plane();
    if (!element || !plane) return;
    const created = listenToDrawing(element, plane, {
      state: () => latest.current,
      onDraft,
      onKeep: (shape) => {
        const { tools: current } = latest.current;
        keep(current, shape);
        current.setTool(null);
        current.select(shape.id);
      },
    });
    gestures.current = created;
    return created.stop;
  }, [layer, chart, latest, onDraft]);

  // A press that began before this code was loaded.
  useEffect(() => {
    if (!begun) return;
    setBegun(null);
    gestures.current?.resume(begun);
  }, [begun, setBegun]);
}

/** Paints the drawings, and lets the pointer and the keys place and move them. */
export function DrawingLayer({ chart, tools, format }: DrawingLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  /** The shape that is being placed or moved. */
  const [draft, setDraft] = useState<Shape | null>(null);
  const { drawings, measurement, tool, selected } = tools;
  const shapes = useMemo(() => {
    const others = [...drawings, ...(measurement ? [measurement] : [])].filter(({ id }) => id !== draft?.id);
    return draft ? [...others, draft] : others;
  }, [drawings, measurement, draft]);
  const shown = shapes.find(({ id }) => id === selected?.id) ?? null;
  const bars: BarColumns = chart.plane()?.bars() ?? noBars;

  const { latest, placeHandles } = usePainting(chart, { shapes, tools, format });
  useGestures(layer, chart, tools, latest, setDraft);

  function placeByKeys() {
    const visible = chart.visible();
    if (tool === null || !visible) return;
    const shape = { id: newId(), kind: tool, name: null, points: middlePoints(bars, visible, tool) };
    keep(tools, shape);
    tools.setTool(null);
    tools.select(shape.id, true);
  }

  return (
    <div ref={layer} className="absolute inset-0">
      {tool !== null && <PlacingHint tool={tool} onKeys={placeByKeys} onCancel={() => tools.setTool(null)} />}
      {shown && chart.plane() && (
        <DrawingHandles
          key={shown.id}
          shape={shown}
          plane={chart.plane()}
          format={format}
          hasFocus={selected?.hasFocus ?? false}
          onPlace={(place) => {
            placeHandles.current = place;
          }}
          onDraft={setDraft}
          onMove={(move) => {
            movePoints(tools, shown, move);
            setDraft(null);
          }}
          onRemove={() => {
            if (shown.kind === 'measure') tools.setMeasurement(null);
            else tools.remove(shown.id);
            chart.focus();
          }}
          onLeave={() => {
            tools.select(null);
            chart.focus();
          }}
        />
      )}
    </div>
  );
}

const hints: Readonly<Record<Shape['kind'], string>> = {
  trend: 'Press and drag from one end of the line to the other, or click both.',
  ray: 'Click where the ray begins.',
  rectangle: 'Press and drag from one corner to the other, or click both.',
  measure: 'Press and drag from one point to the other, or click both.',
};

interface PlacingHintProps {
  tool: Shape['kind'];
  onKeys: () => void;
  onCancel: () => void;
}

/** A sentence about the pointer, and a button for the way without one. */
function PlacingHint({ tool, onKeys, onCancel }: PlacingHintProps) {
  const button = 'font-medium text-accent underline underline-offset-2 pointer-coarse:min-h-11';
  return (
    <p
      role="status"
      className="pointer-events-auto absolute inset-x-0 top-1 mx-auto flex w-fit max-w-full flex-wrap items-center gap-x-3 rounded-md border border-line bg-surface px-3 py-1.5 text-xs shadow-raised"
    >
      {hints[tool]}
      <button type="button" onClick={onKeys} className={button}>
        Place it in the middle
      </button>
      <button type="button" onClick={onCancel} className={button}>
        Cancel
      </button>
    </p>
  );
}
