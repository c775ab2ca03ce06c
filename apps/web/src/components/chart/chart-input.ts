import type { PriceDrawing } from './drawing/price-drawing.ts';

/** Bars that Shift moves the crosshair by. */
const longStep = 20;

/**
 * Handles the keys, the wheel and Ctrl on a chart. The wheel zooms if the chart has the focus or Ctrl is held, and
 * otherwise scrolls the page: its events then do not reach the chart.
 * @param isMagnet whether the crosshair sticks to closes without Ctrl
 * @param onMove receives the index of the bar to which a key moved the crosshair
 * @returns stops listening
 */
export function listenToChartInput(
  element: HTMLElement,
  drawing: PriceDrawing,
  isMagnet: { readonly current: boolean },
  onMove: (index: number) => void,
): () => void {
  const { viewport } = drawing;
  // The keys need the focus.
  element.tabIndex = 0;
  const listeners = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, listener, { signal: listeners.signal, capture: true });

  /** The bar to which a key moved the crosshair. */
  let current: number | null = null;
  const move = (to: number | 'first' | 'last') => {
    current = viewport.moveCrosshair(to);
    onMove(current);
  };

  const keys: Readonly<Record<string, (step: number) => void>> = {
    ArrowLeft: (step) => move(-step),
    ArrowRight: (step) => move(step),
    Home: () => move('first'),
    End: () => move('last'),
    '+': () => viewport.zoom('in'),
    '=': () => viewport.zoom('in'),
    '-': () => viewport.zoom('out'),
    '−': () => viewport.zoom('out'),
    '0': () => viewport.reset(),
    Enter: () => {
      if (current !== null) drawing.openMarker(current);
    },
  };
  on('keydown', (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(event.shiftKey ? longStep : 1);
  });
  on('blur', () => {
    current = null;
    viewport.clearCrosshair();
  });
  on('wheel', (event) => {
    if (!event.ctrlKey && document.activeElement !== element) event.stopPropagation();
  });
  on('pointermove', (event) => drawing.setMagnet(isMagnet.current || event.ctrlKey));
  // The library moves an axis and the panes by the pointer without an event.
  on('pointerup', () => requestAnimationFrame(() => viewport.check()));
  on('dblclick', () => requestAnimationFrame(() => viewport.check()));
  return () => listeners.abort();
}
