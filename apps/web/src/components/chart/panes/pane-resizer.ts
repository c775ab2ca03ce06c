import type { IChartApi, IPaneApi, Time } from 'lightweight-charts';

/** Heights of panes from the top, relative to each other. A missing one is the default of its chart. */
export type PaneHeights = readonly number[];

/** Step of a key, relative to the height of the two panes. */
const step = 0.05;
/** The least height of a pane, in pixels: that of the library for the pointer. */
const minHeight = 30;

/** The library's element around a separator. */
const cell = 'td[colspan="3"]';

/**
 * Sets the heights of a chart's panes, and lets the keyboard move their separators, as the library lets the pointer. A
 * double click or Enter on a separator restores the defaults.
 */
export class PaneResizer {
  readonly #chart: IChartApi;
  readonly #defaultHeight: (index: number, count: number) => number;
  readonly #onResize: (heights: PaneHeights) => void;
  readonly #listeners = new AbortController();
  #heights: PaneHeights = [];
  #frame = 0;

  /**
   * @param defaultHeight of the pane at an index among the number of panes, relative to the others
   * @param onResize receives the heights after the user has changed them: once for a drag, and empty for the defaults
   */
  constructor(
    chart: IChartApi,
    defaultHeight: (index: number, count: number) => number,
    onResize: (heights: PaneHeights) => void,
  ) {
    this.#chart = chart;
    this.#defaultHeight = defaultHeight;
    this.#onResize = onResize;
    const element = chart.chartElement();
    element.addEventListener('keydown', (event) => this.#press(event));
    element.addEventListener('dblclick', ({ target }) => {
      if (target instanceof Element && target.closest(cell)) this.#restore();
    });
    // Events of the window: a drag may end beside the chart.
    addEventListener('pointerup', () => this.#report(), { signal: this.#listeners.signal });
  }

  /** Sets the heights, which may be of more panes than there are. */
  setHeights(heights: PaneHeights): void {
    this.#heights = heights;
    this.update();
  }

  /** Sets the heights of the panes, and describes their separators, after panes were added or removed. */
  update(): void {
    for (const [index, pane] of this.#chart.panes().entries()) {
      const height = this.#heightOf(index);
      // With any height, the library draws all panes again.
      if (height !== pane.getStretchFactor()) pane.setStretchFactor(height);
    }
    // The library creates the separators in its next frame.
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#describe());
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#listeners.abort();
  }

  #separators(): HTMLElement[] {
    return [...this.#chart.chartElement().querySelectorAll<HTMLElement>(`${cell} > div:last-child`)];
  }

  #describe(): void {
    const heights = this.#current();
    for (const [index, separator] of this.#separators().entries()) {
      const [upper = 0, lower = 0] = heights.slice(index, index + 2);
      separator.tabIndex = 0;
      separator.role = 'separator';
      separator.ariaOrientation = 'horizontal';
      separator.ariaLabel = `Height of pane ${index + 1}: the arrow keys resize it, Enter restores all heights`;
      separator.ariaValueNow = String(Math.round((100 * upper) / (upper + lower)));
    }
  }

  #heightOf(index: number): number {
    return this.#heights[index] ?? this.#defaultHeight(index, this.#chart.panes().length);
  }

  #current(): number[] {
    return this.#chart.panes().map((pane) => pane.getStretchFactor());
  }

  #report(): void {
    const heights = this.#current();
    if (heights.every((height, index) => height === this.#heightOf(index))) return;
    this.setHeights([...heights, ...this.#heights.slice(heights.length)]);
    this.#onResize(this.#heights);
  }

  #restore(): void {
    this.setHeights([]);
    this.#onResize([]);
  }

  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    const index = target instanceof HTMLElement ? this.#separators().indexOf(target) : -1;
    const [upper, lower] = this.#chart.panes().slice(index, index + 2);
    const direction = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (index < 0 || !upper || !lower || (direction === 0 && key !== 'Enter')) return;
    event.preventDefault();
    if (key === 'Enter') this.#restore();
    else this.#move(upper, lower, direction * step);
  }

  /** Moves a separator down by a share of the height of its two panes. */
  #move(upper: IPaneApi<Time>, lower: IPaneApi<Time>, share: number): void {
    const total = upper.getStretchFactor() + lower.getStretchFactor();
    const least = (total * minHeight) / (upper.getHeight() + lower.getHeight());
    if (2 * least > total) return;
    const moved = upper.getStretchFactor() + share * total;
    const height = Math.max(least, Math.min(total - least, moved));
    upper.setStretchFactor(height);
    lower.setStretchFactor(total - height);
    this.#report();
  }
}
